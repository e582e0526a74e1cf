import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { TillSale } from '@/contract/orders/till';
import { api } from '@/lib/api/client';
import { type ClientError, clientCodes, toClientError } from '@/lib/api/errors';
import { newKey } from '@/lib/new-key';
import { useReceiptChange } from '@/state/till';
import { emptyReceipt, type Receipt } from '@/state/till-receipt';
import { fetchQuote, quoteBody } from './use-quote';

/** Why the last attempt failed. */
export type SellProblem =
  | { kind: 'changed' | 'coupon' }
  | { kind: 'offline' }
  | { kind: 'refused'; error: ClientError };

export interface Sell {
  sell: (shownTotal: number) => void;
  isSelling: boolean;
  problem: SellProblem | undefined;
  forgetProblem: () => void;
  /** The last sale, until the next customer. */
  sale: TillSale | undefined;
  setSale: (sale: TillSale | undefined) => void;
}

const codesOffline: readonly string[] = [clientCodes.network, clientCodes.timeout];

/**
 * Sells the receipt: fetches its sum again, sells only at the sum the cashier saw, and uses one Idempotency-Key until
 * the receipt changes, so that a second Enter or a retry after a lost response does not sell twice.
 */
export function useSell(shop: string, receipt: Receipt): Sell {
  const client = useQueryClient();
  const change = useReceiptChange(shop);
  const [isSelling, setSelling] = useState(false);
  const [problem, setProblem] = useState<SellProblem>();
  const [sale, setSale] = useState<TillSale>();
  // React state updates too late for the second of two quick keys.
  const isBusy = useRef(false);

  const post = async (shownTotal: number): Promise<SellProblem | undefined> => {
    const quote = await fetchQuote(client, shop, receipt);
    const isWhole = quote.lines.every((line) => line.problem === null || line.problem === 'price');
    if (quote.coupon_refusal) return { kind: 'coupon' };
    if (!isWhole || quote.total !== shownTotal) return { kind: 'changed' };
    const body = { ...quoteBody(receipt), payment_gateway: receipt.gateway, total: quote.total };
    const of = JSON.stringify(body);
    const key = receipt.attempt?.of === of ? receipt.attempt.key : newKey();
    change((now) => ({ ...now, attempt: { of, key } }));
    const made = await api.post(`till/${encodeURIComponent(shop)}/sales`, body, undefined, {
      'Idempotency-Key': key,
    });
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
      setProblem(await problemOf(toClientError(reason)));
    } finally {
      isBusy.current = false;
      setSelling(false);
    }
  };

  const problemOf = async (error: ClientError): Promise<SellProblem> => {
    if (codesOffline.includes(error.code)) return { kind: 'offline' };
    // Somebody closed the shift: the till asks for a new one.
    if (error.fields.shift) await client.invalidateQueries({ queryKey: ['till', shop, 'info'] });
    if (error.code !== 'ORDER_CHANGED') return { kind: 'refused', error };
    await client.invalidateQueries({ queryKey: ['till', shop, 'quote'] });
    return { kind: 'changed' };
  };

  return {
    sell: (shownTotal) => void run(shownTotal),
    isSelling,
    problem,
    forgetProblem: () => setProblem(undefined),
    sale,
    setSale,
  };
}
