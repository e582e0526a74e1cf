import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { api } from '@/lib/api/client';
import { showToast } from '@/lib/toast';

type Posts =
  | 'orders/payment'
  | `orders/${number}/${'complete' | 'delivery-date' | 'notes' | 'payment-decision' | 'undo'}`
  | `orders/${number}/letters/${string}/resend`;
type Puts = `orders/${number}` | `orders/${number}/${'lines' | 'parcel'}` | `orders/${string}/gateway`;

type Address = { method?: 'post'; path: Posts } | { method: 'put'; path: Puts };

interface OrderCall {
  /** Translation key of the success toast; no toast without it. */
  done?: string;
  /** Error codes that the caller shows itself. */
  silent?: string[];
  onDone?: (answer: unknown) => void;
}

/** Query families that show orders or data derived from them. */
const affectedFamilies = ['orders', 'refunds', 'shops'];

/** Mutation of an order. Refetches after an error, too: somebody else may have moved the order. */
export function useOrderCall<Body extends object>({ done, silent, onDone, ...to }: OrderCall & Address) {
  const client = useQueryClient();
  const { t } = useTranslation('form');
  return useMutation({
    mutationFn: (body: Body): Promise<unknown> =>
      to.method === 'put' ? api.put(to.path, body) : api.post(to.path, body),
    ...(silent && { meta: { silent } }),
    onSuccess: (answer) => {
      if (done) showToast('success', t(done));
      onDone?.(answer);
    },
    onSettled: () =>
      Promise.all(affectedFamilies.map((name) => client.invalidateQueries({ queryKey: [name] }))),
  });
}

/** Payment state of a whole order; the key is invalidated with `orders`. */
export const paymentQuery = (number: string) =>
  queryOptions({
    queryKey: ['orders', 'payment', number],
    queryFn: () => api.get(`orders/${number}/payment`),
    meta: { silent: true },
  });
