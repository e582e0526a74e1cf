import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { PaymentState } from '@/contract/orders/wire';
import { api } from '@/lib/api/client';
import { showToast } from '@/lib/toast';

interface OrderCallOptions {
  method?: 'post' | 'put';
  path: string;
  /** Translation key of the success toast; no toast without it. */
  done?: string;
  /** Error codes that the caller shows itself. */
  silent?: string[];
  onDone?: () => void;
}

/** Query families that show orders or data derived from them. */
const affectedFamilies = ['orders', 'refunds', 'shops'];

/** Mutation of an order. Refetches after an error, too: somebody else may have moved the order. */
export function useOrderCall<Body extends object>({
  method = 'post',
  path,
  done,
  silent,
  onDone,
}: OrderCallOptions) {
  const client = useQueryClient();
  const { t } = useTranslation('form');
  return useMutation({
    mutationFn: (body: Body) => api[method]<unknown>(path, body),
    ...(silent && { meta: { silent } }),
    onSuccess: () => {
      if (done) showToast('success', t(done));
      onDone?.();
    },
    onSettled: () =>
      Promise.all(affectedFamilies.map((name) => client.invalidateQueries({ queryKey: [name] }))),
  });
}

/** Payment state of a whole order; the key is invalidated with `orders`. */
export const paymentQuery = (number: string) =>
  queryOptions({
    queryKey: ['orders', 'payment', number],
    queryFn: () => api.get<PaymentState>(`orders/${number}/payment`),
    meta: { silent: true },
  });
