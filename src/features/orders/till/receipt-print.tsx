import { useTranslation } from 'next-i18next/pages';
import { sumMoney } from '@/contract/core/money';
import type { TillSale } from '@/contract/orders/till';
import { formatDateTime, formatNumber } from '@/lib/format/format';
import { useMoney } from '@/state/use-money';
import { Paper, PaperRow } from './paper';
import { useTillWord } from './use-till-word';

interface ReceiptPrintProps {
  sale: TillSale;
  /** The change given. */
  back: number | undefined;
  shop: string;
}

/** The printed receipt. It is not a fiscal receipt, and says so. */
export function ReceiptPrint({ sale, back, shop }: ReceiptPrintProps) {
  const { i18n } = useTranslation();
  const word = useTillWord();
  const money = useMoney();
  const { seller } = sale;
  return (
    <Paper id="receipt-print">
      <p className="text-center text-[14px] font-semibold">{shop}</p>
      {seller.name !== shop && <p className="text-center">{seller.name}</p>}
      {seller.inn && <p className="text-center">{word('print.inn', { inn: seller.inn })}</p>}
      <p className="mt-2 text-center font-semibold">{word('print.title', { number: sale.number })}</p>
      <p className="text-center">{word('print.not-fiscal')}</p>
      <p className="text-center">{formatDateTime(sale.at, i18n.language)}</p>
      <ul className="mt-2 border-y border-dashed border-black py-1">
        {sale.lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a receipt never changes
          <li key={place} className="py-0.5">
            <span className="block">{[line.name, line.variation].filter(Boolean).join(', ')}</span>
            <PaperRow
              label={`${formatNumber(line.quantity, i18n.language)} × ${money(line.unit_price)}`}
              sum={line.subtotal}
            />
          </li>
        ))}
      </ul>
      {sale.discount > 0 && <PaperRow label={word('print.discount')} sum={-sale.discount} />}
      {sale.tax > 0 && <PaperRow label={word('print.tax')} sum={sale.tax} />}
      <div className="my-1 text-[15px] font-semibold">
        <PaperRow label={word('print.total')} sum={sale.total} />
      </div>
      {sale.vat.map(({ rate, sum }) => (
        <PaperRow key={rate} label={word('print.vat', { rate })} sum={sum} />
      ))}
      <PaperRow label={word(`print.${sale.payment_gateway}`)} sum={paid()} />
      {back !== undefined && back > 0 && <PaperRow label={word('print.change')} sum={back} />}
      {sale.cashier && <p className="mt-2">{word('print.cashier', { name: sale.cashier })}</p>}
      <p className="mt-2 text-center">{word('print.thanks')}</p>
    </Paper>
  );

  function paid(): number {
    return sumMoney(sale.total, back ?? 0);
  }
}
