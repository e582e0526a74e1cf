import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import type { BodyOf } from '@/contract/endpoint-types';
import { api, apiAs, loadPart } from '@/lib/api/client';
import { showToast } from '@/lib/toast';
import { loadSteps } from './queue/load-steps';
import { refetchAffected } from './queue/moved-toast';

type Posts =
  | 'orders/payment'
  | `orders/${number}/${'capture' | 'complete' | 'delivery-date' | 'notes' | 'payment-decision' | 'undo'}`
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
  /** Gets null when the change waits for a network. */
  onDone?: (answer: unknown) => void;
  /** Of which order it is a step: without a network it waits in the queue. */
  step?: { id: number; number: string };
}

/** Mutation of an order. Refetches after an error, too: somebody else may have moved the order. */
export function useOrderCall<const To extends Address>({
  done,
  silent,
  onDone,
  step,
  ...to
}: OrderCall & To) {
  const client = useQueryClient();
  const { t } = useTranslation('form');
  return useMutation({
    mutationFn: async (body: Body<To>) => {
      const { method = 'post', path } = to;
      if (step) return (await loadPart(loadSteps)).sendStep(client, { method, path, body }, step);
      return apiAs[method]<unknown>(path, body);
    },
    ...(silent && { meta: { silent } }),
    onSuccess: (answer) => {
      if (done && answer !== null) showToast('success', t(done));
      onDone?.(answer);
    },
    onSettled: (answer) => answer !== null && refetchAffected(client),
  });
}

/** Payment state of a whole order; the key is invalidated with `orders`. */
export const paymentQuery = (number: string) =>
  queryOptions({
    queryKey: ['orders', 'payment', number],
    queryFn: () => api.get(`orders/${number}/payment`),
  });
