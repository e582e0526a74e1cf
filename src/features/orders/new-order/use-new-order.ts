import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  allShops,
  type ShopOrder,
  type ShopOrderInfo,
  type ShopOrderQuote,
} from '@/contract/orders/shop-order';
import type { TillCustomer, TillGood } from '@/contract/orders/till';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { newKey } from '@/lib/new-key';
import { useReceipt, useReceiptChange } from '@/state/till';
import {
  addGood,
  changeQuantity,
  emptyReceipt,
  moveCurrent,
  type Receipt,
  receiptQuantity,
} from '@/state/till-receipt';
import { shownLine } from '../till/use-quote';
import { useScan } from '../till/use-scan';
import { remainingStock } from '../till/use-till';
import { type Draft, findMissing, newDraft, orderBody, quoteBody } from './draft';
import { useNewOrderWord } from './use-new-order-word';

/** An order that was just placed, and how it is to be paid. */
export interface PlacedShopOrder {
  order: ShopOrder;
  draft: Draft;
  phone: string;
}

export type NewOrder = ReturnType<typeof useNewOrder>;

/** State and actions of a new order. `askCustomer` leads to the customer's phone. */
export function useNewOrder(info: ShopOrderInfo, askCustomer: () => void) {
  const country = useNewOrderWord()('country');
  const shop = info.shop?.slug ?? allShops;
  // Beside the receipt of the same shop's till.
  const receipt = useReceipt(`${shop}/orders`);
  const edit = useReceiptChange(`${shop}/orders`);
  const [draft, setDraft] = useState<Draft>(() => newDraft(country, info.gateways));
  const [isReceiptOpen, setReceiptOpen] = useState(false);
  const view = useOrderView(shop, receipt, draft);
  const placing = usePlacing(shop, receipt, draft);
  const latest = useRef(receipt);
  latest.current = receipt;

  const add = (good: TillGood) => {
    if (latest.current.phone === '') return askCustomer();
    const left = remainingStock(view, good);
    if (receiptQuantity(latest.current, good) >= left)
      return scan.show({ kind: 'out', name: good.name, left });
    scan.show(undefined);
    edit((now) => addGood(now, { ...good, left }));
  };
  const scan = useScan(shop, add);
  const change = (facts: Partial<Draft>) => setDraft((now) => ({ ...now, ...facts }));
  const missing = findMissing(receipt, draft);

  return {
    ...scan,
    info,
    /** Slug of the shop, or of all. */
    shop,
    receipt,
    view,
    draft,
    add,
    change,
    missing,
    /** On a phone the order covers the goods. */
    isReceiptOpen,
    setReceiptOpen,
    setQuantity: (key: string, quantity: number) => edit((now) => changeQuantity(now, key, quantity)),
    // Enter in the empty search field sells at a till; an order is placed by Ctrl Enter alone.
    enter: () => undefined,
    move: (step: 1 | -1) => edit((now) => moveCurrent(now, step)),
    setCustomer: (phone: string, customer: string | null, guest?: TillCustomer['guest']) => {
      edit((now) => ({ ...now, phone, customer }));
      // An address belongs to a customer, as a name does.
      const named = guest && { name: guest.name, email: guest.email ?? '', isGuest: true };
      setDraft(({ way, offered }) => ({ ...newDraft(country, offered), way, ...named }));
    },
    place: () => {
      if (missing === undefined && view.quote && !view.hasProblem && !view.quote.coupon_refusal)
        placing.place(view.quote);
    },
    isPlacing: placing.isPlacing,
    error: placing.error ?? view.error,
    placed: placing.placed,
    next: () => {
      placing.reset();
      setReceiptOpen(false);
      setDraft(({ way, offered }) => ({ ...newDraft(country, offered), way }));
    },
  };
}

/** The order at the server's prices; asked again on every change, and twice a minute because others sell, too. */
function useOrderView(shop: string, receipt: Receipt, draft: Draft) {
  const body = JSON.stringify(quoteBody(receipt, draft));
  const debounced = useDebouncedValue(body, 150);
  const isAsked = receipt.lines.length > 0;
  const asking = useQuery({
    queryKey: ['shop-orders', shop, 'quote', debounced],
    queryFn: () => api.post(`shop-orders/${encodeURIComponent(shop)}/quote`, JSON.parse(debounced)),
    enabled: isAsked && JSON.parse(debounced).products.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    refetchInterval: 30_000,
  });
  const isCurrent = isAsked && debounced === body && !asking.isPlaceholderData;
  const quote = isCurrent ? asking.data : undefined;
  const lines = receipt.lines.map((line, place) => shownLine(line, quote?.lines[place]));
  return {
    lines,
    /** The server's answer for exactly this order. */
    quote,
    hasProblem: lines.some(({ problem }) => problem !== null),
    error: isCurrent && asking.error ? toClientError(asking.error) : undefined,
  };
}

/** `POST shop-orders/{shop}`: one Idempotency-Key until the order changes, so that a retry places no second one. */
function usePlacing(shop: string, receipt: Receipt, draft: Draft) {
  const client = useQueryClient();
  const edit = useReceiptChange(`${shop}/orders`);
  const [placed, setPlaced] = useState<PlacedShopOrder>();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (quote: ShopOrderQuote) => {
      const body = orderBody(receipt, draft, quote);
      const of = JSON.stringify(body);
      const key = receipt.attempt?.of === of ? receipt.attempt.key : newKey();
      edit((now) => ({ ...now, attempt: { of, key } }));
      return api.post(`shop-orders/${encodeURIComponent(shop)}`, body, undefined, { 'Idempotency-Key': key });
    },
    meta: { silent: true },
    onSuccess: (order) => {
      setPlaced({ order, draft, phone: receipt.phone });
      edit(() => emptyReceipt);
      for (const name of ['orders', 'products']) void client.invalidateQueries({ queryKey: [name] });
      void client.invalidateQueries({ queryKey: ['till', shop, 'goods'] });
    },
    onError: () => void client.invalidateQueries({ queryKey: ['shop-orders', shop, 'quote'] }),
  });
  return {
    place: (quote: ShopOrderQuote) => {
      if (!isPending) mutate(quote);
    },
    isPlacing: isPending,
    error: error ? toClientError(error) : undefined,
    placed,
    reset: () => {
      reset();
      setPlaced(undefined);
    },
  };
}
