import words from '@locales/ru/resources.json?till';
import { useTranslation } from 'next-i18next/pages';
import { useEffect } from 'react';
import { addWords } from '@/lib/i18n/i18n';

addWords('resources', { till: words.till });

/** Translations of the till: `word('receipt.title')`. */
export function useTillWord() {
  const { t } = useTranslation('resources');
  return (key: string, options: Record<string, unknown> = {}) => t(`resources:till.${key}`, options);
}

/** Field errors need the texts of forms: loaded after the till, which starts without them. */
export function useErrorWords(): void {
  useEffect(() => void import('@/lib/i18n/form-words'), []);
}
