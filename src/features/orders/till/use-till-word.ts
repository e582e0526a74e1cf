import words from '@locales/ru/resources.json?orders-pos';
import { useTranslation } from 'next-i18next/pages';
import { addWords } from '@/lib/i18n/i18n';

// By family and not in the words of forms, which weigh 27 kB: the grid of the cashier must be there at once.
addWords('resources', { 'orders-pos': words['orders-pos'] });

/** Words of the cashier's screens: `word('cart.title')`. */
export function usePosWord() {
  const { t } = useTranslation('resources');
  return (key: string, options: Record<string, unknown> = {}) => t(`resources:orders-pos.${key}`, options);
}
