import { useTranslation } from 'next-i18next/pages';
import { DayRangeForm } from '@/components/inputs/dates/day-range-form';
import { menuItemClass } from '@/components/ui/menu-item-style';
import { dayPresets, presetDays } from '@/lib/format/day-presets';
import { formatDate } from '@/lib/format/format';
import { FilterChip } from './filter-chip';

interface DaysFilterProps {
  label: string;
  clearLabel: string;
  /** The first day. */
  value: string | undefined;
  /** The last day. */
  to: string | undefined;
  onChange: (from: string, to: string) => void;
}

/** A filter by two business days, either optional. */
export function DaysFilter({ label, clearLabel, value: from, to, onChange }: DaysFilterProps) {
  const { t } = useTranslation('common');
  const isOn = Boolean(from || to);
  const days = { from: formatDate(from), to: formatDate(to) };
  const chosen = from && to ? (from === to ? 'day' : 'between') : from ? 'since' : 'until';
  return (
    <FilterChip
      label={label}
      clearLabel={clearLabel}
      options={isOn ? [{ value: 'days', label: t(`common:days.${chosen}`, days) }] : []}
      value={isOn ? 'days' : undefined}
      onChange={() => onChange('', '')}
    >
      {(close) => {
        const pick = (...bounds: [from: string, to: string]) => {
          onChange(...bounds);
          close();
        };
        return (
          <>
            {dayPresets.map((preset) => {
              const bounds = presetDays(preset);
              return (
                <button
                  key={preset}
                  type="button"
                  aria-pressed={bounds[0] === from && bounds[1] === to}
                  className={menuItemClass}
                  onClick={() => pick(...bounds)}
                >
                  {t(`common:days.presets.${preset}`)}
                </button>
              );
            })}
            <hr className="mx-1 my-1.5 border-line-faint" />
            <div className="w-60">
              <DayRangeForm from={from} to={to} onPick={pick} />
            </div>
          </>
        );
      }}
    </FilterChip>
  );
}
