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
import { type Scan, useScan } from './use-scan';
import { type Sell, useSell } from './use-sell';

export type ReceiptForm = 'customer' | 'reduction' | undefined;

export interface Till
  extends Sell,
    Pick<Scan, 'scan' | 'pending' | 'message' | 'show' | 'choices' | 'closeChoices'> {
  info: TillInfo;
  receipt: Receipt;
  view: ReceiptView;
  isOnline: boolean;
  form: ReceiptForm;
  openForm: (form: ReceiptForm) => void;
  /** On a phone the receipt covers the goods. */
  isReceiptOpen: boolean;
  setReceiptOpen: (isOpen: boolean) => void;
  /** The shift replaces the receipt. */
  isShiftShown: boolean;
  showShift: () => void;
  hideShift: () => void;
  /** A return replaces the receipt. */
  isReturnShown: boolean;
  showReturn: () => void;
  hideReturn: () => void;
  /** Cash as typed; empty means the exact sum. */
  received: string;
  setReceived: (text: string) => void;
  /** The change; negative when the cash is not enough, undefined when the field has no valid sum. */
  back: number | undefined;
  /** Change of the last sale, still on the screen. */
  lastBack: number | undefined;
  change: (change: (receipt: Receipt) => Receipt) => void;
  add: (good: TillGood) => void;
  setQuantity: (key: string, quantity: number) => void;
  move: (step: 1 | -1) => void;
  pay: (gateway: TillGateway) => void;
  /** Enter: sells, or after a sale starts the next receipt. */
  enter: () => void;
  /** Clears the sale and starts a new receipt. */
  next: () => void;
}

/** What the goods and the lines of a receipt use: the till has it, and the screen of a new order. */
export interface Counter
  extends Pick<
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
  > {
  view: Pick<ReceiptView, 'lines'>;
}

/** State and actions of the till. */
export function useTill(info: TillInfo): Till {
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
    panes.hidePane();
    if (isSold(sell)) {
      sell.setSale(undefined);
      sell.forgetKept();
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
    sell.setSale(undefined);
    sell.forgetKept();
    setReceived('');
    panes.setReceiptOpen(false);
    panes.openForm(undefined);
    scan.show(undefined);
    if (latest.current.waiting !== null) change(() => emptyReceipt);
    void client.invalidateQueries({ queryKey: ['till', shop, 'goods'] });
  };
  const enter = () => {
    if (panes.isShiftShown || panes.isReturnShown) return;
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
    enter,
    next,
    change: edit,
    setQuantity: (key, quantity) => edit((now) => changeQuantity(now, key, quantity)),
    move: (step) => change((now) => moveCurrent(now, step)),
    pay: (gateway) => {
      if (info.gateways.includes(gateway) && receipt.waiting === null) edit((now) => ({ ...now, gateway }));
    },
  };
}

/** Open parts of the screen. */
function usePanes() {
  const [form, openForm] = useState<ReceiptForm>();
  const [isReceiptOpen, setReceiptOpen] = useState(false);
  const [pane, setPane] = useState<'shift' | 'return'>();
  const hidePane = () => setPane(undefined);
  return {
    form,
    openForm,
    isReceiptOpen,
    setReceiptOpen,
    hidePane,
    isShiftShown: pane === 'shift',
    isReturnShown: pane === 'return',
    showShift: () => setPane('shift'),
    hideShift: hidePane,
    showReturn: () => setPane('return'),
    hideReturn: hidePane,
  };
}

/** The last sale is still on the screen. */
export const isSold = ({ sale, kept }: Pick<Sell, 'sale' | 'kept'>) =>
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
  return { received, setReceived, back, lastBack, setLastBack };
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
