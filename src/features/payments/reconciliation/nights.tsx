import { EmptyState } from '@/components/page/empty-state';
import { PlainTable } from '@/components/table/plain-table';
import { Badge } from '@/components/ui/badge';
import type { NightRow } from '@/contract/payments/reconciliation';
import { formatNumber } from '@/lib/format/format';
import { useReconciliationWords } from './use-words';

/** The last nights of every provider, whether they agreed or not. */
export function Nights({ nights }: { nights: readonly NightRow[] }) {
  const { word, provider, day, language } = useReconciliationWords();
  const sourceOf = ({ source, failure }: NightRow) =>
    source ? word(`night.${source}`) : failure ? '—' : word('night.nothing');
  return (
    <div className="rounded-card border border-line bg-surface phone:-mx-4 phone:rounded-none phone:border-x-0">
      {nights.length === 0 ? (
        <EmptyState picture="empty" title={word('night.empty')} text={word('night.empty-text')} />
      ) : (
        <PlainTable
          label={word('night.title')}
          rows={nights}
          rowKey={(night) => `${night.provider} ${night.day}`}
          card={(night) => (
            <>
              <p className="flex justify-between gap-3 font-medium">
                {day(night.day)} <Result night={night} />
              </p>
              <p className="text-small text-ink-second">
                {provider(night.provider)}, {sourceOf(night)}
              </p>
              <p className="text-small text-ink-second">
                {word('night.matched')}: {formatNumber(night.matched, language)}
              </p>
            </>
          )}
          columns={[
            {
              key: 'day',
              label: word('night.day'),
              cell: (night) => <span className="font-medium whitespace-nowrap">{day(night.day)}</span>,
            },
            { key: 'provider', label: word('night.provider'), cell: (night) => provider(night.provider) },
            {
              key: 'result',
              label: word('night.result'),
              isWide: true,
              cell: (night) => <Result night={night} />,
            },
            {
              key: 'source',
              label: word('night.source'),
              cell: (night) => <span className="whitespace-nowrap">{sourceOf(night)}</span>,
            },
            {
              key: 'matched',
              label: word('night.matched'),
              isFigure: true,
              cell: ({ matched }) => formatNumber(matched, language),
            },
          ]}
        />
      )}
    </div>
  );
}

function Result({ night: { is_ok, failure, differences, open } }: { night: NightRow }) {
  const { word } = useReconciliationWords();
  if (is_ok) return <Badge tone="good">{word('night.ok')}</Badge>;
  if (failure === 'no-registry') return <Badge tone="warn">{word('night.no-registry')}</Badge>;
  if (failure !== null) return <Badge tone="bad">{word('night.failed')}</Badge>;
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone="bad">{word('night.differs', { count: differences })}</Badge>
      {open === 0 && <Badge>{word('night.closed')}</Badge>}
    </span>
  );
}
