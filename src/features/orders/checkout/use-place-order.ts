import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCheckoutWord } from '@/features/orders/checkout/use-checkout-word';
import { api } from '@/lib/api/client';
import { type ClientError, toClientError } from '@/lib/api/errors';
import { useRedirect } from '@/lib/hooks/use-redirect';
import { newKey } from '@/lib/new-key';
import { showToast } from '@/lib/toast';
import { useCartActions } from '@/state/cart';
import { useCheckoutActions } from '@/state/checkout';
import { useOrderDraftActions } from '@/state/order-draft';
import { useOrderInput } from './checkout-hooks';
import {
  type Change,
  checkoutLines,
  computeTotals,
  findChanges,
  isVerifiedCheckout,
  mergeVerification,
  placeBody,
} from './checkout-math';

export type PlaceOrder = ReturnType<typeof usePlaceOrder>;

/** `POST orders`. State is kept until success; a retry of the same order reuses its idempotency key. */
export function usePlaceOrder() {
  const word = useCheckoutWord();
  const redirect = useRedirect();
  const client = useQueryClient();
  const input = useOrderInput();
  const cart = useCartActions();
  const checkout = useCheckoutActions();
  const { change } = useOrderDraftActions();
  const [changes, setChanges] = useState<Change[]>();

  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => {
      const body = placeBody(input);
      const sent = JSON.stringify(body);
      const { token } = input.checkout;
      const key = token && input.draft.sent === sent ? token : newKey();
      checkout.setToken(key);
      change({ sent });
      return api.post('orders', body, undefined, { 'Idempotency-Key': key });
    },
    meta: { silent: true },
    onMutate: () => setChanges(undefined),
    onSuccess: ({ id }) => {
      cart.reset();
      checkout.reset();
      showToast('success', word('checkout.placed'));
      for (const name of ['orders', 'products', 'users']) void client.invalidateQueries({ queryKey: [name] });
      redirect(`/orders/${id}`);
    },
    onError: (reason) => {
      const refusal = toClientError(reason);
      if (refusal.code === 'ORDER_CHANGED') handleOrderChanged(refusal);
      if (refusal.fields.coupon_code) checkout.setCoupon(null);
      // The sums have changed: verify again.
      if (refusal.fields.coupon_code || refusal.code === 'INSUFFICIENT_BALANCE') {
        checkout.setVerifiedResponse(null);
      }
    },
  });

  function handleOrderChanged({ current }: ClientError) {
    if (!isVerifiedCheckout(current)) return;
    const { verified_response: before, coupon, use_wallet: usesPoints } = input.checkout;
    const lines = checkoutLines(input.items, before);
    const shown = { hasCoupon: coupon !== null, usesPoints };
    setChanges(findChanges(lines, computeTotals(lines, input.checkout), current, shown));
    checkout.setVerifiedResponse(mergeVerification(before, current));
    if (coupon) checkout.setCoupon({ ...coupon, amount: current.discount });
  }

  const failure = error ? toClientError(error) : undefined;
  return {
    place: () => mutate(),
    isPending,
    /** The redirect is in progress. */
    isPlaced: isSuccess,
    /** Differences that prevented placement. */
    changes,
    error: changes ? undefined : failure,
  };
}
