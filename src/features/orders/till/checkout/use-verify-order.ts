import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { VerifyInput } from '@/contract/orders/schema';
import type { VerifiedCheckout } from '@/contract/orders/wire';
import { api } from '@/lib/api/client';
import { type ClientError, toClientError } from '@/lib/api/errors';
import { useCheckoutActions } from '@/state/checkout';
import { useMaking } from './checkout-hooks';
import { verifyBody } from './checkout-math';

export interface Verify {
  /** Verifies the order after the next render, including changes just made. */
  ask: () => void;
  isPending: boolean;
  error: ClientError | undefined;
  /** Code of a coupon that was removed because it is no longer valid. */
  lostCoupon: string | undefined;
}

/** `POST orders/checkout/verify`: availability, tax and delivery (reference pages §8.4). */
export function useVerify(): Verify {
  const making = useMaking();
  const { setVerifiedResponse, setCoupon } = useCheckoutActions();
  const [asked, setAsked] = useState(0);
  const [lostCoupon, setLostCoupon] = useState<string>();
  const body = verifyBody(making);
  const now = useRef('');
  now.current = JSON.stringify(body);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (sent: VerifyInput) => api.post<VerifiedCheckout>('orders/checkout/verify', sent),
    meta: { silent: true },
    onSuccess: (answer, sent) => {
      // Ignores a stale response: the order has changed since the request.
      if (JSON.stringify(sent) !== now.current) return;
      setVerifiedResponse(answer);
      const { coupon } = making.checkout;
      if (coupon) setCoupon({ ...coupon, amount: answer.discount ?? coupon.amount });
    },
    onError: (reason, sent) => {
      if (!sent.coupon_code || !toClientError(reason).fields.coupon_code) return;
      setLostCoupon(sent.coupon_code);
      setCoupon(null);
      setAsked((count) => count + 1);
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time it is asked
  useEffect(() => {
    if (asked > 0) mutate(body);
  }, [asked]);

  const ask = () => {
    setLostCoupon(undefined);
    setAsked((count) => count + 1);
  };
  return { ask, isPending, error: error ? toClientError(error) : undefined, lostCoupon };
}
