import { type RefObject, useEffect } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { CustomerBox } from './customer-box';
import { PayBox } from './pay-box';
import { ReceiptButton } from './receipt-button';
import { ReceiptLineRow } from './receipt-line-row';
import { ReductionBox } from './reduction-box';
import { SaleResult } from './sale-result';
import { SbpWait } from './sbp-wait';
import { focusForScanner } from './use-scan';
import { isSold, type Till } from './use-till';
import { useTillWord } from './use-till-word';

interface ReceiptPaneProps {
  till: Till;
  search: RefObject<HTMLInputElement | null>;
  cash: RefObject<HTMLInputElement | null>;
}

export function ReceiptPane({ till, search, cash }: ReceiptPaneProps) {
  const word = useTillWord();
  const { receipt, view, form } = till;
  const isDone = isSold(till);
  const isEmpty = receipt.lines.length === 0;
  // Scans for the next customer must work, whichever field was used last.
  useEffect(() => {
    if (isDone || form === undefined) focusForScanner(search.current);
  }, [isDone, form, search]);
  const count = receipt.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <section
      aria-label={word('receipt.title')}
      className={`min-h-0 flex-1 flex-col border-line desk:flex desk:w-100 desk:flex-none desk:border-s ${till.isReceiptOpen ? 'flex' : 'hidden'}`}
    >
      <header className="flex min-h-15 items-center gap-2 border-b border-line px-5 phone:px-3">
        <IconButton
          icon="chevron-left"
          label={word('receipt.back')}
          className="size-10! desk:hidden rtl:-scale-x-100"
          onClick={() => till.setReceiptOpen(false)}
        />
        <h2 className="text-card font-semibold">{word('receipt.title')}</h2>
        {!isEmpty && <p className="text-ink-second">{word('receipt.count', { count })}</p>}
        {!isDone && <CustomerButton till={till} />}
      </header>
      {form === 'customer' && !isDone && <CustomerBox till={till} />}
      {isDone ? (
        <SaleResult till={till} />
      ) : (
        <>
          <div className="min-h-0 flex-1 overflow-y-auto py-1.5">
            {isEmpty && (
              <p className="px-5 py-10 text-center text-balance text-ink-second">{word('receipt.empty')}</p>
            )}
            <ul aria-label={word('receipt.lines')}>
              {view.lines.map((line) => (
                <ReceiptLineRow key={line.key} till={till} line={line} />
              ))}
            </ul>
            {!isEmpty && <ReductionBox till={till} />}
          </div>
          {receipt.waiting === null ? (
            <PayBox till={till} cash={cash} />
          ) : (
            <SbpWait till={till} saleId={receipt.waiting} />
          )}
        </>
      )}
    </section>
  );
}

function CustomerButton({ till: { form, receipt, openForm } }: { till: Till }) {
  const word = useTillWord();
  return (
    <ReceiptButton
      shortcut="F2"
      aria-expanded={form === 'customer'}
      className="ms-auto"
      onClick={() => openForm(form === 'customer' ? undefined : 'customer')}
    >
      <span className="truncate">{receipt.customer || receipt.phone || word('customer.add')}</span>
    </ReceiptButton>
  );
}
