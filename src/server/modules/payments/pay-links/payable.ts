import { isOnline } from '@/contract/orders/online';
import { paidStatuses } from '@/contract/orders/status';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { LockedOrder, StoredOrder, StoredPart } from '@/server/modules/orders/lock-order';
import { amountDue } from '@/server/modules/orders/payments/open-attempts';

type Whole = Pick<LockedOrder, 'root' | 'parts'>;

/** An order with its parts, without locks: for what is shown. Throws NOT_FOUND. */
export async function readWhole(ctx: Ctx, rootId: number): Promise<Whole> {
  // Check constraints limit the statuses.
  const rows = (await ctx.db
    .selectFrom('orders')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', rootId), eb('parent_id', '=', rootId)]))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()) as StoredOrder[];
  const root = rows.find(({ id }) => id === rootId);
  if (!root) throw new AppError('NOT_FOUND');
  return { root, parts: rows.filter((row): row is StoredPart => row.parent_id !== null) };
}

/** Whether money is due that can be paid online. */
export function isPayable({ root, parts }: Whole): boolean {
  const { payment_gateway, payment_status, order_status } = root;
  const isSettled = [
    ...paidStatuses,
    ...(['payment-processing', 'payment-awaiting-for-approval', 'payment-refunded'] as const),
  ].includes(payment_status);
  return (
    isOnline(payment_gateway) && !isSettled && order_status !== 'order-cancelled' && amountDue({ parts }) > 0
  );
}
