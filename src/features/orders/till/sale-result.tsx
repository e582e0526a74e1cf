import dynamic from 'next/dynamic';
import { useEffect } from 'react';
import { Checkbox } from '@/components/inputs/checkbox';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { part } from '@/lib/part';
import { useTillPrinting } from '@/state/till';
import { useMoney } from '@/state/use-money';
import { KeyHint } from './key-hint';
import { ReceiptPrint } from './receipt-print';
import type { Till } from './use-till';
import { useTillWord } from './use-till-word';

const FiscalState = part(dynamic(() => import('./till-receipt').then((module) => module.FiscalState)));

/**
 * After a sale: change, receipt, and the next customer. The receipt of a sale without a network is printed when it has a
 * number.
 */
export function SaleResult({ till }: { till: Till }) {
  const word = useTillWord();
  const money = useMoney();
  const [isPrinting, setPrinting] = useTillPrinting();
  const { sale, kept = 0, lastBack } = till;
  // biome-ignore lint/correctness/useExhaustiveDependencies: printed once for each sale
  useEffect(() => {
    if (sale && isPrinting) window.print();
  }, [sale?.id]);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        role="status"
        className="flex flex-1 flex-col items-center justify-center gap-1 px-5 py-8 text-center"
      >
        <p className={`text-card font-semibold ${sale ? 'text-good' : 'text-warn'}`}>
          {word(sale ? 'sold.title' : 'sold.kept')}
        </p>
        <p className="text-[26px] leading-8 font-[650]">{money(sale ? sale.total : kept)}</p>
        {lastBack !== undefined && lastBack > 0 && (
          <p className="mt-3">
            <span className="block text-ink-second">{word('sold.change')}</span>
            <b className="text-[32px] leading-10 font-[650] text-good">{money(lastBack)}</b>
          </p>
        )}
        <p className="mt-3 text-balance text-ink-second">
          {sale ? (
            <Link
              href={`/${encodeURIComponent(till.info.shop.slug)}/orders/${sale.id}`}
              className="relative touch-target rounded-badge text-accent-ink hover:underline"
            >
              {word('sold.number', { number: sale.number })}
            </Link>
          ) : (
            word('sold.kept-text')
          )}
        </p>
        {sale && till.info.has_register && <FiscalState orderId={sale.id} />}
      </div>
      <div className="grid gap-2 border-t border-line px-5 py-4 phone:px-3">
        {sale && (
          <>
            <Checkbox
              checked={isPrinting}
              onChange={() => setPrinting((now) => !now)}
              label={word('sold.print-always')}
              className="min-h-10!"
            />
            <Button className="h-11!" onClick={() => window.print()}>
              {word('sold.print')}
            </Button>
          </>
        )}
        <Button variant="primary" className="h-12! text-card!" onClick={till.next}>
          {word('sold.next')}
          <KeyHint name="Enter" className="text-accent-on" />
        </Button>
      </div>
      {sale && (
        <ReceiptPrint
          sale={sale}
          back={lastBack}
          shop={till.info.shop.name}
          hasRegister={till.info.has_register}
        />
      )}
    </div>
  );
}
