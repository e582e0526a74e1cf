import dynamic from 'next/dynamic';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { Portal } from '@/components/ui/portal';
import { sumMoney } from '@/contract/core/money';
import type { TillSale } from '@/contract/orders/till';
import { formatDateTime, formatNumber } from '@/lib/format/format';
import { part } from '@/lib/part';
import { useMoney } from '@/state/use-money';
import { useTillWord } from './use-till-word';

interface ReceiptPrintProps {
  sale: TillSale;
  /** The change given. */
  back: number | undefined;
  shop: string;
  /** The shop's own register issues the receipt. */
  hasRegister: boolean | undefined;
}

const FiscalSlip = part(dynamic(() => import('./till-receipt').then((module) => module.FiscalSlip)));

/** The printed slip. It is not a fiscal receipt, and says so; it has the code of the one that the shop's register issues. */
export function ReceiptPrint({ sale, back, shop, hasRegister }: ReceiptPrintProps) {
  const { i18n } = useTranslation();
  const word = useTillWord();
  const money = useMoney();
  const { seller } = sale;
  return (
    <PrintPage id="receipt-print">
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
            <PrintRow
              label={`${formatNumber(line.quantity, i18n.language)} × ${money(line.unit_price)}`}
              sum={line.subtotal}
            />
          </li>
        ))}
      </ul>
      {sale.discount > 0 && <PrintRow label={word('print.discount')} sum={-sale.discount} />}
      {sale.tax > 0 && <PrintRow label={word('print.tax')} sum={sale.tax} />}
      <div className="my-1 text-[15px] font-semibold">
        <PrintRow label={word('print.total')} sum={sale.total} />
      </div>
      {sale.vat.map(({ rate, sum }) => (
        <PrintRow key={rate} label={word('print.vat', { rate })} sum={sum} />
      ))}
      <PrintRow label={word(`print.${sale.payment_gateway}`)} sum={sumMoney(sale.total, back ?? 0)} />
      {back !== undefined && back > 0 && <PrintRow label={word('print.change')} sum={back} />}
      {sale.cashier && <p className="mt-2">{word('print.cashier', { name: sale.cashier })}</p>}
      {hasRegister && <FiscalSlip orderId={sale.id} />}
      <p className="mt-2 text-center">{word('print.thanks')}</p>
    </PrintPage>
  );
}

/** A page for an 80 mm printer; not visible on the screen. */
export function PrintPage({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Portal>
      <style>
        {
          '@media print { @page { size: 80mm auto; margin: 4mm } body { background: #fff } body > svg, #__next { display: none } }'
        }
      </style>
      <section
        aria-hidden="true"
        data-testid={id}
        className="hidden w-[72mm] bg-white text-[12px] leading-4 text-black print:block"
      >
        {children}
      </section>
    </Portal>
  );
}

export function PrintRow({ label, sum }: { label: string; sum: number }) {
  const money = useMoney();
  return (
    <span className="flex justify-between gap-2">
      <span>{label}</span>
      <span className="whitespace-nowrap">{money(sum)}</span>
    </span>
  );
}
