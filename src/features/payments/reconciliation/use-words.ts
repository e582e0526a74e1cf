import { useTranslation } from 'next-i18next/pages';
import { formatDate } from '@/lib/format/format';

/** Texts of the section. */
export function useReconciliationWords() {
  const { t, i18n } = useTranslation('payments');
  return {
    word: (key: string, values: Record<string, string | number> = {}) =>
      t(`payments:reconciliation.${key}`, values),
    provider: (name: string | null) => (name === null ? '' : t(`payments:payments.providers.${name}`)),
    day: (day: string) => formatDate(day),
    language: i18n.language,
  };
}
