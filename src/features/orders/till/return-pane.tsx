import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { useRef, useState } from 'react';
import { Checkbox } from '@/components/inputs/checkbox';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import type { RelationOption } from '@/components/inputs/relation-picker';
import { RemotePicker } from '@/components/inputs/remote-picker';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { shownNumber } from '@/contract/orders/number';
import type { Order } from '@/contract/orders/wire';
import { previewRefund } from '@/contract/refunds/money';
import type { Refundable } from '@/contract/refunds/schema';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { useRefusal } from '@/lib/form/use-refusal';
import { formatDateTime } from '@/lib/format/format';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { newKey } from '@/lib/new-key';
import { useModalActions } from '@/state/modal';
import { useMoney } from '@/state/use-money';
import { KeyHint } from './key-hint';
import type { Till } from './use-till';
import { useTillWord } from './use-till-word';

/** Takes goods back over the counter: the sale is found by receipt, order or phone. */
export function ReturnPane({ till }: { till: Till }) {
  const { t } = useTranslation('common');
  const word = useTillWord();
  const [order, setOrder] = useState<Order>();
  return (
    <section
      aria-label={word('return.title')}
      className="flex min-h-0 flex-1 flex-col border-line desk:w-100 desk:flex-none desk:border-s"
    >
      <header className="flex min-h-15 items-center gap-2 border-b border-line px-5 phone:px-3">
        {order && (
          <IconButton
            icon="chevron-left"
            label={word('return.back')}
            className="size-10! rtl:-scale-x-100"
            onClick={() => setOrder(undefined)}
          />
        )}
        <h2 className="text-card font-semibold">{word('return.title')}</h2>
        {order && (
          <p className="min-w-0 truncate text-ink-second">{t('common:id', { id: shownNumber(order) })}</p>
        )}
        <IconButton
          icon="x"
          label={word('return.hide')}
          className="ms-auto size-10!"
          onClick={till.closePane}
        />
      </header>
      {order ? (
        <Sale key={order.id} till={till} order={order} onNext={() => setOrder(undefined)} />
      ) : (
        <Search till={till} onChoose={setOrder} />
      )}
    </section>
  );
}

/** Shorter texts would find everything. */
const minLength = 3;

function Search({ till, onChoose }: { till: Till; onChoose: (order: Order) => void }) {
  const word = useTillWord();
  const [text, setText] = useState('');
  const asked = useDebouncedValue(text.trim(), 300);
  const { id: shop_id } = till.info.shop;
  const found = useQuery({
    queryKey: ['orders', 'till-return', shop_id, asked],
    queryFn: () => api.page('orders', { shop_id, limit: 10, search: `tracking_number:${asked}` }),
    enabled: asked.length >= minLength,
  });
  const rows = (found.data?.rows ?? []).filter(({ order_status }) => order_status === 'order-completed');
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4 phone:px-3">
      <Field
        as={Input}
        id="till-return-search"
        label={word('return.search')}
        hint={word('return.hint')}
        autoFocus
        autoComplete="off"
        maxLength={60}
        className="h-10!"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          const [only] = rows;
          if (event.key === 'Enter' && only && rows.length === 1) onChoose(only);
        }}
      />
      <ul className="mt-3 grid gap-2">
        {rows.map((row) => (
          <FoundSale key={row.id} row={row} onChoose={onChoose} />
        ))}
      </ul>
      {found.isError && (
        <p role="alert" className="font-medium text-bad">
          {word('return.failed')}
        </p>
      )}
      {found.data && rows.length === 0 && <p className="text-ink-second">{word('return.nothing')}</p>}
    </div>
  );
}

function FoundSale({ row, onChoose }: { row: Order; onChoose: (order: Order) => void }) {
  const { t, i18n } = useTranslation('common');
  const money = useMoney();
  return (
    <li>
      <button
        type="button"
        className="flex w-full items-baseline justify-between gap-3 rounded-card border border-line px-3 py-2.5 text-start hover:bg-sunken"
        onClick={() => onChoose(row)}
      >
        <span className="min-w-0">
          <span className="block font-semibold tabular-nums">{t('common:id', { id: shownNumber(row) })}</span>
          <span className="block text-small text-ink-second">
            {[formatDateTime(row.created_at, i18n.language), row.customer_name].filter(Boolean).join(' · ')}
          </span>
        </span>
        <span className="font-semibold whitespace-nowrap tabular-nums">{money(row.total)}</span>
      </button>
    </li>
  );
}

