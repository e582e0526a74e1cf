import { useTranslation } from 'next-i18next/pages';

/** Translations of the till: `word('receipt.title')`. */
export function useTillWord() {
  const { t } = useTranslation('orders');
  return (key: string, options: Record<string, unknown> = {}) => t(`orders:till.${key}`, options);
}
