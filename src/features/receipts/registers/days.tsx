import { useQuery } from '@tanstack/react-query';
import { useReceiptWords } from '@/components/domain/use-receipt-words';
import { EmptyState } from '@/components/page/empty-state';
import { QueryBoundary } from '@/components/page/query-boundary';
import { PlainTable } from '@/components/table/plain-table';
import { Badge } from '@/components/ui/badge';
import type { RegisterDay } from '@/contract/receipts/registers';
import { api } from '@/lib/api/client';
import { formatDate, formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';

/** Receipts by day, ours beside the register's own total. */
export function RegisterDays() {
  const { word } = useReceiptWords();
  const found = useQuery({ queryKey: ['receipts', 'days'], queryFn: () => api.get('receipts/days') });
  return (
    <div className="rounded-card border border-line bg-surface phone:-mx-4 phone:rounded-none phone:border-x-0">
      <QueryBoundary query={found}>
        {(days) =>
          days.length === 0 ? (
            <EmptyState picture="empty" title={word('days.empty')} text={word('days.empty-text')} />
          ) : (
            <DaysTable days={days} />
          )
        }
      </QueryBoundary>
    </div>
  );
}

function DaysTable({ days }: { days: readonly RegisterDay[] }) {
  const { word, language } = useReceiptWords();
  const money = useMoney();
  return (
    <PlainTable
      label={word('desk.days')}
      rows={days}
      rowKey={({ register, day }) => `${register} ${day}`}
      columns={[
        {
          key: 'day',
          label: word('days.day'),
          cell: ({ day }) => <span className="font-medium whitespace-nowrap">{formatDate(day)}</span>,
        },
        {
          key: 'register',
          label: word('days.register'),
          cell: ({ register, shop }) => (
            <span className="whitespace-nowrap">
              {shop === null ? word(`registers.names.${register}`) : word('registers.shop', { name: shop })}
            </span>
          ),
        },
        { key: 'agreed', label: word('days.result'), isWide: true, cell: (day) => <Agreement day={day} /> },
        {
          key: 'receipts',
          label: word('days.receipts'),
          isFigure: true,
          cell: ({ receipts }) => formatNumber(receipts, language),
        },
        { key: 'sales', label: word('days.sales'), isFigure: true, cell: ({ sales }) => money(sales) },
        {
          key: 'returns',
          label: word('days.returns'),
          isFigure: true,
          cell: ({ returns }) => (returns > 0 ? money(-returns) : '—'),
        },
      ]}
    />
  );
}

/** Whether the register says the same, and what it says otherwise. */
function Agreement({ day: { receipts, sales, returns, theirs } }: { day: RegisterDay }) {
  const { word } = useReceiptWords();
  const money = useMoney();
  if (!theirs) return <span className="text-ink-second">{word('days.no-total')}</span>;
  if (theirs.receipts === receipts && theirs.sales === sales && theirs.returns === returns)
    return <Badge tone="good">{word('days.equal')}</Badge>;
  return (
    <span className="inline-grid gap-1">
      <Badge tone="bad">{word('days.differs')}</Badge>
      <span className="text-small text-ink-second">
        {word('days.theirs', {
          receipts: word('days.count', { count: theirs.receipts }),
          sales: money(theirs.sales),
          returns: money(theirs.returns),
        })}
      </span>
    </span>
  );
}