interface SaleProps {
  till: Till;
  order: Order;
  onNext: () => void;
}

function Sale({ till, order, onNext }: SaleProps) {
  const query = useQuery({
    queryKey: ['orders', 'refundable', order.id],
    queryFn: () => api.get(`orders/${order.id}/refundable`),
  });
  return (
    <QueryBoundary query={query}>
      {(found) => <Goods till={till} order={order} found={found} onNext={onNext} />}
    </QueryBoundary>
  );
}

/** Pieces, whether they can be sold again, and the money. */
function Goods({ till, order, found, onNext }: SaleProps & { found: Refundable }) {
  const word = useTillWord();
  const money = useMoney();
  const form = useTillReturn(till, order, found);
  const lines = found.lines.filter(({ left }) => left > 0);
  if (form.done) return <Result text={form.done} onNext={onNext} />;
  if (lines.length === 0) return <p className="p-5 text-ink-second">{word('return.none')}</p>;
  const way = `return.way.${found.kept_as ?? 'SAME'}`;
  return (
    <form
      noValidate
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        form.send();
      }}
    >
      <div className="grid min-h-0 flex-1 content-start gap-3 overflow-y-auto px-5 py-4 phone:px-3">
        <Button className="h-10! justify-self-start" onClick={form.takeAll}>
          {word('return.all')}
        </Button>
        <Pieces form={form} lines={lines} partId={order.id} />
        <Restock form={form} />
        <Reason form={form} />
      </div>
      <div className="border-t border-line px-5 py-4 phone:px-3">
        <p aria-live="polite" className="text-[26px] leading-8 font-[650]">
          <span className="sr-only">{word('return.sum')} </span>
          {money(form.amount)}
        </p>
        {form.amount > 0 && <p className="text-ink-second">{word(way)}</p>}
        {form.error && (
          <p role="alert" className="mt-2 font-medium text-bad">
            {form.error}
          </p>
        )}
        <Button
          type="submit"
          variant="primary"
          className="mt-3 h-12! w-full text-card!"
          disabled={form.isEmpty || !till.isOnline}
          isLoading={form.isSending}
        >
          {word(form.amount > 0 || form.isEmpty ? 'return.submit' : 'return.submit-goods')}
          <KeyHint name="Enter" className="text-accent-on" />
        </Button>
      </div>
    </form>
  );
}

interface PiecesProps {
  partId: number;
  form: ReturnType<typeof useTillReturn>;
  lines: Refundable['lines'];
}

function Pieces({ form, lines, partId }: PiecesProps) {
  const word = useTillWord();
  const { open } = useModalActions();
  return (
    <ul className="divide-y divide-line-faint">
      {lines.map((line) => (
        <li key={line.id} className="flex items-center gap-2 py-2">
          <span className="min-w-0 flex-1 break-words">
            {[line.name, line.variation].filter(Boolean).join(' · ')}
            {line.variation && (
              <Button
                size="small"
                className="mt-1 flex!"
                aria-haspopup="dialog"
                aria-label={`${word('return.exchange')}: ${line.name}`}
                onClick={() => open('EXCHANGE_GOODS', { partId, lineId: line.id })}
              >
                {word('return.exchange')}
              </Button>
            )}
          </span>
          <Step
            label={word('return.less', { name: line.name })}
            sign="−"
            isDisabled={form.of(line.id) === 0}
            onClick={() => form.set(line.id, form.of(line.id) - 1)}
          />
          <span aria-live="polite" className="min-w-14 text-center font-semibold tabular-nums">
            {word('return.of', { count: form.of(line.id), most: line.left })}
          </span>
          <Step
            label={word('return.more', { name: line.name })}
            sign="+"
            isDisabled={form.of(line.id) === line.left}
            onClick={() => form.set(line.id, form.of(line.id) + 1)}
          />
        </li>
      ))}
    </ul>
  );
}

function Restock({ form }: { form: ReturnType<typeof useTillReturn> }) {
  const word = useTillWord();
  return (
    <>
      <Checkbox
        label={word('return.restock')}
        checked={form.isRestocked}
        onChange={(event) => form.setRestocked(event.target.checked)}
      />
      {!form.isRestocked && (
        <Field
          as={Input}
          id="till-return-reason"
          label={word('return.reason')}
          isRequired
          maxLength={300}
          className="h-10!"
          value={form.reason}
          onChange={(event) => form.setReason(event.target.value)}
        />
      )}
    </>
  );
}

