import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useState } from 'react';
import { EmptyState } from '@/components/page/empty-state';
import { PlainTable } from '@/components/table/plain-table';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import type { Tone } from '@/contract/core/define';
import { type BankLine, type LineMatch, lineMatches } from '@/contract/payments/reconciliation';
import { api } from '@/lib/api/client';
import { useRefresh } from '@/lib/api/use-refresh';
import { withPlus } from '@/lib/format/movement';
import { useMay } from '@/lib/session/rights';
import { showToast } from '@/lib/toast';
import { useMoney } from '@/state/use-money';
import { ChosenList } from './chosen-list';
import { GiveForm } from './give-form';
import { GiveToPayouts } from './give-to-payouts';
import { useReconciliationWords } from './use-words';

const tones: Record<LineMatch, Tone> = {
  settlement: 'good',
  payout: 'good',
  transfer: 'neutral',
  buyer: 'accent',
  acquirer: 'warn',
  payout_returned: 'bad',
  shop_debt: 'good',
  returned: 'neutral',
  return_sent: 'neutral',
  unknown: 'warn',
};

/** Posted lines of the bank, and what each was found to be. */
export function BankLines() {
  const { word } = useReconciliationWords();
  return (
    <ChosenList
      name="lines"
      by="match"
      label={word('match')}
      options={[
        { value: '', label: word('line.all') },
        ...lineMatches.map((value) => ({ value, label: word(`matches.${value}`) })),
      ]}
      load={(query) => api.page('reconciliation/lines', query)}
      empty={(isFiltered) => (
        <EmptyState
          picture={isFiltered ? 'search' : 'empty'}
          title={word('line.empty')}
          text={word('line.empty-text')}
        />
      )}
    >
      {(rows) => <Lines rows={rows} />}
    </ChosenList>
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
            <bdi className="min-w-0 break-words">{line.party || '—'}</bdi>
            <Amount line={line} />
          </p>
          <p className="text-small break-words text-ink-second">
            {day(line.day)} · <bdi>{line.purpose}</bdi>
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
  const sum = direction === 'in' ? amount : -amount;
  return (
    <span className={`font-medium whitespace-nowrap tabular-nums ${direction === 'in' ? 'text-good' : ''}`}>
      {withPlus(sum, money(sum))}
    </span>
  );
}

function Purpose({ line: { party, number, purpose } }: { line: BankLine }) {
  const { t } = useTranslation('common');
  return (
    <div>
      <p className="font-medium break-words">
        <bdi>{party || '—'}</bdi>
      </p>
      <p className="text-small break-words text-ink-second">
        <bdi>
          {number && `${t('common:id', { id: number })}. `}
          {purpose}
        </bdi>
      </p>
    </div>
  );
}

function Found({ line }: { line: BankLine }) {
  const { match, withdraw_ids, orders, uses } = line;
  const { word } = useReconciliationWords();
  const link = 'text-small text-accent-ink hover:underline';
  return (
    <div className="grid justify-items-start gap-1">
      <Badge tone={tones[match]}>{word(`matches.${match}`)}</Badge>
      {withdraw_ids.map((id) => (
        <Link key={id} href={`/withdraws/${id}`} className={link}>
          {word('line.withdrawal', { id })}
        </Link>
      ))}
      {uses.length === 0 &&
        orders.map(({ id, number }) => (
          <Link key={id} href={`/orders/${id}`} className={link}>
            {word('order', { number })}
          </Link>
        ))}
      <Uses uses={uses} />
      {line.match === 'buyer' && orders.length > 0 && <Apply line={line} />}
      {isGivable(line) && <Give line={line} />}
      {line.is_waiting && <p className="text-small text-warn">{word('line.waiting')}</p>}
      {isForPayouts(line) && <GiveToPayouts line={line} />}
    </div>
  );
}

/** What nobody has found to be anything yet may be payouts that left, or that came back. */
const isForPayouts = ({ match, direction, withdraw_ids }: BankLine): boolean =>
  withdraw_ids.length === 0 && (direction === 'out' ? match === 'unknown' : match === 'payout_returned');

/** Money that came, and that nobody has given to anything. */
const isGivable = ({ direction, match, is_applied }: BankLine): boolean =>
  direction === 'in' && (match === 'buyer' || match === 'unknown') && !is_applied;

/** What a person has given the line to. */
function Uses({ uses }: Pick<BankLine, 'uses'>) {
  const { word } = useReconciliationWords();
  const money = useMoney();
  return (
    <ul className="grid gap-1 text-small">
      {uses.map(({ kind, order, shop, amount, is_sent }) => (
        <li key={`${kind} ${order?.id ?? shop?.id ?? 0}`}>
          {order && (
            <Link href={`/orders/${order.id}`} className="text-accent-ink hover:underline">
              {word('order', { number: order.number })}
            </Link>
          )}
          {shop && <bdi>{word('give.to-debt', { shop: shop.name })}</bdi>}
          {kind === 'return' && word(is_sent ? 'give.sent-back' : 'give.goes-back')}
          {`: ${money(amount)}`}
        </li>
      ))}
    </ul>
  );
}

/** Opens the form that gives the line to something else than its buyer named. */
function Give({ line }: { line: BankLine }) {
  const { word } = useReconciliationWords();
  const mayDecide = useMay('finance:decide');
  const [isOpen, setOpen] = useState(false);
  if (!mayDecide) return null;
  return isOpen ? (
    <GiveForm line={line} onClose={() => setOpen(false)} />
  ) : (
    <Button size="small" onClick={() => setOpen(true)}>
      {word('give.open')}
    </Button>
  );
}

/** A buyer's transfer pays its order: asked once more, with the sum. */
function Apply({ line: { id, amount, is_applied } }: { line: BankLine }) {
  const { t } = useTranslation('common');
  const { word } = useReconciliationWords();
  const money = useMoney();
  const mayDecide = useMay('finance:decide');
  const [isSure, setSure] = useState(false);
  const refresh = useRefresh(['reconciliation', 'orders', 'payments', 'ledger']);
  const apply = useMutation({
    mutationFn: () => api.post(`reconciliation/lines/${id}/apply`, {}),
    onSuccess: async () => {
      showToast('success', word('line.applied'));
      await refresh();
    },
    onSettled: () => setSure(false),
  });
  if (is_applied) return <p className="text-small text-good">{word('line.applied')}</p>;
  if (!mayDecide) return null;
  if (!isSure)
    return (
      <Button size="small" onClick={() => setSure(true)}>
        {word('line.apply')}
      </Button>
    );
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="small" variant="primary" isLoading={apply.isPending} onClick={() => apply.mutate()}>
        {word('line.apply-sum', { sum: money(amount) })}
      </Button>
      <Button size="small" onClick={() => setSure(false)}>
        {t('common:button-cancel')}
      </Button>
    </div>
  );
}
