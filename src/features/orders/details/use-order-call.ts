import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { PaymentState } from '@/contract/orders/wire';
import { api } from '@/lib/api/client';
import { showToast } from '@/lib/toast';

interface OrderCall {
  method?: 'post' | 'put';
  path: string;
  /** Key of what the toast says; nothing is said without it. */
  done?: string;
  /** Codes of refusals that the caller shows itself. */
  silent?: string[];
  onDone?: () => void;
}

/** Whatever shows orders, their history and what they bring is asked for anew after one of them has changed. */
const touched = ['orders', 'refunds', 'shops'];

/** Does something to an order. Also after a refusal it is read anew: somebody else may have moved it. */
export function useOrderCall<Body extends object>({
  method = 'post',
  path,
  done,
  silent,
  onDone,
}: OrderCall) {
  const client = useQueryClient();
  const { t } = useTranslation('form');
  return useMutation({
    mutationFn: (body: Body) => api[method]<unknown>(path, body),
    ...(silent && { meta: { silent } }),
    onSuccess: () => {
      if (done) showToast('success', t(done));
      onDone?.();
    },
    onSettled: () => Promise.all(touched.map((name) => client.invalidateQueries({ queryKey: [name] }))),
  });
}

/** How the payment of a whole order stands; asked for anew whenever orders are. */
export const paymentQuery = (number: string) =>
  queryOptions({
    queryKey: ['orders', 'payment', number],
    queryFn: () => api.get<PaymentState>(`orders/${number}/payment`),
    meta: { silent: true },
  });