/** Why the goods come back: one of the dictionary, or words where none fits. */
function Reason({ form: { why, setWhy, lacksReason } }: { form: ReturnType<typeof useTillReturn> }) {
  const { t } = useTranslation('form');
  const word = useTillWord();
  return (
    <>
      <Field
        id="till-return-why"
        label={word('return.why')}
        isRequired
        error={lacksReason ? t('form:error-return-reason-required') : undefined}
      >
        {(control) => (
          <RemotePicker
            control={control}
            label={word('return.why')}
            relation={{ endpoint: 'refund-reasons' }}
            value={why.reason}
            onChange={(reason) => setWhy({ ...why, reason: [reason ?? []].flat()[0] ?? null })}
          />
        )}
      </Field>
      <Field
        as={Input}
        id="till-return-about"
        label={word('return.about')}
        maxLength={1000}
        className="h-10!"
        value={why.text}
        onChange={(event) => setWhy({ ...why, text: event.target.value })}
      />
    </>
  );
}

interface StepProps {
  label: string;
  sign: string;
  isDisabled: boolean;
  onClick: () => void;
}

function Step({ label, sign, isDisabled, onClick }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={isDisabled}
      className="grid size-9 place-items-center rounded-control border border-line bg-surface text-card font-semibold hover:not-disabled:bg-sunken disabled:text-ink-third pointer-coarse:size-10"
      onClick={onClick}
    >
      {sign}
    </button>
  );
}

function Result({ text, onNext }: { text: string; onNext: () => void }) {
  const word = useTillWord();
  return (
    <div role="status" className="grid gap-4 px-5 py-10 text-center phone:px-3">
      <p className="text-card font-semibold text-good">{text}</p>
      <Button autoFocus className="h-12!" onClick={onNext}>
        {word('return.next')}
      </Button>
    </div>
  );
}

interface Why {
  reason: RelationOption | null;
  text: string;
}

/** Input of a return over the counter, and its submission: the same key until the server refuses. */
function useTillReturn(till: Till, order: Order, found: Refundable) {
  const word = useTillWord();
  const money = useMoney();
  const client = useQueryClient();
  const [pieces, setPieces] = useState<ReadonlyMap<number, number>>(new Map());
  const [isRestocked, setRestocked] = useState(true);
  const [reason, setReason] = useState('');
  const [why, setWhy] = useState<Why>({ reason: null, text: '' });
  const [isTried, setTried] = useState(false);
  const isUnexplained = !why.reason && why.text.trim() === '';
  const key = useRef(newKey());
  const { slug } = till.info.shop;
  const of = (id: number) => pieces.get(id) ?? 0;
  const chosen = [...pieces].filter(([, quantity]) => quantity > 0);
  const isEmpty = chosen.length === 0;
  const { amount } = previewRefund(found.lines, new Map(chosen), found.delivery_left ?? 0);
  const call = useMutation({
    mutationFn: () => {
      const lines = chosen.map(([order_line_id, quantity]) => ({
        order_line_id,
        quantity,
        written_off: isRestocked ? 0 : quantity,
      }));
      const body = {
        lines,
        received: true,
        at_till: Boolean(found.kept_as),
        write_off_reason: reason.trim() || null,
        refund_reason_id: why.reason?.id ?? null,
        description: why.text.trim() || null,
      };
      return api.post(`orders/${order.id}/returns`, body, undefined, { 'Idempotency-Key': key.current });
    },
    onError: (error) => {
      if (toClientError(error).status !== undefined) key.current = newKey();
    },
    onSettled: () =>
      Promise.all(
        [['till', slug], ['orders'], ['refunds']].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
    meta: { silent: true },
  });
  const { text: error } = useRefusal(call.error);
  const refund = call.data;
  return {
    of,
    amount,
    isEmpty,
    isRestocked,
    setRestocked,
    reason,
    setReason,
    isSending: call.isPending,
    set: (id: number, quantity: number) => setPieces(new Map(pieces).set(id, quantity)),
    takeAll: () => setPieces(new Map(found.lines.map(({ id, left }) => [id, left]))),
    why,
    setWhy,
    lacksReason: isTried && isUnexplained,
    send: () => {
      setTried(true);
      if (!isEmpty && !isUnexplained && !call.isPending) call.mutate();
    },
    error,
    done:
      refund &&
      (refund.status === 'approved' && refund.amount === 0
        ? word('return.done.goods')
        : word(`return.done.${refund.status}`, { sum: money(refund.amount) })),
  };
}
