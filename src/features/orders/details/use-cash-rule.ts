import { adminOnly, isAllowed } from '@/contract/core/permissions';
import type { CashQuestion } from '@/contract/dialogs';
import { isPaidOnHandover } from '@/contract/orders/status';
import type { Order } from '@/contract/orders/wire';
import { useCan } from '@/lib/api/capabilities';
import { usePermissions } from '@/lib/session/me';

type Paid = Pick<Order, 'payment_gateway' | 'payment_status'>;

/**
 * What the person has to do with the cash of an order that is still to be completed; undefined where none is taken, or
 * where the server does not ask. A shop completes orders with cash only by the customer's code.
 */
export function useCashRule(): (order: Paid) => CashQuestion | undefined {
  const isAdmin = isAllowed(adminOnly, usePermissions());
  const hasCodes = useCan('order-codes');
  return (order) => (hasCodes && isPaidOnHandover(order) ? (isAdmin ? 'ask' : 'kept') : undefined);
}
