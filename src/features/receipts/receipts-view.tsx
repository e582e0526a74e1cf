import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useReceiptWords } from '@/components/domain/use-receipt-words';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import { Tabs } from '@/components/ui/tabs';
import type { UnissuedMoney } from '@/contract/receipts/unissued';
import { api } from '@/lib/api/client';
import { formatDateTime } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';
import { ReceiptList } from './receipt-list';
import { RegisterDays } from './registers/days';
import { Registers } from './registers/registers';

const parts = ['list', 'registers', 'days'] as const;

/** «Касса»: money without a receipt, receipts, registers with their queues, and days beside what registers say. */
export function ReceiptsView() {
  const { word } = useReceiptWords();
  const { query } = useRouter();
  const unissued = useQuery({
    queryKey: ['receipts', 'unissued'],
    queryFn: () => api.get('receipts/unissued'),
  });
  const current = parts.find((one) => one === query.part) ?? 'list';
  return (
    <section aria-label={word('desk.title')} className="grid gap-4">
      <QueryBoundary query={unissued}>{(found) => <Standing unissued={found} />}</QueryBoundary>
      <Tabs
        label={word('desk.parts')}
        tabs={parts.map((part) => ({
          href: `/ledger?view=receipts${part === 'list' ? '' : `&part=${part}`}`,
          label: word(`desk.${part}`),
          isCurrent: part === current,
        }))}
      />
      {current === 'list' && <ReceiptList />}
      {current === 'registers' && <Registers />}
      {current === 'days' && <RegisterDays />}
    </section>
  );
}

/** «Деньги без чека», and who has waited longest. */
function Standing({ unissued }: { unissued: UnissuedMoney }) {
  const { word, language } = useReceiptWords();
  const money = useMoney();
  const { receipts, amount, oldest_at: since, oldest_order: orderId, late, blocked } = unissued;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3 tabular-nums desk:px-5">
      <p className={`text-card font-semibold ${receipts > 0 ? 'text-bad' : 'text-good'}`}>
        {word('desk.unissued', { number: receipts })}
      </p>
      {receipts > 0 && <p className="font-medium">{money(amount)}</p>}
      {blocked > 0 && <Badge tone="bad">{word('desk.blocked', { number: blocked })}</Badge>}
      {late > 0 && <Badge tone="bad">{word('desk.late', { number: late })}</Badge>}
      {since !== null && orderId !== null ? (
        <p className="text-small text-ink-second">
          {word('desk.oldest', { when: formatDateTime(since, language) })}{' '}
          <Link
            href={`/orders/${orderId}`}
            className="relative touch-target rounded-badge font-medium text-accent-ink hover:underline"
          >
            {word('desk.open-order')}
          </Link>
        </p>
      ) : (
        <p className="text-small text-ink-second">
          {word(unissued.from === null ? 'desk.off' : 'desk.all-issued')}
        </p>
      )}
    </div>
  );
}
