import words from '@locales/ru/resources.json?orders-pos';
import { useTranslation } from 'next-i18next/pages';
import { addWords } from '@/lib/i18n/i18n';

// Its own namespace instead of the form translations (27 kB): the grid must render immediately.
addWords('resources', { 'orders-pos': words['orders-pos'] });

/** Translations of the till: `word('cart.title')`. */
export function useCheckoutWord() {
  const { t } = useTranslation('resources');
  return (key: string, options: Record<string, unknown> = {}) => t(`resources:orders-pos.${key}`, options);
}
