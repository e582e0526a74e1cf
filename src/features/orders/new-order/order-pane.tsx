import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import { Fragment, type RefObject } from 'react';
import { Checkbox } from '@/components/inputs/checkbox';
import { Textarea } from '@/components/inputs/textarea';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { useRefusal } from '@/lib/form/use-refusal';
import { formatDate, formatDateTime } from '@/lib/format/format';
import { part } from '@/lib/part';
import { useMoney } from '@/state/use-money';
import { SumRow } from '../sum-row';
import { KeyHint } from '../till/key-hint';
import { ReceiptLineRow } from '../till/receipt-line-row';
import type { ShownLine } from '../till/use-quote';
import { DeliveryChoice } from './delivery-choice';
import { addressKeys, chooseGateway, missingParts, paymentWays } from './draft';
import type { NewOrder } from './use-new-order';
import { useNewOrderWord } from './use-new-order-word';

// Shops have none.
const Reductions = part(dynamic(() => import('./reductions').then((module) => module.Reductions)));

interface OrderPaneProps {
  order: NewOrder;
  note: RefObject<HTMLTextAreaElement | null>;
  /** On a narrow screen the delivery is here. */
  hasDelivery: boolean;
}

/** The order by parcel, its sum, and the button that places it. Nothing is paid here. */
export function OrderPane({ order, note, hasDelivery }: OrderPaneProps) {
  const word = useNewOrderWord();
  const { receipt } = order;
  const count = receipt.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <section
      aria-label={word('order')}
      className={`min-h-0 flex-1 flex-col border-line desk:flex desk:w-100 desk:flex-none desk:border-s ${order.isReceiptOpen ? 'flex' : 'hidden'}`}
    >
      <header className="flex min-h-15 items-center gap-2 border-b border-line px-5 phone:px-3">
        <IconButton
          icon="chevron-left"
          label={word('back')}
          className="size-10! desk:hidden rtl:-scale-x-100"
          onClick={() => order.setReceiptOpen(false)}
        />
        <h2 className="text-card font-semibold">{word('order')}</h2>
        {count > 0 && <p className="text-ink-second">{word('pieces', { count })}</p>}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto py-1.5">
        {count === 0 && (
          <p className="px-5 py-10 text-center text-balance text-ink-second">{word('empty')}</p>
        )}
        {parcelsOf(order).map((parcel) => (
          <Fragment key={parcel.shop?.id ?? 0}>
            <Parcel shop={parcel.shop?.name} day={parcel.ready_on} />
            <ul aria-label={[word('lines'), parcel.shop?.name].filter(Boolean).join(', ')}>
              {parcel.lines.map((line) => (
                <ReceiptLineRow key={line.key} till={order} line={line} />
              ))}
            </ul>
          </Fragment>
        ))}
        <div className="grid gap-4 px-5 py-3 phone:px-3">
          {hasDelivery && receipt.phone !== '' && <DeliveryChoice order={order} />}
          {count > 0 && order.info.shop === null && <Reductions order={order} />}
          {count > 0 && <NoteField order={order} note={note} />}
        </div>
      </div>
      <PlaceBox order={order} />
    </section>
  );
}

/** Lines by shop, each with its parcel as far as it is known. */
function parcelsOf({ view: { lines, quote }, info }: NewOrder) {
  const shopOf = (line: ShownLine) => line.shop ?? info.shop ?? undefined;
  const ids = [...new Set(lines.map((line) => shopOf(line)?.id))];
  return ids.map((id) => {
    const own = lines.filter((line) => shopOf(line)?.id === id);
    const [first] = own;
    const parcel = quote?.parcels.find(({ shop }) => shop.id === id);
    return { shop: first && shopOf(first), lines: own, ready_on: parcel?.ready_on ?? null };
  });
}

/** A shop's parcel and the day when it is handed to the carrier. */
function Parcel({ shop, day }: { shop: string | undefined; day: string | null }) {
  const word = useNewOrderWord();
  return (
    <div className="flex flex-wrap justify-between gap-x-3 px-5 py-1.5 text-small text-ink-second phone:px-3">
      <p className="font-semibold" dir="auto">
        {shop}
      </p>
      <p>{day ? word('parcel-day', { day: formatDate(day) }) : word('parcel')}</p>
    </div>
  );
}

function NoteField({ order: { draft, change }, note }: Pick<OrderPaneProps, 'order' | 'note'>) {
  const word = useNewOrderWord();
  return (
    <label className="grid gap-1.5 font-medium" htmlFor="order-note">
      <span className="flex justify-between">
        {word('note')} <KeyHint name="F6" />
      </span>
      <Textarea
        id="order-note"
        ref={note}
        rows={2}
        maxLength={2000}
        value={draft.note}
        onChange={(event) => change({ note: event.target.value })}
      />
    </label>
  );
}

