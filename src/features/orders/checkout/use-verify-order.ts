import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { VerifyInput } from '@/contract/orders/schema';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { useCheckoutActions } from '@/state/checkout';
import { useOrderInput } from './checkout-hooks';
import { verifyBody } from './checkout-math';

export type VerifyOrder = ReturnType<typeof useVerifyOrder>;

/** `POST orders/checkout/verify`: availability, tax and delivery. */
export function useVerifyOrder() {
  const input = useOrderInput();
  const { setVerifiedResponse, setCoupon } = useCheckoutActions();
  const [requests, setRequests] = useState(0);
  const [lostCoupon, setLostCoupon] = useState<string>();
  const body = verifyBody(input);
  const now = useRef('');
  now.current = JSON.stringify(body);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (sent: VerifyInput) => api.post('orders/checkout/verify', sent),
    meta: { silent: true },
    onSuccess: (answer, sent) => {
      // Ignores a stale response: the order has changed since the request.
      if (JSON.stringify(sent) !== now.current) return;
      setVerifiedResponse(answer);
      const { coupon } = input.checkout;
      if (coupon) setCoupon({ ...coupon, amount: answer.discount ?? coupon.amount });
    },
    onError: (reason, sent) => {
      if (!sent.coupon_code || !toClientError(reason).fields.coupon_code) return;
      setLostCoupon(sent.coupon_code);
      setCoupon(null);
      setRequests((count) => count + 1);
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per request
  useEffect(() => {
    if (requests > 0) mutate(body);
  }, [requests]);

  /** Verifies the order after the next render, including changes just made. */
  const verify = () => {
    setLostCoupon(undefined);
    setRequests((count) => count + 1);
  };
  return {
    verify,
    isPending,
    error: error ? toClientError(error) : undefined,
    /** Code of a coupon that was removed because it is no longer valid. */
    lostCoupon,
  };
}
