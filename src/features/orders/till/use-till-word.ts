import './words';
import { useTranslation } from 'next-i18next/pages';

/** Words of the cashier's screens: `word('cart.title')`. */
export function usePosWord() {
  const { t } = useTranslation('resources');
  return (key: string, options: Record<string, unknown> = {}) => t(`resources:orders-pos.${key}`, options);
}
