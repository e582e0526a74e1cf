import { useTranslation } from 'next-i18next/pages';
import { type ProviderName, providerTitles } from '@/contract/payments/providers';
import { formatDate } from '@/lib/format/format';

/** Texts of the section. */
export function useReconciliationWords() {
  const { t, i18n } = useTranslation('payments');
  return {
    word: (key: string, values: Record<string, string | number> = {}) =>
      t(`payments:reconciliation.${key}`, values),
    provider: (name: string | null) =>
      name === null
        ? ''
        : (providerTitles[name as ProviderName] ?? t('payments:reconciliation.providers.manual')),
    day: (day: string) => formatDate(day, i18n.language),
    language: i18n.language,
  };
}
