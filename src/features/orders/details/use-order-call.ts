import { queryOptions, useMutation } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { BodyOf } from '@/contract/endpoint-types';
import { api, apiAs } from '@/lib/api/client';
import { useRefresh } from '@/lib/api/use-refresh';
import { showToast } from '@/lib/toast';

type Posts =
  | 'orders/payment'
  | `orders/${number}/${'complete' | 'delivery-date' | 'notes' | 'payment-decision' | 'undo'}`
  | `orders/${number}/letters/${string}/resend`;
type Puts = `orders/${number}` | `orders/${number}/${'lines' | 'parcel'}` | `orders/${string}/gateway`;

type Address = { method?: 'post'; path: Posts } | { method: 'put'; path: Puts };

type Body<To extends Address> = To extends { method: 'put'; path: infer Path extends string }
  ? BodyOf<'PUT', Path>
  : BodyOf<'POST', To['path']>;

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
export function useOrderCall<const To extends Address>({ done, silent, onDone, ...to }: OrderCall & To) {
  const refresh = useRefresh(affectedFamilies);
  const { t } = useTranslation('form');
  return useMutation({
    mutationFn: (body: Body<To>) =>
      to.method === 'put' ? apiAs.put<unknown>(to.path, body) : apiAs.post<unknown>(to.path, body),
    ...(silent && { meta: { silent } }),
    onSuccess: (answer) => {
      if (done) showToast('success', t(done));
      onDone?.(answer);
    },
    onSettled: refresh,
  });
}

/** Payment state of a whole order; the key is invalidated with `orders`. */
export const paymentQuery = (number: string) =>
  queryOptions({
    queryKey: ['orders', 'payment', number],
    queryFn: () => api.get(`orders/${number}/payment`),
  });
