import { useTranslation } from 'next-i18next/pages';
import { DayRangeForm } from '@/components/inputs/dates/day-range-form';
import { menuItemClass } from '@/components/ui/menu-item-style';
import { businessDay } from '@/contract/settings/business-day';

interface Days {
  from: string;
  to: string;
}

/** Days back from today: first and last day. */
const presets = { today: [0, 0], yesterday: [1, 1], week: [6, 0], month: [29, 0] } as const;

/** Preset or custom range of days; either bound may be empty. */
export function DaysForm({ days, onPick }: { days: Days; onPick: (days: Days) => void }) {
  const { t } = useTranslation('insights');
  return (
    <div className="w-60 max-w-full">
      {Object.entries(presets).map(([key, [first, last]]) => (
        <button
          key={key}
          type="button"
          className={menuItemClass}
          onClick={() => onPick({ from: daysAgo(first), to: daysAgo(last) })}
        >
          {t(`insights:activity.filter.${key}`)}
        </button>
      ))}
      <div className="mt-1.5 border-t border-line-faint pt-1.5">
        <DayRangeForm {...days} onPick={(from, to) => onPick({ from, to })} />
      </div>
    </div>
  );
}

const daysAgo = (days: number) => businessDay(new Date(Date.now() - days * 24 * 3600_000));
