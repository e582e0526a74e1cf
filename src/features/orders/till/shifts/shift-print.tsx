import { useTranslation } from 'next-i18next/pages';
import type { ShiftReport } from '@/contract/orders/till';
import { formatDateTime } from '@/lib/format/format';
import { PrintPage, PrintRow } from '../receipt-print';
import { useTillWord } from '../use-till-word';
import { cashDifference, sumCardRefunds } from './shift-figures';

/** The printed report of a shift. It is not a fiscal report, and says so. */
export function ShiftPrint({ shift }: { shift: ShiftReport }) {
  const { i18n } = useTranslation();
  const word = useTillWord();
  const { counted_cash: counted, expected_cash: expected, closed_at: closedAt } = shift;
  const cash = shift.payments.find(({ gateway }) => gateway === 'CASH')?.sum ?? 0;
  const at = (iso: string) => formatDateTime(iso, i18n.language);
  return (
    <PrintPage id="shift-print">
      <p className="text-center text-[14px] font-semibold">{shift.shop}</p>
      <p className="text-center font-semibold">{word(closedAt ? 'shift.paper-end' : 'shift.paper-now')}</p>
      <p className="text-center">{word('shift.not-fiscal')}</p>
      <p className="mt-2">{word('shift.opened-at', { time: at(shift.opened_at) })}</p>
      {closedAt && <p>{word('shift.closed-at', { time: at(closedAt) })}</p>}
      {shift.cashier && <p>{word('print.cashier', { name: shift.cashier })}</p>}
      {shift.closed_by && <p>{word('shift.closed-by', { name: shift.closed_by })}</p>}
      <div className="mt-2 border-t border-dashed border-black pt-1">
        {shift.payments.map(({ gateway, sales, sum }) => (
          <PrintRow
            key={gateway}
            label={`${word(`print.${gateway}`)}, ${word('shift.sales', { count: sales })}`}
            sum={sum}
          />
        ))}
        <b>
          <PrintRow label={word('shift.total')} sum={shift.revenue} />
        </b>
        <CardRefunds shift={shift} />
        {shift.discounts > 0 && <PrintRow label={word('shift.discounts')} sum={shift.discounts} />}
      </div>
      <div className="mt-2 border-t border-dashed border-black pt-1">
        <PrintRow label={word('shift.opening')} sum={shift.opening_cash} />
        <PrintRow label={word('shift.cash-sales')} sum={cash} />
        {shift.refunds
          .filter(({ gateway }) => gateway !== 'CARD')
          .map(({ id, amount, order_number: number, at: time }) => (
            <PrintRow
              key={id}
              label={`${word('shift.refund')}, ${word('shift.of-order', { number })}, ${at(time)}`}
              sum={-amount}
            />
          ))}
        {shift.moves.map(({ id, amount, reason, by, at: time }) => (
          <PrintRow key={id} label={`${reason}, ${by}, ${at(time)}`} sum={amount} />
        ))}
        <b>
          <PrintRow label={word('shift.expected')} sum={expected} />
        </b>
        {counted !== null && (
          <>
            <PrintRow label={word('shift.counted')} sum={counted} />
            <PrintRow label={word('shift.difference')} sum={cashDifference(expected, counted)} />
          </>
        )}
      </div>
      {shift.note && <p className="mt-2">{shift.note}</p>}
      <p className="mt-6">{word('shift.signature')} ______________</p>
    </PrintPage>
  );
}

function CardRefunds({ shift }: { shift: ShiftReport }) {
  const word = useTillWord();
  const sum = sumCardRefunds(shift);
  return sum > 0 && <PrintRow label={word('shift.card-refunds')} sum={-sum} />;
}
