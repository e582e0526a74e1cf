import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { Skeleton } from '@/components/skeleton';
import type { LedgerRow } from '@/contract/ledger/schema';
import { api } from '@/lib/api';
import { formatDateTime } from '@/lib/format';
import { useMoney } from './use-money';

/** What came onto a shop's balance and left it, the latest first. */
export function LedgerLines({ shopId }: { shopId: number }) {
  const { t } = useTranslation('resources');
  const pages = useInfiniteQuery({
    queryKey: ['shops', 'ledger', shopId],
    queryFn: ({ pageParam }) => api.page<LedgerRow>(`shops/${shopId}/ledger`, { limit: 10, page: pageParam }),
    initialPageParam: 1,
    getNextPageParam: ({ paginator }) => (paginator.hasMorePages ? paginator.currentPage + 1 : undefined),
    meta: { silent: true },
  });
  const lines = pages.data?.pages.flatMap(({ rows }) => rows);
  return (
    <Card title={t('resources:withdraws.ledger.title')}>
      {!lines && !pages.isError && <Skeleton className="h-24 w-full" />}
      {pages.isError && <p className="text-ink-second">{t('resources:withdraws.ledger.failed')}</p>}
      {lines?.length === 0 && <p className="text-ink-second">{t('resources:withdraws.ledger.empty')}</p>}
      <ol className="divide-y divide-line-faint">
        {lines?.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ol>
      {pages.hasNextPage && (
        <Button
          className="mt-3"
          isLoading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('resources:withdraws.ledger.more')}
        </Button>
      )}
    </Card>
  );
}

function Line({ line }: { line: LedgerRow }) {
  const { t, i18n } = useTranslation('resources');
  const money = useMoney();
  const isIn = line.amount > 0;
  const number = line.family === 'withdraws' && line.row_id ? ` №${line.row_id}` : '';
  return (
    <li className="flex items-start justify-between gap-4 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="font-medium">
          {t(`resources:withdraws.ledger.kinds.${line.kind}`, { defaultValue: line.kind })}
          {number}
        </p>
        {line.reason && <p className="break-words text-small text-ink-second">{line.reason}</p>}
        <time dateTime={line.at} className="block text-small text-ink-second">
          {formatDateTime(line.at, i18n.language)}
        </time>
      </div>
      <div className="shrink-0 text-end tabular-nums">
        <p className={`font-medium ${isIn ? 'text-good' : ''}`}>
          {isIn ? '+' : '−'}
          {money(Math.abs(line.amount))}
        </p>
        <p className="text-small text-ink-second">
          {t('resources:withdraws.ledger.left', { sum: money(line.balance) })}
        </p>
      </div>
    </li>
  );
}
