import { loadTexts } from '@/server/core/words';

/** Texts of `payments` for files, by their keys such as `states.paid`; Russian where a language lacks one. */
export async function paymentWords(locale: string): Promise<(key: string) => string> {
  const text = await loadTexts(locale, 'payments');
  return (key) => text('payments', ...key.split('.')) ?? key;
}
