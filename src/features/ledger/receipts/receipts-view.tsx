import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/router';
import { useReceiptWords } from '@/components/domain/receipts/use-receipt-words';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Link } from '@/components/ui/link';
import { Tabs } from '@/components/ui/tabs';
import type { Unissued } from '@/contract/receipts/views';
import { api } from '@/lib/api/client';
import { formatDateTime } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';
import { Days } from './days';
import { ReceiptList } from './receipt-list';
import { Registers } from './registers';

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
      {current === 'days' && <Days />}
    </section>
  );
}

/** «Деньги без чека», and who has waited longest. */
function Standing({ unissued: { count, amount, oldest } }: { unissued: Unissued }) {
  const { word, language } = useReceiptWords();
  const money = useMoney();
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 rounded-card border border-line bg-surface px-4 py-3 tabular-nums desk:px-5">
      <p className={`text-card font-semibold ${count > 0 ? 'text-bad' : 'text-good'}`}>
        {word('desk.unissued', { number: count })}
      </p>
      {count > 0 && <p className="font-medium">{money(amount)}</p>}
      {oldest ? (
        <p className="text-small text-ink-second">
          {word('desk.oldest')}{' '}
          <Link
            href={`/orders/${oldest.order.id}`}
            className="relative touch-target rounded-badge font-medium text-accent-ink hover:underline"
          >
            <bdi>№ {oldest.order.number}</bdi>
          </Link>
          , {word('desk.since', { when: formatDateTime(oldest.at, language) })}
        </p>
      ) : (
        <p className="text-small text-ink-second">{word('desk.all-issued')}</p>
      )}
    </div>
  );
}
