import { Check } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { DayRangeForm } from '@/components/inputs/dates/day-range-form';
import { menuItemClass } from '@/components/ui/menu-item-style';
import { findPreset, type PeriodBounds, presetBounds, presets } from '@/lib/format/periods';

interface PeriodFormProps {
  period: PeriodBounds;
  onPick: (period: PeriodBounds) => void;
}

/** Preset or custom period; either bound may be empty. */
export function PeriodForm({ period, onPick }: PeriodFormProps) {
  const { t } = useTranslation('ledger');
  const chosen = findPreset(period);
  return (
    <div className="w-66">
      {presets.map((preset) => (
        <button
          key={preset}
          type="button"
          aria-pressed={preset === chosen}
          className={menuItemClass}
          onClick={() => onPick(presetBounds(preset))}
        >
          <span className="flex-1">{t(`ledger:ledger.filter.${preset}`)}</span>
          {preset === chosen && <Check className="size-4" />}
        </button>
      ))}
      <div className="mt-1.5 border-t border-line-faint pt-1.5">
        <DayRangeForm from={period.from} to={period.to} onPick={(from, to) => onPick({ from, to })} />
      </div>
    </div>
  );
}
