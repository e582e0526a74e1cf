import { fromMinor } from '@/contract/core/money';
import { isHeld, paidStatuses } from '@/contract/orders/status';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { refusedLines } from '@/server/modules/catalogue/stock/stock';
import { payChange } from '../edits/answer-change';
import { changeDifference } from '../edits/order-changes';
import { toChange } from '../edits/present-change';
import { type LockedOrder, writeOrder } from '../lock-order';
import { toStockLines } from '../release-parts';
import { amountDue, payableParts } from './open-attempts';
import { payFromSuspense, postAccepted } from './receive-payment';

/** What an order waits for, in kopecks: its payment or the difference of a change; or why it takes no money. */
type Need =
  | { due: number; changeId: number | null }
  | { reason: 'order-over' | 'order-paid' | 'bank-took' | 'order-held' | 'other-question' | 'out-of-stock' };

/** What an order needs of money that has come and pays nothing. Locks nothing. */
export async function findAmountAwaited(ctx: Ctx, order: LockedOrder): Promise<Need> {
  const { root } = order;
  if (root.deleted_at !== null || payableParts(order).length === 0) return { reason: 'order-over' };
  if (root.awaiting_amount !== null) return { reason: 'other-question' };
  if (isHeld(root)) return { reason: 'order-held' };
  if ([...paidStatuses, 'payment-refunded'].includes(root.payment_status)) return surchargeNeeded(ctx, order);
  const failed = order.parts.filter(({ order_status }) => order_status === 'order-failed');
  const gone = failed.length === 0 ? [] : await refusedLines(ctx, toStockLines(order, failed));
  return gone.length > 0 ? { reason: 'out-of-stock' } : { due: amountDue(order), changeId: null };
}

/** Of an order that is paid: the difference that the customer has agreed to. */
async function surchargeNeeded({ db }: Ctx, { root }: LockedOrder): Promise<Need> {
  const agreed = await db
    .selectFrom('order_changes')
    .selectAll()
    .where('root_id', '=', root.id)
    .where('state', '=', 'accepted')
    .executeTakeFirst();
  if (agreed) return { due: changeDifference(toChange(agreed)), changeId: agreed.id };
  const taken = await db
    .selectFrom('chargebacks')
    .select('id')
    .where('order_id', '=', root.id)
    .where('state', '=', 'lost')
    .limit(1)
    .executeTakeFirst();
  return { reason: taken ? 'bank-took' : 'order-paid' };
}

/**
 * Money in suspense pays what a locked order waits for by now, and a surplus opens a refund (rules/payments: late money may be
 * accepted). `amount` in kopecks. Throws ACTION_NOT_VALID when the order waits for nothing, or for more.
 */
export async function acceptMoney(ctx: Ctx, order: LockedOrder, amount: number): Promise<void> {
  const need = await findAmountAwaited(ctx, order);
  if (!('due' in need) || need.due > amount) throw new AppError('ACTION_NOT_VALID');
  if (need.changeId === null) {
    await writeOrder(ctx, order.root, { awaiting_amount: fromMinor(amount) });
    return payFromSuspense(ctx, order);
  }
  if (!(await payChange(ctx, order, { changeId: need.changeId, amount })))
    throw new AppError('ACTION_NOT_VALID');
  await postAccepted(ctx, order, amount);
}
