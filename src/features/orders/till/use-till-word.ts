import { useTranslation } from 'next-i18next/pages';
import { useEffect } from 'react';

/** Translations of the till: `word('receipt.title')`. */
export function useTillWord() {
  const { t } = useTranslation('orders');
  return (key: string, options: Record<string, unknown> = {}) => t(`orders:till.${key}`, options);
}

/** Field errors need the texts of forms: loaded after the till, which starts without them. */
export function useErrorWords(): void {
  useEffect(() => void import('@/lib/i18n/form-words'), []);
}
