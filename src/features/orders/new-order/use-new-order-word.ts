import { useTranslation } from 'next-i18next/pages';

export function useNewOrderWord() {
  const { t } = useTranslation('orders');
  return (key: string, options: Record<string, unknown> = {}) => t(`orders:new-order.${key}`, options);
}
