import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, useSyncExternalStore } from 'react';
import type { TillGateway, TillGood, TillInfo } from '@/contract/orders/till';
import { useReceipt, useReceiptChange } from '@/state/till';
import {
  addGood,
  changeQuantity,
  emptyReceipt,
  moveCurrent,
  type Receipt,
  receiptQuantity,
} from '@/state/till-receipt';
import { computeChange, readSum } from './cash';
import { type ReceiptView, useReceiptView } from './use-quote';
import { useScan } from './use-scan';
import { useSell } from './use-sell';

export type Till = ReturnType<typeof useTill>;

/** What the goods and the lines of a receipt use: the till has it, and the screen of a new order. */
export type Counter = Pick<
  Till,
  | 'receipt'
  | 'scan'
  | 'message'
  | 'show'
  | 'choices'
  | 'closeChoices'
  | 'add'
  | 'setQuantity'
  | 'move'
  | 'enter'
  | 'isReceiptOpen'
  | 'setReceiptOpen'
> & { view: Pick<ReceiptView, 'lines'> };

/** State and actions of the till. */
export function useTill(info: TillInfo) {
  const shop = info.shop.slug;
  const receipt = useReceipt(shop);
  const change = useReceiptChange(shop);
  const view = useReceiptView(shop, receipt);
  const sell = useSell(shop, receipt);
  const client = useQueryClient();
  const isOnline = useOnline();
  const panes = usePanes();
  const cash = useCash(view.total);
  const { received, setReceived, back, setLastBack } = cash;
  const latest = useRef(receipt);
  latest.current = receipt;

  const edit = (next: (receipt: Receipt) => Receipt) => {
    sell.forgetProblem();
    panes.closePane();
    if (isSold(sell)) {
      sell.forgetSale();
      // Cash is entered again for the next customer.
      setReceived('');
    }
    change(next);
  };
  const add = (good: TillGood) => {
    const left = remainingStock(view, good);
    if (latest.current.waiting !== null) return;
    if (receiptQuantity(latest.current, good) >= left)
      return scan.show({ kind: 'out', name: good.name, left });
    scan.show(undefined);
    edit((now) => addGood(now, { ...good, left }));
  };
  const scan = useScan(shop, add);

  const next = () => {
    sell.forgetSale();
    setReceived('');
    panes.setReceiptOpen(false);
    panes.openForm(undefined);
    scan.show(undefined);
    if (latest.current.waiting !== null) change(() => emptyReceipt);
    void client.invalidateQueries({ queryKey: ['till', shop, 'goods'] });
  };
  const enter = () => {
    if (panes.pane) return;
    if (isSold(sell)) return next();
    if (!isReady(receipt, view, back) || scan.pending > 0) return;
    scan.show(undefined);
    setLastBack(receipt.gateway === 'CASH' && received.trim() !== '' ? back : undefined);
    sell.sell(view.total);
  };

  return {
    ...sell,
    ...scan,
    ...panes,
    ...cash,
    info,
    receipt,
    view,
    isOnline,
    add,
    /** Enter: sells, or after a sale starts the next receipt. */
    enter,
    /** Clears the sale and starts a new receipt. */
    next,
    change: edit,
    setQuantity: (key: string, quantity: number) => edit((now) => changeQuantity(now, key, quantity)),
    move: (step: 1 | -1) => change((now) => moveCurrent(now, step)),
    pay: (gateway: TillGateway) => {
      if (info.gateways.includes(gateway) && receipt.waiting === null) edit((now) => ({ ...now, gateway }));
    },
  };
}

/** Open parts of the screen. */
function usePanes() {
  const [form, openForm] = useState<'customer' | 'reduction'>();
  const [isReceiptOpen, setReceiptOpen] = useState(false);
  const [pane, setPane] = useState<'shift' | 'return'>();
  return {
    form,
    openForm,
    /** On a phone the receipt covers the goods. */
    isReceiptOpen,
    setReceiptOpen,
    /** What is shown in place of the receipt. */
    pane,
    togglePane: (one: 'shift' | 'return') => setPane(pane === one ? undefined : one),
    closePane: () => setPane(undefined),
  };
}

/** The last sale is still on the screen. */
export const isSold = ({ sale, kept }: Pick<ReturnType<typeof useSell>, 'sale' | 'kept'>) =>
  kept !== undefined || (sale !== undefined && sale.status !== 'waiting');

/** Whether the receipt can be sold as it is; `back` is the change. */
function isReady(receipt: Receipt, view: ReceiptView, back: number | undefined): boolean {
  const isPaid = receipt.gateway !== 'CASH' || (back !== undefined && back >= 0);
  return receipt.lines.length > 0 && receipt.waiting === null && !view.hasProblem && isPaid;
}

function useCash(total: number) {
  const [received, setReceived] = useState('');
  const [lastBack, setLastBack] = useState<number>();
  const sum = received.trim() === '' ? total : readSum(received);
  const back = sum === undefined ? undefined : computeChange(sum, total);
  return {
    /** Cash as typed; empty means the exact sum. */
    received,
    setReceived,
    /** The change; negative when the cash is not enough, undefined when the field has no valid sum. */
    back,
    /** Change of the last sale, still on the screen. */
    lastBack,
    setLastBack,
  };
}

/** Remaining stock: from the quote when the product is on the receipt. */
export function remainingStock(view: Pick<ReceiptView, 'lines'>, good: TillGood): number {
  const known = view.lines.find(
    (line) => line.product_id === good.product_id && line.variation_option_id === good.variation_option_id,
  );
  return known?.left ?? good.left;
}

function useOnline(): boolean {
  return useSyncExternalStore(
    followNetwork,
    () => navigator.onLine,
    () => true,
  );
}

function followNetwork(listen: () => void): () => void {
  window.addEventListener('online', listen);
  window.addEventListener('offline', listen);
  return () => {
    window.removeEventListener('online', listen);
    window.removeEventListener('offline', listen);
  };
}
