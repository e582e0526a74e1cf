import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { FilterChip } from '@/components/table/filter-chip';
import { formatDate } from '@/lib/format/format';
import { findPreset, type PeriodBounds } from '@/lib/format/periods';
import { part } from '@/lib/part';

const PeriodForm = part(dynamic(() => import('./period-form').then((module) => module.PeriodForm)));

interface PeriodFilterProps {
  clearLabel: string;
  period: PeriodBounds;
  /** Empty texts clear it. */
  onPick: (days: { from: string; to: string }) => void;
}

/** A filter by a preset or by two days. */
export function PeriodFilter({ clearLabel, period, onPick }: PeriodFilterProps) {
  const { t } = useTranslation('ledger');
  const from = formatDate(period.from);
  const to = formatDate(period.to);
  const name = findPreset(period) ?? (from && to ? 'between' : from ? 'since' : 'until');
  const isOn = period.from !== undefined || period.to !== undefined;
  return (
    <FilterChip
      label={t('ledger:ledger.filter.period')}
      clearLabel={clearLabel}
      options={isOn ? [{ value: 'on', label: t(`ledger:ledger.filter.${name}`, { from, to }) }] : []}
      value={isOn ? 'on' : undefined}
      onChange={() => onPick({ from: '', to: '' })}
    >
      {(close) => (
        <PeriodForm
          period={period}
          onPick={({ from = '', to = '' }) => {
            onPick({ from, to });
            close();
          }}
        />
      )}
    </FilterChip>
  );
}
