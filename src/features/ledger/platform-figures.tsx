import { useTranslation } from 'next-i18next/pages';
import type { PlatformSummary } from '@/contract/ledger/schema';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';

export function PlatformFigures({ figures }: { figures: PlatformSummary }) {
  const { t, i18n } = useTranslation('ledger');
  const money = useMoney();
  const { balance, owed, points, commission } = figures;
  const each = {
    balance: money(balance),
    commission: money(commission.commission),
    owed: money(owed.current),
    'on-hold': money(owed.on_hold),
    debts: money(owed.debts),
    points: formatNumber(points, i18n.language),
  };
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 rounded-card border border-line bg-surface p-4 sm:grid-cols-3 xl:grid-cols-6 desk:p-5">
      {Object.entries(each).map(([key, value], place) => (
        <div key={key} className="flex min-w-0 flex-col">
          <dt className="text-small text-ink-second">{t(`ledger:ledger.platform.${key}`)}</dt>
          <dd
            className={`mt-auto pt-0.5 text-[18px] leading-7 font-semibold break-words tabular-nums ${place === 0 ? 'text-accent-ink' : ''}`}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
