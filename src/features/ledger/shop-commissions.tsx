import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { EmptyState } from '@/components/page/empty-state';
import { QueryBoundary } from '@/components/page/query-boundary';
import { TableFrame } from '@/components/table/table-frame';
import { Link } from '@/components/ui/link';
import { balanceStanding } from '@/contract/ledger/balance';
import type { ShopCommissionRow } from '@/contract/ledger/schema';
import { ListPages } from '@/crud/list/list-pages';
import { api } from '@/lib/api/client';
import { formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';
import type { LedgerState } from './use-ledger-state';

const sums = ['goods', 'credited', 'commission', 'current_balance', 'on_hold_amount'] as const;

const cell =
  'border-b border-line-faint px-3 py-2.5 group-last:border-b-0 first:ps-4 last:pe-4 phone:flex phone:justify-between phone:gap-3 phone:border-0 phone:p-0!';

/** Commission of the period and balance by shop, linked to its ledger and orders. */
export function ShopCommissions({ state }: { state: LedgerState }) {
  const { t } = useTranslation('ledger');
  const query = { page: state.page, limit: 20, ...state.period };
  const found = useQuery({
    queryKey: ['shops', 'ledger', 'commissions', query],
    queryFn: () => api.page('ledger/shops', query),
    enabled: state.isReady,
    placeholderData: keepPreviousData,
  });
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface phone:-mx-4 phone:rounded-none phone:border-x-0">
      <QueryBoundary query={found}>
        {({ rows, paginator }) =>
          rows.length === 0 ? (
            <EmptyState
              picture="empty"
              title={t('ledger:ledger.platform.shops-empty')}
              text={t('ledger:ledger.platform.shops-empty-text')}
            />
          ) : (
            <>
              <Table rows={rows} period={state.period} />
              <ListPages info={paginator} onPage={state.goTo} />
            </>
          )
        }
      </QueryBoundary>
    </div>
  );
}

interface TableProps {
  rows: readonly ShopCommissionRow[];
  period: LedgerState['period'];
}

function Table({ rows, period }: TableProps) {
  const { t } = useTranslation('ledger');
  return (
    <TableFrame
      wraps
      label={t('ledger:ledger.platform.shops')}
      headings={['shop', 'orders', ...sums].map((key) => ({
        key,
        text: t(`ledger:ledger.fields.${key}`),
        isFigure: key !== 'shop',
      }))}
    >
      {rows.map((row) => (
        <ShopRow key={row.id} row={row} period={period} />
      ))}
    </TableFrame>
  );
}

/** Money that the shop may withdraw, or its debt. */
function Standing({ balance }: { balance: number }) {
  const { t } = useTranslation('ledger');
  const money = useMoney();
  const { isDebt, sum } = balanceStanding(balance);
  if (!isDebt) return money(sum);
  return <span className="text-bad">{t('ledger:ledger.platform.debt', { sum: money(sum) })}</span>;
}

function ShopRow({ row, period }: { row: ShopCommissionRow; period: TableProps['period'] }) {
  const { t, i18n } = useTranslation('ledger');
  const money = useMoney();
  const query = new URLSearchParams(period).toString();
  const slug = encodeURIComponent(row.slug);
  const name = (key: string) => (
    <span className="hidden text-small text-ink-second phone:inline">{t(`ledger:ledger.fields.${key}`)}</span>
  );
  const orders = formatNumber(row.orders, i18n.language);
  return (
    <tr className="group phone:grid phone:gap-1 phone:border-b phone:border-line-faint phone:px-4 phone:py-3 phone:last:border-b-0">
      <td className={`${cell} font-medium`}>
        <Link
          href={query ? `/${slug}/ledger?${query}` : `/${slug}/ledger`}
          className="relative touch-target rounded-badge hover:text-accent-ink hover:underline"
        >
          {row.name}
        </Link>
      </td>
      <td className={`${cell} text-end tabular-nums`}>
        {name('orders')}
        <Link
          href={`/${slug}/orders`}
          aria-label={`${t('ledger:ledger.platform.orders')}: ${row.name}, ${orders}`}
          className="relative touch-target rounded-badge text-accent-ink underline underline-offset-2"
        >
          {orders}
        </Link>
      </td>
      {sums.map((key) => (
        <td
          key={key}
          className={`${cell} text-end whitespace-nowrap tabular-nums ${key === 'commission' ? 'font-medium' : 'text-ink-second'}`}
        >
          {name(key)}
          {key === 'current_balance' ? <Standing balance={row.current_balance} /> : money(row[key])}
        </td>
      ))}
    </tr>
  );
}
