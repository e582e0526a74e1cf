import { useTranslation } from 'next-i18next/pages';

/** Translations of the till: `word('cart.title')`. */
export function useCheckoutWord() {
  const { t } = useTranslation('orders');
  return (key: string, options: Record<string, unknown> = {}) => t(`orders:orders-pos.${key}`, options);
}
