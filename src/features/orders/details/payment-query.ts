import { queryOptions } from '@tanstack/react-query';
import type { PaymentState } from '@/contract/orders/wire';
import { api } from '@/lib/api/client';

/** How the payment of a whole order stands; asked for anew whenever orders are. */
export const paymentQuery = (number: string) =>
  queryOptions({
    queryKey: ['orders', 'payment', number],
    queryFn: () => api.get<PaymentState>(`orders/${number}/payment`),
    meta: { silent: true },
  });
