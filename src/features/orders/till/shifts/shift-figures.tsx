import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { sumMoney } from '@/contract/core/money';
import type { ShiftReport } from '@/contract/orders/till';
import { formatDateTime } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';
import { useTillWord } from '../use-till-word';

/** Receipts by payment method, and the expected cash in the drawer. */
export function ShiftFigures({ shift }: { shift: ShiftReport }) {
  const word = useTillWord();
  const { payments } = shift;
  const cardRefunds = sumCardRefunds(shift);
  return (
    <div className="grid gap-4">
      <section aria-label={word('shift.sold')}>
        <h3 className="font-semibold">{word('shift.sold')}</h3>
        <dl className="mt-1">
          {payments.map(({ gateway, sales, sum }) => (
            <Row
              key={gateway}
              label={word(`print.${gateway}`)}
              note={word('shift.sales', { count: sales })}
              sum={sum}
            />
          ))}
          <Row label={word('shift.total')} sum={shift.revenue} isSum />
          {cardRefunds > 0 && <Row label={word('shift.card-refunds')} sum={-cardRefunds} />}
          {shift.discounts > 0 && <Row label={word('shift.discounts')} sum={shift.discounts} />}
        </dl>
      </section>
      <Drawer shift={shift} />
    </div>
  );
}

/** What the terminal gave back, in roubles. */
export const sumCardRefunds = ({ refunds }: ShiftReport) =>
  sumMoney(...refunds.filter(({ gateway }) => gateway === 'CARD').map(({ amount }) => amount));

/** What must lie in the drawer, and every sum that it follows from. */
function Drawer({ shift }: { shift: ShiftReport }) {
  const { i18n } = useTranslation();
  const word = useTillWord();
  const { payments, refunds, moves, counted_cash: counted } = shift;
  const cash = payments.find(({ gateway }) => gateway === 'CASH')?.sum ?? 0;
  const note = (what: string, by: string | null, at: string) =>
    [what, by, formatDateTime(at, i18n.language)].filter(Boolean).join(' · ');
  return (
    <section aria-label={word('shift.drawer')}>
      <h3 className="font-semibold">{word('shift.drawer')}</h3>
      <dl className="mt-1">
        <Row label={word('shift.opening')} sum={shift.opening_cash} />
        <Row label={word('shift.cash-sales')} sum={cash} />
        {refunds
          .filter(({ gateway }) => gateway !== 'CARD')
          .map(({ id, amount, order_number: number, by, at }) => (
            <Row
              key={id}
              label={word('shift.refund')}
              note={note(word('shift.of-order', { number }), by, at)}
              sum={-amount}
            />
          ))}
        {moves.map(({ id, amount, reason, by, at }) => (
          <Row
            key={id}
            label={word(amount > 0 ? 'shift.put' : 'shift.taken')}
            note={note(reason, by, at)}
            sum={amount}
          />
        ))}
        <Row label={word('shift.expected')} sum={shift.expected_cash} isSum />
        {counted !== null && (
          <>
            <Row label={word('shift.counted')} sum={counted} />
            <Difference expected={shift.expected_cash} counted={counted} />
          </>
        )}
      </dl>
      {shift.note && <p className="mt-1 text-small break-words text-ink-second">{shift.note}</p>}
    </section>
  );
}

interface RowProps {
  label: ReactNode;
  note?: string;
  sum: number;
  isSum?: boolean;
}

function Row({ label, note, sum, isSum = false }: RowProps) {
  const money = useMoney();
  return (
    <div
      className={`flex items-baseline justify-between gap-3 py-1 ${isSum ? 'border-t border-line-faint font-semibold' : ''}`}
    >
      <dt className="min-w-0">
        {label}
        {note && <span className="block text-small break-words text-ink-second">{note}</span>}
      </dt>
      <dd className="whitespace-nowrap tabular-nums">{money(sum)}</dd>
    </div>
  );
}

export const cashDifference = (expected: number, counted: number) => sumMoney(counted, -expected);

export function Difference({ expected, counted }: { expected: number; counted: number }) {
  const word = useTillWord();
  const money = useMoney();
  const difference = cashDifference(expected, counted);
  const key = difference === 0 ? 'even' : difference < 0 ? 'short' : 'over';
  return (
    <div
      className={`flex justify-between gap-3 py-1 font-semibold ${difference === 0 ? 'text-good' : 'text-bad'}`}
    >
      <dt>{word(`shift.${key}`)}</dt>
      <dd className="whitespace-nowrap tabular-nums">{difference !== 0 && money(Math.abs(difference))}</dd>
    </div>
  );
}
