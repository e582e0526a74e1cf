import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { fromMinor, percentOf, toMinor } from '@/contract/core/money';
import type { TillQuote, TillQuoteInput } from '@/contract/orders/till';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { useDebouncedValue } from '@/lib/hooks/use-debounced-value';
import { keyOfGood, type Receipt, type ReceiptLine } from '@/state/till-receipt';

/** Request for the price of a receipt. */
export function quoteBody({ lines, phone, coupon, confirmation, discount }: Receipt): TillQuoteInput {
  return {
    products: lines.map(({ product_id, variation_option_id, quantity }) => ({
      product_id,
      variation_option_id,
      order_quantity: quantity,
    })) as TillQuoteInput['products'],
    customer_contact: phone || null,
    coupon_code: coupon || null,
    ...(confirmation && { coupon_confirmation: confirmation }),
    discount,
  };
}

function quoteOptions(shop: string, body: TillQuoteInput) {
  return queryOptions({
    queryKey: ['till', shop, 'quote', JSON.stringify(body)],
    queryFn: () => api.post(`till/${encodeURIComponent(shop)}/quote`, body),
    staleTime: 5_000,
  });
}

/** The current price of the receipt, immediately before the sale. */
export const fetchQuote = (client: QueryClient, shop: string, receipt: Receipt) =>
  client.fetchQuery({ ...quoteOptions(shop, quoteBody(receipt)), retry: false });

/** A line with the server's current data. */
export interface ShownLine extends ReceiptLine {
  key: string;
  /** Why it cannot be sold as it is. */
  problem: 'gone' | 'disabled' | 'short' | null;
}

export type ReceiptView = ReturnType<typeof useReceiptView>;

/**
 * The receipt at the server's prices and stock. Refetched on every change, and twice a minute because others sell, too.
 */
export function useReceiptView(shop: string, receipt: Receipt) {
  const body = quoteBody(receipt);
  const debounced = useDebouncedValue(JSON.stringify(body), 150);
  const asking = useQuery({
    ...quoteOptions(shop, JSON.parse(debounced)),
    // Both, because the debounced receipt lags behind the current one.
    enabled:
      receipt.lines.length > 0 && JSON.parse(debounced).products.length > 0 && receipt.waiting === null,
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  const isCurrent = debounced === JSON.stringify(body) && !asking.isPlaceholderData;
  const quote = isCurrent && receipt.lines.length > 0 ? asking.data : undefined;
  const lines = receipt.lines.map((line, place) => shownLine(line, quote?.lines[place]));
  return {
    lines,
    /** The server's response for exactly this receipt. */
    quote,
    /** The sum to show: the server's, or the sum of the lines until it responds. */
    total: quote && !quote.lines.some(isBroken) ? quote.total : estimate(lines, receipt),
    hasProblem: lines.some(({ problem }) => problem !== null),
    error: isCurrent && receipt.lines.length > 0 && asking.error ? toClientError(asking.error) : undefined,
  };
}

const isBroken = ({ problem }: TillQuote['lines'][number]) => problem !== null && problem !== 'price';

/** A line as the server's answer has it. */
export function shownLine(line: ReceiptLine, now: TillQuote['lines'][number] | undefined): ShownLine {
  const key = keyOfGood(line);
  if (!now) return { ...line, key, problem: null };
  const problem = now.problem === 'price' ? null : now.problem;
  return { ...line, key, problem, left: now.left, price: now.unit_price || line.price };
}

/** A local estimate until the server responds. Only the server knows a coupon's discount. */
function estimate(lines: readonly ReceiptLine[], { discount }: Receipt): number {
  const goods = lines.reduce((sum, { price, quantity }) => sum + toMinor(price) * quantity, 0);
  if (!discount) return fromMinor(goods);
  const value = toMinor(discount.value);
  const off = discount.type === 'percent' ? percentOf(goods, value) : value;
  return fromMinor(Math.max(0, goods - off));
}
