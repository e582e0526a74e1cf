import { useTranslation } from 'next-i18next/pages';
import { formatFullDate } from '@/lib/format/format';
import { findPreset, type PeriodBounds } from './periods';

/** A chosen period in words. */
export function usePeriodText(): (period: PeriodBounds) => string {
  const { t } = useTranslation('ledger');
  return (period) => {
    const preset = findPreset(period);
    if (preset) return t(`ledger:ledger.filter.${preset}`);
    const from = formatFullDate(period.from);
    const to = formatFullDate(period.to);
    return t(`ledger:ledger.filter.${from && to ? 'between' : from ? 'since' : 'until'}`, { from, to });
  };
}
