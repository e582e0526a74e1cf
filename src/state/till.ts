import { atom, useAtom, useAtomValue, useSetAtom } from 'jotai';
import { useCallback } from 'react';
import { storedAtom } from './stored';
import { emptyReceipt, parseReceipt, type Receipt } from './till-receipt';

type Receipts = Record<string, Receipt>;

/** The current receipt of each shop's till, stored in this browser. */
const keptReceipts = storedAtom<Receipts>('gostiny-till', {}, (kept) =>
  typeof kept === 'object' && kept !== null
    ? Object.fromEntries(Object.entries(kept).map(([shop, receipt]) => [shop, parseReceipt(receipt)]))
    : {},
);

const changeReceiptAtom = atom(null, (_get, set, shop: string, change: (receipt: Receipt) => Receipt) =>
  set(keptReceipts, (receipts) => ({ ...receipts, [shop]: change(receipts[shop] ?? emptyReceipt) })),
);

const forgetReceiptsAtom = atom(null, (_get, set) => set(keptReceipts, {}));

export function useReceipt(shop: string): Receipt {
  return useAtomValue(keptReceipts)[shop] ?? emptyReceipt;
}

export function useReceiptChange(shop: string): (change: (receipt: Receipt) => Receipt) => void {
  const set = useSetAtom(changeReceiptAtom);
  return useCallback((change) => set(shop, change), [set, shop]);
}

/** Clears all receipts: somebody else will work here. */
export function useForgetReceipts(): () => void {
  return useSetAtom(forgetReceiptsAtom);
}

const keptPrinting = storedAtom<boolean>('gostiny-till-print', true, (kept) => kept !== false);

/** Whether this till prints a receipt after each sale. */
export function useTillPrinting() {
  return useAtom(keptPrinting);
}
