import { useTranslation } from 'next-i18next/pages';
import { sumMoney } from '@/contract/core/money';
import type { EntryKind, KindTotals, LedgerSummary } from '@/contract/ledger/schema';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';

interface PeriodTotalsProps {
  totals: LedgerSummary;
  isPlatform?: boolean;
  /** Shows the lines of a figure below, each of which opens where it comes from. */
  onKinds?: (kinds: string) => void;
}

/** Opening balance, movements and closing balance of a period, and its commission. A shop's negative balance is a debt. */
export function PeriodTotals({ totals, isPlatform = false, onKinds }: PeriodTotalsProps) {
  const { t, i18n } = useTranslation('ledger');
  const money = useMoney();
  const { commission } = totals;
  const figures = figuresOf(totals, isPlatform);
  const isAll = totals.from === null && totals.to === null;
  return (
    <section className="rounded-card border border-line bg-surface p-4 desk:p-5">
      <h2 className="text-card font-semibold">{t(`ledger:ledger.totals.title${isAll ? '-all' : ''}`)}</h2>
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-4">
        {figures.map(({ key, sum, kinds }) => {
          const isDebt = sum < 0 && !isPlatform && (key === 'opening' || key === 'closing');
          const text = money(isDebt ? -sum : sum);
          const color = isDebt ? 'text-bad' : key === 'closing' ? 'text-accent-ink' : '';
          return (
            <div key={key} className="flex min-w-0 flex-col">
              <dt className="text-small text-ink-second">
                {t(`ledger:ledger.totals.${isDebt ? `${key}-debt` : key}`)}
              </dt>
              <dd
                className={`mt-auto pt-0.5 break-words tabular-nums ${key === 'closing' ? 'font-bold' : 'font-medium'} ${color}`}
              >
                {kinds && onKinds ? (
                  <button
                    type="button"
                    className="relative touch-target rounded-badge text-start hover:text-accent-ink hover:underline"
                    onClick={() => onKinds(kinds.join(','))}
                  >
                    {text}
                  </button>
                ) : (
                  text
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      <p className="mt-4 border-t border-line-faint pt-3 text-small text-ink-second">
        {commission.orders === 0 && commission.goods === 0
          ? t('ledger:ledger.totals.no-commission')
          : t('ledger:ledger.totals.commission', {
              sum: money(commission.commission),
              goods: money(commission.goods),
              orders: formatNumber(commission.orders, i18n.language),
            })}
      </p>
    </section>
  );
}

interface Figure {
  key: string;
  sum: number;
  /** Operations that it adds up. */
  kinds?: readonly EntryKind[];
}

/** Opening balance, movements and closing balance; the rows between add up to the difference. */
function figuresOf(totals: LedgerSummary, isPlatform: boolean): Figure[] {
  const sum = (names: readonly EntryKind[], value: (totals: KindTotals) => number) =>
    sumMoney(...totals.kinds.filter(({ kind }) => names.includes(kind)).map(value));
  const net = (key: string, ...kinds: EntryKind[]): Figure => ({
    key,
    kinds,
    sum: sum(kinds, ({ income, outgo }) => income - outgo),
  });
  const kept = net('kept', 'cash-kept', 'card-kept');
  return [
    { key: 'opening', sum: totals.opening },
    ...(isPlatform
      ? [
          { key: 'came', sum: sumMoney(...totals.kinds.map(({ income }) => income)) },
          { key: 'went', sum: 0 - sumMoney(...totals.kinds.map(({ outgo }) => outgo)) },
        ]
      : [
          net('sold', 'order'),
          net('refund', 'refund', 'goodwill'),
          net('withdrawn', 'withdrawal', 'withdrawal-return'),
          // Shown only for shops with a till.
          ...(kept.sum === 0 ? [] : [kept]),
          net('adjustment', 'adjustment'),
        ]),
    { key: 'closing', sum: totals.closing },
  ];
}
