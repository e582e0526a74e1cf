import { readFile } from 'node:fs/promises';
import { defaultLanguage } from '@/contract/core/languages';
import { toRecord } from '@/server/core/json-record';

/** Texts of `payments` for files, by their keys such as `states.paid`; Russian where a language lacks one. */
export async function paymentWords(locale: string): Promise<(key: string) => string> {
  const [own, russian] = await Promise.all([textsOf(locale), textsOf(defaultLanguage)]);
  return (key) => find(own, key) ?? find(russian, key) ?? key;
}

async function textsOf(locale: string): Promise<unknown> {
  const text = await readFile(`public/locales/${locale}/payments.json`, 'utf8').catch(() => '{}');
  return toRecord(JSON.parse(text)).payments;
}

function find(texts: unknown, key: string): string | undefined {
  const found = key.split('.').reduce((part, name) => toRecord(part)[name], texts);
  return typeof found === 'string' ? found : undefined;
}
