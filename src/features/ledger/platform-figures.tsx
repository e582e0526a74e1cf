import { useTranslation } from 'next-i18next/pages';
import { Link } from '@/components/ui/link';
import type { PlatformSummary } from '@/contract/ledger/schema';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';

const keys = ['money', 'debts-of', 'own', 'commission', 'owed', 'on-hold', 'debts', 'points'] as const;

interface PlatformFiguresProps {
  figures: PlatformSummary;
  /** What each figure is made of. */
  hrefs: Record<(typeof keys)[number], string>;
}

/** Figures of the marketplace's books, each of which opens what it is made of. */
export function PlatformFigures({ figures, hrefs }: PlatformFiguresProps) {
  const { t, i18n } = useTranslation('ledger');
  const money = useMoney();
  const { owed, points, commission } = figures;
  const each = {
    money: money(figures.money),
    'debts-of': money(figures.debts),
    own: money(figures.own),
    commission: money(commission.commission),
    owed: money(owed.current),
    'on-hold': money(owed.on_hold),
    debts: money(owed.debts),
    points: formatNumber(points, i18n.language),
  };
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 rounded-card border border-line bg-surface p-4 sm:grid-cols-4 desk:p-5">
      {keys.map((key, place) => (
        <div key={key} className="flex min-w-0 flex-col">
          <dt className="text-small text-ink-second">{t(`ledger:ledger.platform.${key}`)}</dt>
          <dd
            className={`mt-auto pt-0.5 text-[18px] leading-7 font-semibold break-words tabular-nums ${place < 3 ? 'text-accent-ink' : ''}`}
          >
            <Link
              href={hrefs[key]}
              className="relative touch-target rounded-badge hover:text-accent-ink hover:underline"
            >
              {each[key]}
            </Link>
          </dd>
        </div>
      ))}
    </dl>
  );
}
