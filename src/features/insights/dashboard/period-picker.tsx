import { Calendar, Check, ChevronDown } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { menuItemClass } from '@/components/ui/menu-item-style';
import { Popover } from '@/components/ui/popover';
import { type Days, periodNames } from '@/contract/insights/analytics';
import { lazyPart } from '@/lib/lazy-part';
import { daysText } from './period-text';
import type { ChosenPeriod } from './use-period';

const DayRangeForm = lazyPart(
  () => import('@/components/inputs/dates/day-range-form'),
  'DayRangeForm',
  () => <span className="block h-32 w-60" />,
);

interface PeriodPickerProps {
  chosen: ChosenPeriod;
  /** Its days, once known. */
  days: Days | undefined;
  onChoose: (period: ChosenPeriod) => void;
}

/** Period of a dashboard: named or two days. */
export function PeriodPicker({ chosen, days, onChoose }: PeriodPickerProps) {
  const { t } = useTranslation('insights');
  const name = 'period' in chosen ? chosen.period : undefined;
  const own = 'period' in chosen ? undefined : chosen;
  const text = own ? daysText(own) : t(`insights:dashboard.period.${name}`);
  return (
    <Popover
      content={
        <>
          <Calendar className="size-4 phone:hidden" />
          <span>
            <span className="sr-only">{t('insights:dashboard.period.label')}</span> {text}
            {!own && days && <span className="max-lg:hidden">{`: ${daysText(days)}`}</span>}
          </span>
          <ChevronDown className="size-4 text-ink-third max-[374px]:hidden" />
        </>
      }
    >
      {(close) => (
        <>
          {periodNames.map((period) => (
            <button
              key={period}
              type="button"
              aria-pressed={period === name}
              className={menuItemClass}
              onClick={() => {
                onChoose({ period });
                close();
              }}
            >
              <span className="flex-1">{t(`insights:dashboard.period.${period}`)}</span>
              {period === name && <Check className="size-4" />}
            </button>
          ))}
          <div className="mt-1.5 w-60 border-t border-line-faint pt-1.5">
            <DayRangeForm
              needsBoth
              from={own?.from}
              to={own?.to}
              onPick={(from, to) => {
                onChoose({ from, to });
                close();
              }}
            />
          </div>
        </>
      )}
    </Popover>
  );
}
