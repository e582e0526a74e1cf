import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { Fragment, useState } from 'react';
import { EmptyState } from '@/components/page/empty-state';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { type Difference, differenceStates } from '@/contract/payments/reconciliation';
import { api } from '@/lib/api/client';
import { useMe } from '@/lib/session/me';
import { useMay } from '@/lib/session/rights';
import { useModalActions } from '@/state/modal';
import { useMoney } from '@/state/use-money';
import { ChosenList } from './chosen-list';
import { GiveToPayouts } from './give-to-payouts';
import { RepairForm } from './repair-form';
import { useReconciliationWords } from './use-words';

/** What differs between the books, the providers and the bank, each with its age, owner and repair. */
export function Differences() {
  const { word } = useReconciliationWords();
  return (
    <ChosenList
      name="differences"
      by="state"
      first="open"
      label={word('state')}
      options={differenceStates.map((value) => ({ value, label: word(`states.${value}`) }))}
      load={(query) => api.page('reconciliation/differences', query)}
      empty={() => <EmptyState picture="empty" title={word('empty')} text={word('empty-text')} />}
    >
      {(rows) => <DifferenceList rows={rows} />}
    </ChosenList>
  );
}

function DifferenceList({ rows }: { rows: readonly Difference[] }) {
  const { word } = useReconciliationWords();
  const [repaired, setRepaired] = useState<number>();
  return (
    <ul aria-label={word('parts.differences')} className="divide-y divide-line-faint">
      {rows.map((difference) => (
        <li key={difference.id} className="px-4 py-3 desk:px-5">
          <DifferenceRow
            difference={difference}
            onRepair={() => setRepaired(repaired === difference.id ? undefined : difference.id)}
          />
          {repaired === difference.id && (
            <RepairForm difference={difference} onClose={() => setRepaired(undefined)} />
          )}
        </li>
      ))}
    </ul>
  );
}

function DifferenceRow({ difference, onRepair }: { difference: Difference; onRepair: () => void }) {
  const { word, provider, day } = useReconciliationWords();
  const mayDecide = useMay('finance:decide');
  const { kind, subject, object_id, order, purpose, reason, state, decided_by } = difference;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-2 phone:grid-cols-1">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {word(`kinds.${kind}`)}
          <Badge tone={state === 'open' ? 'warn' : 'good'}>{ageOf(word, difference)}</Badge>
        </p>
        <p className="text-small break-words text-ink-second">
          {[provider(difference.provider), day(difference.day)].filter(Boolean).map((text, place) => (
            <Fragment key={text}>
              {place > 0 && ', '}
              <bdi>{text}</bdi>
            </Fragment>
          ))}
          {subject !== 'bank_line' && (
            <>
              , {word(`subjects.${subject}`)} <code dir="ltr">{object_id}</code>
            </>
          )}
          {difference.withdraw_id !== null && (
            <>
              {' · '}
              <Link href={`/withdraws/${difference.withdraw_id}`} className="text-accent-ink hover:underline">
                {word('line.withdrawal', { id: difference.withdraw_id })}
              </Link>
            </>
          )}
          {order && (
            <>
              {' · '}
              <Link href={`/orders/${order.id}`} className="text-accent-ink hover:underline">
                {word('order', { number: order.number })}
              </Link>
            </>
          )}
        </p>
        {purpose && <p className="text-small break-words text-ink-second">«{purpose}»</p>}
        <RefundIds difference={difference} />
        {state !== 'open' && (
          <p className="text-small break-words">
            {decided_by ? `${decided_by.name}: ${reason ?? ''}` : word('repair.by-itself')}
          </p>
        )}
      </div>
      <Sums difference={difference} />
      {state === 'open' && (
        <div className="col-span-full flex flex-wrap items-center gap-x-4 gap-y-2">
          <Owner difference={difference} />
          {mayDecide && (
            <Button size="small" onClick={onRepair}>
              {word('repair.button')}
            </Button>
          )}
          {kind === 'outgoing_unknown' && difference.bank_line_id !== null && (
            <GiveToPayouts
              line={{ id: difference.bank_line_id, direction: 'out', amount: difference.theirs ?? 0 }}
            />
          )}
          <Chargeback difference={difference} />
        </div>
      )}
    </div>
  );
}

/** Money that went back unasked may be a chargeback of the buyer's bank: once it is entered and granted, the difference is none. */
function Chargeback({ difference: { subject, kind, order } }: { difference: Difference }) {
  const { t } = useTranslation('payments');
  const { open } = useModalActions();
  const mayDecide = useMay('finance:decide');
  const isUnasked = subject === 'refund' && kind !== 'missing_there';
  if (!order || !isUnasked || !mayDecide) return null;
  return (
    <Button
      size="small"
      variant="ghost"
      aria-haspopup="dialog"
      onClick={() => open('OPEN_CHARGEBACK', { orderId: order.id })}
    >
      {t('payments:payments.chargeback.title')}
    </Button>
  );
}

/** Refunds that one side only has, by the provider's ids. */
function RefundIds({ difference: { refund_ids: ids } }: { difference: Difference }) {
  const { word } = useReconciliationWords();
  return (['there', 'here'] as const).map((side) =>
    ids && ids[side].length > 0 ? (
      <p key={side} className="text-small break-words text-ink-second">
        {word(`refunds-${side}`)}: <code dir="ltr">{ids[side].join(', ')}</code>
      </p>
    ) : null,
  );
}

const dayMs = 86_400_000;

function ageOf(word: ReturnType<typeof useReconciliationWords>['word'], { state, found_at }: Difference) {
  if (state !== 'open') return word(`states.${state}`);
  return word('age', { count: Math.max(0, Math.floor((Date.now() - Date.parse(found_at)) / dayMs)) });
}

function Sums({ difference: { kind, ours, theirs } }: { difference: Difference }) {
  const { word } = useReconciliationWords();
  const money = useMoney();
  const isOfBank = kind === 'bank_differs' || kind === 'payout_returned';
  const sum = (value: number | null) => (value === null ? word('nothing') : money(value));
  return (
    <dl className="grid grid-cols-[auto_auto] content-start gap-x-3 text-small tabular-nums phone:justify-start">
      <dt className="text-ink-second">{word(isOfBank ? 'expected' : 'ours')}</dt>
      <dd className="text-end font-medium whitespace-nowrap">{sum(ours)}</dd>
      <dt className="text-ink-second">{word(isOfBank ? 'came' : 'theirs')}</dt>
      <dd className="text-end font-medium whitespace-nowrap">{sum(theirs)}</dd>
    </dl>
  );
}

function Owner({ difference: { id, owner } }: { difference: Difference }) {
  const { word } = useReconciliationWords();
  const { data: me } = useMe();
  const mayWrite = useMay('finance:write');
  const client = useQueryClient();
  const isMine = owner?.id === me?.id;
  const own = useMutation({
    mutationFn: () => api.post(`reconciliation/differences/${id}/owner`, { is_mine: !isMine }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['reconciliation'] }),
  });
  return (
    <p className="flex items-center gap-2 text-small text-ink-second">
      {word('owner')}: <span className="text-ink">{owner?.name ?? word('no-owner')}</span>
      {mayWrite && (
        <Button size="small" variant="ghost" isLoading={own.isPending} onClick={() => own.mutate()}>
          {word(isMine ? 'give-back' : 'take')}
        </Button>
      )}
    </p>
  );
}
