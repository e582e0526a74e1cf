import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { shops } from '@/contract/shops';
import { ownershipTransfers } from '@/contract/shops/ownership-transfers';
import { showToast } from '@/lib/toast';

/** Everything that tells of shops is asked for anew: lists, cards, the shop that is open, and `me`, which carries one's own. */
export function refreshShops(client: QueryClient): Promise<unknown> {
  return Promise.all(
    [shops.name, 'me', ownershipTransfers.name].map((name) => client.invalidateQueries({ queryKey: [name] })),
  );
}

interface ShopCall<Input> {
  run: (input: Input) => Promise<unknown>;
  /** Said afterwards, in words. */
  done: (input: Input) => string;
  onDone: () => void;
}

/**
 * A decision about a shop: says what was done, refreshes, and then calls `onDone`. What fails is the caller's to show, so
 * that a dialog stays open with it (reference pages §7.3).
 */
export function useShopCall<Input>({ run, done, onDone }: ShopCall<Input>) {
  const client = useQueryClient();
  return useMutation({
    meta: { silent: true },
    mutationFn: run,
    onSuccess: async (_answer, input) => {
      showToast('success', done(input));
      await refreshShops(client);
      onDone();
    },
  });
}
