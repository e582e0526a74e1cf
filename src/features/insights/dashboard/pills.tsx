import { useTranslation } from 'next-i18next/pages';
import { type RevenueBasis, revenueBases } from '@/contract/insights/analytics';

interface BasisSwitchProps {
  basis: RevenueBasis;
  onChoose: (basis: RevenueBasis) => void;
}

/** Which orders revenue counts. */
export function BasisSwitch({ basis, onChoose }: BasisSwitchProps) {
  const { t } = useTranslation('insights');
  return (
    <fieldset className="flex gap-0.5 rounded-control bg-line-faint p-0.5">
      <legend className="sr-only">{t('insights:dashboard.basis.label')}</legend>
      {revenueBases.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === basis}
          className="h-7.5 rounded-[7px] px-2.5 phone:px-1.5 text-small font-medium text-ink-second hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-tile pointer-coarse:h-10"
          onClick={() => onChoose(one)}
        >
          {t(`insights:dashboard.basis.${one}`)}
        </button>
      ))}
    </fieldset>
  );
}
