import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { sumMoney } from '@/contract/core/money';
import type { OrderDetails, OrderShares, OrderSums } from '@/contract/orders/wire';
import { formatPercent } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';

type Party = keyof OrderSums;

const fills: Record<Party, string> = {
  shops: 'bg-accent',
  marketplace: 'bg-accent/55',
  delivery: 'bg-ink-third/60',
  tax: 'bg-ink-third/30',
};

const parties: readonly Party[] = ['shops', 'marketplace', 'delivery', 'tax'];

/** «Кому сколько»: before, refunded and after for every party and for the buyer; one column without refunds. */
export function Shares({ order, shares }: { order: OrderDetails; shares: OrderShares }) {
  const { t } = useTranslation('orders');
  const { before } = shares;
  const shown = parties.filter((party) => shares[party] !== 0 || (before?.[party] ?? 0) !== 0);
  const whole = shown.reduce((sum, party) => sum + Math.max(0, shares[party]), 0);
  return (
    <section className="mt-3 border-t border-line-faint pt-3 print:hidden">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-3 font-semibold">
        {t('orders:orders.details.shares.title')}
        {before && (
          <span className="text-small font-normal text-ink-second">
            {t('orders:orders.details.shares.after-refunds')}
          </span>
        )}
      </h3>
      <div aria-hidden="true" className="mt-2 flex h-2.5 gap-px overflow-hidden rounded-badge bg-line-faint">
        {shown.map((party) => (
          <span
            key={party}
            className={fills[party]}
            style={{ width: `${whole > 0 ? (Math.max(0, shares[party]) / whole) * 100 : 0}%` }}
          />
        ))}
      </div>
      <table className="mt-2 w-full text-small tabular-nums">
        {before && (
          <thead>
            <tr className="text-end text-ink-second">
              <td />
              {(['before', 'returned', 'after'] as const).map((key) => (
                <th key={key} scope="col" className="ps-1.5 text-end font-normal">
                  {t(`orders:orders.details.shares.${key}`)}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {shown.map((party) => (
            <Sums
              key={party}
              label={<Name party={party} order={order} />}
              after={shares[party]}
              before={before?.[party]}
            />
          ))}
          <Sums
            isBuyer
            label={t('orders:orders.details.shares.buyer')}
            after={sumOf(shares)}
            before={before && sumOf(before)}
          />
        </tbody>
      </table>
    </section>
  );
}

const sumOf = (sums: OrderSums): number => sumMoney(...parties.map((party) => sums[party]));

function Name({ party, order }: { party: Party; order: OrderDetails }) {
  const { t, i18n } = useTranslation('orders');
  const rate = party === 'marketplace' ? order.commission_rate : undefined;
  const count = order.children.length || 1;
  return (
    <span className="flex items-baseline gap-1.5">
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-[2px] ${fills[party]}`} />
      <span className="min-w-0">
        {t(`orders:orders.details.shares.names.${party}`, { count })}
        {rate !== undefined && ` ${formatPercent(rate, i18n.language)}`}
      </span>
    </span>
  );
}

interface SumsProps {
  label: ReactNode;
  before: number | undefined;
  after: number;
  isBuyer?: boolean;
}

function Sums({ label, before, after, isBuyer = false }: SumsProps) {
  const money = useMoney();
  const returned = before === undefined ? 0 : sumMoney(before, -after);
  const cell = `py-0.5 ps-1.5 text-end whitespace-nowrap ${isBuyer ? 'border-t border-line-faint pt-1.5 font-semibold' : ''}`;
  return (
    <tr>
      <th
        scope="row"
        className={`${cell} ps-0! text-start! ${isBuyer ? '' : 'font-normal'} whitespace-normal!`}
      >
        {label}
      </th>
      {before !== undefined && (
        <>
          <td className={`${cell} ${isBuyer ? '' : 'text-ink-second'}`}>{money(before)}</td>
          <td className={`${cell} ${returned === 0 ? 'text-ink-third' : 'text-warn'}`}>
            {returned === 0 ? '—' : money(-returned)}
          </td>
        </>
      )}
      <td className={`${cell} font-semibold`}>{money(after)}</td>
    </tr>
  );
}