function PlaceBox({ order }: { order: NewOrder }) {
  const word = useNewOrderWord();
  const money = useMoney();
  const { view, draft, change, info } = order;
  const { quote } = view;
  const ways = paymentWays.filter((way) => chooseGateway(way, info.gateways) !== undefined);
  const isBlocked = order.missing !== undefined || !quote || view.hasProblem || quote.coupon_refusal !== null;
  const isCovered = quote !== undefined && quote.wallet > 0 && quote.wallet === quote.total;
  return (
    <div className="border-t border-line px-5 py-4 phone:px-3 phone:py-3">
      {quote && (
        <dl className="grid gap-1">
          <SumRow label={word('goods')} sum={money(quote.amount)} />
          {quote.total_tax > 0 && <SumRow label={word('tax')} sum={money(quote.total_tax)} />}
          <SumRow label={word('delivery.title')} sum={money(quote.shipping_charge)} />
          {quote.discount > 0 && <SumRow label={word('discount')} sum={money(-quote.discount)} />}
          {quote.wallet > 0 && <SumRow label={word('by-points')} sum={money(-quote.wallet)} />}
        </dl>
      )}
      <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="text-[26px] leading-8 font-[650] whitespace-nowrap" aria-live="polite">
          <span className="sr-only">{word('total')} </span>
          {money(quote ? quote.total - quote.wallet : 0)}
        </p>
        {quote && !isCovered && <HeldUntil order={order} />}
      </div>
      {ways.length === 0 && <p className="mt-3 font-medium text-warn">{word('no-ways')}</p>}
      {isCovered && <p className="mt-1 font-medium text-good">{word('covered')}</p>}
      <fieldset className="mt-3 flex flex-wrap gap-2" hidden={isCovered}>
        <legend className="sr-only">{word('way.title')}</legend>
        {ways.map((way) => (
          <button
            key={way}
            type="button"
            aria-pressed={way === draft.way}
            className={`flex h-10 flex-1 items-center justify-center rounded-control border px-2 font-semibold whitespace-nowrap transition-colors ${
              way === draft.way
                ? 'border-accent bg-accent-soft text-accent-ink'
                : 'border-line hover:bg-sunken'
            }`}
            onClick={() => change({ way })}
          >
            {word(`way.${way}`)}
          </button>
        ))}
      </fieldset>
      {draft.way === 'link' && !isCovered && order.receipt.phone !== '' && <SendTo order={order} />}
      <Trouble order={order} />
      <Button
        variant="primary"
        className="mt-3 h-12! w-full text-card!"
        disabled={isBlocked || ways.length === 0}
        isLoading={order.isPlacing}
        onClick={order.place}
      >
        {word(`place.${isCovered ? 'receipt' : draft.way}`)}
        <KeyHint name="Ctrl Enter" className="text-accent-on phone:hidden" />
      </Button>
    </div>
  );
}

/** How long the goods are held. */
function HeldUntil({ order: { view, draft } }: { order: NewOrder }) {
  const { i18n } = useTranslation();
  const word = useNewOrderWord();
  const until = view.quote?.held_until;
  const text = until
    ? word('held', { time: formatDateTime(until, i18n.language) })
    : word(draft.way === 'receipt' ? 'held-receipt' : 'held-always');
  return <p className="text-small text-ink-second">{text}</p>;
}

/** Where the payment link goes. */
function SendTo({ order: { receipt, draft, change } }: { order: NewOrder }) {
  const word = useNewOrderWord();
  const hasEmail = receipt.customer !== null || draft.email.trim() !== '';
  return (
    <div className="mt-2 flex flex-wrap gap-x-5">
      <Checkbox
        label={
          <>
            {word('sms')} <bdi className="whitespace-nowrap">{receipt.phone}</bdi>
          </>
        }
        checked={draft.sendsSms}
        onChange={(event) => change({ sendsSms: event.target.checked })}
      />
      {hasEmail && (
        <Checkbox
          label={draft.email.trim() || word('email')}
          checked={draft.sendsEmail}
          onChange={(event) => change({ sendsEmail: event.target.checked })}
        />
      )}
    </div>
  );
}

/** Why the order was refused, or what it lacks. */
function Trouble({ order }: { order: NewOrder }) {
  const word = useNewOrderWord();
  const { error, missing, view, receipt } = order;
  const refused = useRefusal(error).text;
  if (error) {
    return (
      <p role="alert" className="mt-3 rounded-control bg-warn-soft px-3 py-2 font-medium text-warn">
        {error.code === 'ORDER_CHANGED' ? word('changed') : refused}
      </p>
    );
  }
  if (view.hasProblem) return <p className="mt-3 text-small font-medium text-bad">{word('problem')}</p>;
  if (missing === undefined || receipt.phone === '') return null;
  const parts = missing === 'address' ? missingParts(order.draft.address) : [];
  // The country is the panel's: four parts are typed, and without any of them there is nothing to name.
  const text =
    parts.length > 0 && parts.length < addressKeys.length - 1
      ? word('missing.address-parts', { parts: parts.map((key) => word(`delivery.${key}`)).join('; ') })
      : word(`missing.${missing}`);
  return <p className="mt-3 text-small text-ink-second">{text}</p>;
}
