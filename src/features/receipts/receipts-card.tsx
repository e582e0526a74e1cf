import { useQuery } from '@tanstack/react-query';
import { Check, TriangleAlert } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { type looks, Step } from '@/components/domain/chain-step';
import { useReceiptWords } from '@/components/domain/use-receipt-words';
import { QrPicture } from '@/components/media/qr-picture';
import type { ReceiptState } from '@/contract/receipts/receipt';
import type { OrderReceipts, PrepaidSum, ReceiptView } from '@/contract/receipts/views';
import { useCan } from '@/lib/api/capabilities';
import { api } from '@/lib/api/client';
import { formatDateTime } from '@/lib/format/format';
import { part } from '@/lib/part';
import { useMoney } from '@/state/use-money';

const ReceiptDrawer = part(dynamic(() => import('./receipt-drawer').then((module) => module.ReceiptDrawer)));

/** «Чеки»: receipts of an order as a chain, and those that hand-over will make; nothing where none are issued. */
export function ReceiptsCard({ id, version }: { id: number; version: number }) {
  const { word } = useReceiptWords();
  const [openId, setOpenId] = useState<number>();
  const { data } = useQuery({
    // Below the orders' key, so that actions on the order refetch it.
    queryKey: ['orders', 'receipts', id, version],
    queryFn: () => api.get(`orders/${id}/receipts`),
    enabled: useCan('receipts'),
  });
  if (!data || data.receipts.length === 0) return null;
  const opened = data.receipts.find((one) => one.id === openId);
  return (
    <section className="rounded-card border border-line bg-surface p-4 desk:p-5 print:hidden">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-card font-semibold">{word('title')}</h2>
        <Register receipts={data} />
      </div>
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(11.75rem,1fr))] gap-x-2 gap-y-4 tabular-nums">
        {data.receipts.map((receipt) => (
          <Receipt
            key={receipt.id}
            receipt={receipt}
            namesRegister={registersOf(data.receipts).length > 1}
            onOpen={() => setOpenId(receipt.id)}
          />
        ))}
        {data.coming.map(({ part: parcel, amount }) => (
          <Coming key={parcel.id} place={parcel.place} amount={amount} />
        ))}
      </ol>
      <Foot receipts={data} />
      {opened && <ReceiptDrawer receipt={opened} onClose={() => setOpenId(undefined)} />}
    </section>
  );
}

/** Names of the shops whose own registers issue them; undefined for the marketplace's. */
const registersOf = (receipts: readonly ReceiptView[]) => [
  ...new Set(receipts.flatMap(({ shop, state }) => (state === 'excluded' ? [] : [shop?.name]))),
];

/** `касса площадки, ФН 7384440800123456` */
function Register({ receipts: { receipts, is_part: isPart } }: { receipts: OrderReceipts }) {
  const { word } = useReceiptWords();
  const drives = [...new Set(receipts.flatMap(({ proof }) => (proof ? [proof.drive] : [])))];
  const shops = registersOf(receipts);
  const [name] = shops;
  return (
    <p className="text-small text-ink-second">
      {shops.length === 1 && (name ? word('registers.of-shop', { name }) : word('registers.of-marketplace'))}
      {shops.length === 1 && drives.length === 1 && ', '}
      {drives.length === 1 && word('drive', { drive: drives[0] })}
      {isPart && ` · ${word('part')}`}
    </p>
  );
}

interface ReceiptProps {
  receipt: ReceiptView;
  /** The receipts of the order come from several registers. */
  namesRegister: boolean;
  onOpen: () => void;
}

function Receipt({ receipt, namesRegister, onOpen }: ReceiptProps) {
  const { word, titleOf, adviceOf, language } = useReceiptWords();
  const money = useMoney();
  const { state, is_return: isReturn, amount, proof, qr, trouble, exclusion, shop } = receipt;
  const isVoid = state === 'replaced';
  return (
    <Step
      look={lookOf(receipt)}
      title={
        <button
          type="button"
          className="relative touch-target rounded-badge text-start hover:text-accent-ink hover:underline"
          onClick={onOpen}
        >
          {titleOf(receipt)}
        </button>
      }
      sum={money(isReturn ? -amount : amount)}
      sumInk={isVoid ? 'text-ink-second' : isReturn ? 'text-warn' : ''}
      isVoid={isVoid}
      lines={[
        formatDateTime(proof?.at ?? receipt.created_at, language),
        ...(proof
          ? [word('document', { document: proof.document }), word('sign', { sign: proof.sign })]
          : [exclusion ? word(`exclusions.${exclusion}`) : word(`states.${state}`)]),
        namesRegister && shop && word('registers.of-shop', { name: shop.name }),
        trouble && adviceOf(trouble, shop !== null),
      ]}
      aside={
        qr && (
          <button type="button" aria-label={word('enlarge')} className="rounded-badge" onClick={onOpen}>
            <QrPicture text={qr} quiet={2} label={word('paper.code')} className="size-15" />
          </button>
        )
      }
    />
  );
}

const stateLooks: Record<ReceiptState, keyof typeof looks> = {
  excluded: 'waiting',
  replaced: 'waiting',
  waiting: 'waiting',
  asked: 'waiting',
  unknown: 'unknown',
  blocked: 'bad',
  done: 'good',
};

const lookOf = ({ state, is_return }: ReceiptView): keyof typeof looks =>
  state === 'done' && is_return ? 'back' : stateLooks[state];

function Coming({ place, amount }: { place: number; amount: number }) {
  const { word } = useReceiptWords();
  const money = useMoney();
  return (
    <Step
      look="waiting"
      title={word('coming')}
      sum={money(amount)}
      sumInk="text-ink-second"
      lines={[word('coming-text', { place })]}
    />
  );
}

/** What the prepayment became, and where receipts are sent. */
function Foot({ receipts: { sums, receipts } }: { receipts: OrderReceipts }) {
  const { word } = useReceiptWords();
  const { recipient } = receipts.findLast((one) => one.recipient !== null && one.proof !== null) ?? {};
  return (
    <div className="mt-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-1 text-small">
      {sums && <Equation sums={sums} />}
      {recipient && <p className="text-ink-second">{word('sent-to', { to: recipient })}</p>}
    </div>
  );
}

/** `6 440 ₽ предоплаты = 3 510 ₽ рассчитано + 2 930 ₽ ждёт вручения` */
function Equation({ sums }: { sums: PrepaidSum }) {
  const { word } = useReceiptWords();
  const money = useMoney();
  const Icon = sums.is_equal ? Check : TriangleAlert;
  const parts = (['settled', 'returned', 'waiting'] as const)
    .filter((key) => sums[key] > 0)
    .map((key) => word(`sums.${key}`, { sum: money(sums[key]) }));
  return (
    <p className={`flex gap-1.5 font-medium ${sums.is_equal ? 'text-good' : 'text-bad'}`}>
      <Icon aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" strokeWidth={3} />
      {word('sums.prepaid', { sum: money(sums.prepaid) })} {sums.is_equal ? '=' : '≠'}{' '}
      {parts.join(' + ') || money(0)}
    </p>
  );
}
