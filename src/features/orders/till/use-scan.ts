import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { inOtherLayout } from '@/contract/core/keyboard';
import type { TillGood } from '@/contract/orders/till';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { soundError } from './till-sound';

/** Message below the search field. */
type ScanMessage =
  | { kind: 'unknown' | 'offline' | 'failed'; code: string }
  | { kind: 'out'; name: string; left: number }
  | { kind: 'nothing'; text: string };

/** True for text that a scanner could have typed: one word with a digit. */
export const isScannable = (text: string) => text.length >= 3 && /\d/.test(text) && !/\s/.test(text);

/** A found code is cached for a while, also without a network. */
const knownFor = 10 * 60_000;

/** Looks up scanned codes and passes the product on; shows errors without taking the focus. */
export function useScan(shop: string, onFound: (good: TillGood) => void) {
  const client = useQueryClient();
  const [pending, setPending] = useState(0);
  const [message, setMessage] = useState<ScanMessage>();
  const [choices, setChoices] = useState<TillGood[]>();
  const queue = useRef(Promise.resolve());
  const found = useRef(onFound);
  found.current = onFound;

  const show = (next: ScanMessage | undefined) => {
    setMessage(next);
    if (next) soundError();
  };

  const find = async (code: string) => {
    const ask = (text: string) =>
      client.fetchQuery({
        queryKey: ['till', shop, 'scan', text],
        queryFn: () => api.get(`till/${encodeURIComponent(shop)}/scan`, { code: text }),
        // An unknown code may have been assigned to a product meanwhile.
        staleTime: ({ state }) => (state.data?.length ? knownFor : 0),
        gcTime: knownFor,
        retry: false,
      });
    const goods = await ask(code);
    // A scanner types letters in the computer's keyboard layout.
    const other = inOtherLayout(code);
    return goods.length === 0 && other !== undefined ? ask(other) : goods;
  };

  const lookUp = async (code: string) => {
    try {
      const goods = await find(code);
      const [good] = goods;
      if (!good) show({ kind: 'unknown', code });
      else if (goods.length === 1) found.current(good);
      else setChoices(goods);
    } catch (error) {
      const { status } = toClientError(error);
      show({ kind: status === undefined ? 'offline' : 'failed', code });
    } finally {
      setPending((count) => count - 1);
    }
  };

  return {
    /** Codes are looked up one after another, so that quick scans keep their order. */
    scan: (code: string) => {
      setMessage(undefined);
      setPending((count) => count + 1);
      queue.current = queue.current.then(() => lookUp(code));
    },
    /** Codes being looked up. */
    pending,
    message,
    show,
    /** Several products have the code: the cashier chooses one. */
    choices,
    closeChoices: () => setChoices(undefined),
  };
}

/** Focuses the field for the next scan. Not on a touch screen, where the keyboard would cover the goods. */
export function focusForScanner(field: HTMLElement | null): void {
  if (!window.matchMedia('(pointer: coarse)').matches) field?.focus();
}
