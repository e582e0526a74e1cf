import { useMutation } from '@tanstack/react-query';
import { shops } from '@/contract/shops';
import { ownershipTransfers } from '@/contract/shops/ownership-transfers';
import { toClientError } from '@/lib/api/errors';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast } from '@/lib/toast';

/** Queries to refetch after a decision: lists, cards, the open shop, `me`, which contains own shops, and what waits for a second person. */
export const useRefreshShops = () => useRefresh([shops.name, 'me', ownershipTransfers.name, 'approvals']);

interface ShopCall<Input, Answer> {
  run: (input: Input) => Promise<Answer>;
  /** Toast text after success. */
  done: (input: Input) => string;
  /** What its toast offers. */
  options?: (answer: Answer) => Parameters<typeof showToast>[2];
  onDone: () => void;
}

/**
 * A decision about a shop: shows a toast, refetches, and then calls `onDone`. The caller shows errors, so that a dialog
 * stays open with them.
 */
export function useShopCall<Input, Answer>({ run, done, options, onDone }: ShopCall<Input, Answer>) {
  const refresh = useRefreshShops();
  return useMutation({
    meta: { silent: true },
    mutationFn: run,
    onError: (reason) => {
      // It waits for a second person: there is nothing left to do here.
      if (toClientError(reason).status === 202) onDone();
    },
    onSuccess: async (answer, input) => {
      showToast('success', done(input), options?.(answer));
      await refresh();
      onDone();
    },
  });
}
