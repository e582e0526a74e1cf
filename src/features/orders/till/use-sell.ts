import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { TillSale, TillSaleInput } from '@/contract/orders/till';
import { sentKey } from '@/features/orders/queue/send-queue';
import { addToQueue, isConnectionError } from '@/features/orders/queue/send-step';
import { api } from '@/lib/api/client';
import { type ClientError, toClientError } from '@/lib/api/errors';
import { newKey } from '@/lib/new-key';
import { useReceiptChange } from '@/state/till';
import { emptyReceipt, type Receipt, soldMarks } from '@/state/till-receipt';
import { fetchQuote, quoteBody } from './use-quote';

/** Why the last attempt failed. */
type SellProblem = { kind: 'changed' | 'coupon' | 'offline' } | { kind: 'refused'; error: ClientError };

/** A receipt that can be sold without a network: SBP has to show a code, and only the server knows coupons. */
export const isSoldOffline = ({ gateway, coupon }: Receipt) => gateway !== 'SBP' && coupon === '';

function saleBody(receipt: Receipt, total: number): TillSaleInput {
  const marks = soldMarks(receipt) as NonNullable<TillSaleInput['marks']>;
  return {
    ...quoteBody(receipt),
    ...(marks.length > 0 && { marks }),
    payment_gateway: receipt.gateway,
    total,
  };
}

/**
 * Sells the receipt: fetches its sum again, sells only at the sum the cashier saw, and uses one Idempotency-Key until
 * the receipt changes, so that a second Enter or a retry after a lost response does not sell twice. Without a network the
 * sale waits in the queue.
 */
export function useSell(shop: string, receipt: Receipt) {
  const client = useQueryClient();
  const change = useReceiptChange(shop);
  const [isSelling, setSelling] = useState(false);
  const [problem, setProblem] = useState<SellProblem>();
  const [sale, setSale] = useState<TillSale>();
  const [kept, setKept] = useState<{ key: string; total: number }>();
  const sent = useQuery<TillSale>({ queryKey: sentKey(kept?.key), queryFn: skipToken }).data;
  // React state updates too late for the second of two quick keys.
  const isBusy = useRef(false);

  const path = `till/${encodeURIComponent(shop)}/sales` as const;

  const post = async (shownTotal: number): Promise<SellProblem | undefined> => {
    const body = saleBody(receipt, shownTotal);
    const of = JSON.stringify(body);
    const key = receipt.attempt?.of === of ? receipt.attempt.key : newKey();
    try {
      return await postNow(body, { of, key });
    } catch (reason) {
      const isPossible = isSoldOffline(receipt) && isConnectionError(toClientError(reason));
      const sale = { path, body, shop, receipt, total: shownTotal };
      if (!isPossible || !addToQueue(client, { ...waitingSale(key), ...sale })) throw reason;
      setKept({ key, total: shownTotal });
      change(() => emptyReceipt);
      return undefined;
    }
  };

  const postNow = async (
    body: TillSaleInput,
    attempt: { of: string; key: string },
  ): Promise<SellProblem | undefined> => {
    const quote = await fetchQuote(client, shop, receipt);
    const isWhole = quote.lines.every((line) => line.problem === null || line.problem === 'price');
    if (quote.coupon_refusal) return { kind: 'coupon' };
    if (!isWhole || quote.total !== body.total) return { kind: 'changed' };
    change((now) => ({ ...now, attempt }));
    const made = await api.post(path, body, undefined, { 'Idempotency-Key': attempt.key });
    setSale(made);
    // The receipt stays while the payment is awaited: the customer may pay in another way.
    change((now) => (made.status === 'waiting' ? { ...now, waiting: made.id } : emptyReceipt));
    void client.invalidateQueries({ queryKey: ['till', shop, 'goods'] });
    return undefined;
  };

  const run = async (shownTotal: number) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setSelling(true);
    setProblem(undefined);
    try {
      setProblem(await post(shownTotal));
    } catch (reason) {
      setProblem(await problemOf(client, shop, toClientError(reason)));
    } finally {
      isBusy.current = false;
      setSelling(false);
    }
  };

  return {
    sell: (shownTotal: number) => void run(shownTotal),
    isSelling,
    problem,
    forgetProblem: () => setProblem(undefined),
    /** The last sale, until the next customer. The queue may send it while its sum is still on the screen. */
    sale: sale ?? sent,
    setSale,
    /** Sum of the last sale when it waits for a network, until the next customer. */
    kept: kept?.total,
    forgetSale: () => {
      setSale(undefined);
      setKept(undefined);
    },
  };
}

async function problemOf(client: QueryClient, shop: string, error: ClientError): Promise<SellProblem> {
  if (isConnectionError(error)) return { kind: 'offline' };
  // Somebody closed the shift: the till asks for a new one.
  if (error.fields.shift) await client.invalidateQueries({ queryKey: ['till', shop, 'info'] });
  if (error.code !== 'ORDER_CHANGED') return { kind: 'refused', error };
  await client.invalidateQueries({ queryKey: ['till', shop, 'quote'] });
  return { kind: 'changed' };
}

const waitingSale = (key: string) => ({
  ...({ kind: 'sale', method: 'post' } as const),
  key,
  at: new Date().toISOString(),
  subject: `sale:${key}`,
});
