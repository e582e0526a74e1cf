import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Select } from '@/components/inputs/select';
import { EmptyState } from '@/components/page/empty-state';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link';
import type { Tone } from '@/contract/core/define';
import { type BankLine, type LineMatch, lineMatches } from '@/contract/payments/reconciliation';
import { PagedCard } from '@/crud/list/paged-card';
import { api } from '@/lib/api/client';
import { useMoney } from '@/state/use-money';
import { PlainTable } from './plain-table';
import { useReconciliationWords } from './use-words';

const tones: Record<LineMatch, Tone> = {
  settlement: 'good',
  payout: 'good',
  transfer: 'neutral',
  buyer: 'accent',
  acquirer: 'warn',
  payout_returned: 'bad',
  unknown: 'warn',
};

/** Posted lines of the bank, and what each was found to be. */
export function BankLines() {
  const { word } = useReconciliationWords();
  const [match, setMatch] = useState('');
  const [page, setPage] = useState(1);
  const query = { page, limit: 20, ...(match && { match }) };
  const found = useQuery({
    queryKey: ['reconciliation', 'lines', query],
    queryFn: () => api.page('reconciliation/lines', query),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="grid gap-3">
      <Select
        className="w-64 phone:w-full"
        aria-label={word('match')}
        value={match}
        options={[
          { value: '', label: word('line.all') },
          ...lineMatches.map((value) => ({ value, label: word(`matches.${value}`) })),
        ]}
        onChange={({ target }) => {
          setMatch(target.value);
          setPage(1);
        }}
      />
      <PagedCard
        query={found}
        empty={
          <EmptyState
            picture={match ? 'search' : 'empty'}
            title={word('line.empty')}
            text={word('line.empty-text')}
          />
        }
        onPage={setPage}
      >
        {(rows) => <Lines rows={rows} />}
      </PagedCard>
    </div>
  );
}

function Lines({ rows }: { rows: readonly BankLine[] }) {
  const { word, day } = useReconciliationWords();
  return (
    <PlainTable
      label={word('line.title')}
      rows={rows}
      rowKey={({ id }) => id}
      card={(line) => (
        <>
          <p className="flex justify-between gap-3 font-medium">
            <span className="min-w-0 break-words">{line.party || '—'}</span>
            <Amount line={line} />
          </p>
          <p className="text-small break-words text-ink-second">
            {day(line.day)}. {line.purpose}
          </p>
          <Found line={line} />
        </>
      )}
      columns={[
        {
          key: 'day',
          label: word('line.day'),
          cell: (line) => <span className="whitespace-nowrap">{day(line.day)}</span>,
        },
        {
          key: 'purpose',
          label: word('line.party'),
          isWide: true,
          cell: (line) => <Purpose line={line} />,
        },
        { key: 'match', label: word('match'), cell: (line) => <Found line={line} /> },
        {
          key: 'amount',
          label: word('line.amount'),
          isFigure: true,
          cell: (line) => <Amount line={line} />,
        },
      ]}
    />
  );
}

function Amount({ line: { direction, amount } }: { line: BankLine }) {
  const money = useMoney();
  return (
    <span className={`font-medium whitespace-nowrap tabular-nums ${direction === 'in' ? 'text-good' : ''}`}>
      {direction === 'in' ? '+' : '−'}
      {money(amount)}
    </span>
  );
}

function Purpose({ line: { party, number, purpose } }: { line: BankLine }) {
  return (
    <div>
      <p className="font-medium break-words">{party || '—'}</p>
      <p className="text-small break-words text-ink-second">
        {number && `№ ${number}. `}
        {purpose}
      </p>
    </div>
  );
}

function Found({ line: { match, withdraw_id, order } }: { line: BankLine }) {
  const { word } = useReconciliationWords();
  const link = 'text-small text-accent-ink hover:underline';
  return (
    <div className="grid justify-items-start gap-1">
      <Badge tone={tones[match]}>{word(`matches.${match}`)}</Badge>
      {withdraw_id !== null && (
        <Link href={`/withdraws/${withdraw_id}`} className={link}>
          {word('line.withdrawal', { id: withdraw_id })}
        </Link>
      )}
      {order && (
        <Link href={`/orders/${order.id}`} className={link}>
          {word('order', { number: order.number })}
        </Link>
      )}
    </div>
  );
}
