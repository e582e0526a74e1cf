import { fromMinor, toMinor } from '@/contract/core/money';
import { cashTotal } from '@/contract/orders/money';
import { isOnline, onlineGateways } from '@/contract/orders/online';
import { endedStatuses, paidStatuses } from '@/contract/orders/status';
import type { PaymentIntent } from '@/contract/orders/wire';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { type LockedOrder, lockRoot, type StoredOrder, type StoredPart } from '../lock-order';
import { type Attempt, askToCancel, insertAttempt } from './attempts';

/**
 * The payment under way of a whole order, in the caller's transaction: the open attempt of its gateway, or a new one for
 * the amount due without points. Throws NOT_FOUND, and ACTION_NOT_VALID for orders that are paid, cancelled, paid in
 * cash or by points alone, or whose payment awaits an administrator.
 */
export async function openAttempt(ctx: Ctx, orderId: number): Promise<PaymentIntent> {
  return openLockedAttempt(ctx, await lockRoot(ctx, orderId));
}

/** `openAttempt` for an order that is already locked. */
export async function openLockedAttempt(ctx: Ctx, order: LockedOrder): Promise<PaymentIntent> {
  const { root } = order;
  const due = amountDue(order);
  const isOver =
    [...paidStatuses, 'payment-awaiting-for-approval', 'payment-processing'].includes(root.payment_status) ||
    root.order_status === 'order-cancelled';
  if (!isOnline(root.payment_gateway) || isOver || due <= 0) throw new AppError('ACTION_NOT_VALID');
  const open = await ctx.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', root.id)
    .where('payment_gateway', '=', root.payment_gateway)
    .where('is_open', '=', true)
    .where('change_id', 'is', null)
    .executeTakeFirst();
  if (open && toMinor(open.amount) === due) return presentIntent(root, open);
  await closeAttempts(ctx, root.id);
  return presentIntent(root, await insertAttempt(ctx, root, { amount: due }));
}

/** An attempt as it is by now: the acquirer may have been asked since it was opened. Throws NOT_FOUND. */
export async function readIntent(ctx: Ctx, id: number): Promise<PaymentIntent> {
  const row = await ctx.db
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.id', 'payment_attempts.order_id')
    .selectAll('payment_attempts')
    .select('orders.tracking_number')
    .where('payment_attempts.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  return presentIntent(row, row);
}

/** Opens the payment of a change of a paid order, in kopecks. */
export async function openChangeAttempt(
  ctx: Ctx,
  root: StoredOrder,
  payment: { changeId: number; amount: number },
): Promise<void> {
  await closeAttempts(ctx, root.id);
  await insertAttempt(ctx, root, payment);
}

/**
 * Closes the open attempts of an order; acquirers are asked to cancel theirs, also to let held money go unless `keepsHold`.
 * Money that still arrives by them is handled in `receive-payment.ts`.
 */
export async function closeAttempts(ctx: Ctx, rootId: number, { keepsHold = false } = {}): Promise<void> {
  const closed = await ctx.db
    .updateTable('payment_attempts')
    .set({ is_open: false, updated_at: ctx.now })
    .where('order_id', '=', rootId)
    .where('is_open', '=', true)
    .$if(keepsHold, (open) =>
      open.where((eb) => eb.or([eb('state', '!=', 'held'), eb('is_two_stage', '=', false)])),
    )
    .returning(['id', 'state', 'provider'])
    .execute();
  await askToCancel(ctx, rootId, closed);
}

/** Amount due in money for the live parts, in kopecks. */
export function amountDue({ parts }: Pick<LockedOrder, 'parts'>): number {
  return payableParts({ parts }).reduce((sum, part) => sum + cashTotal(part), 0);
}

/** Live parts, and failed ones that a new payment restores. */
export function payableParts({ parts }: Pick<LockedOrder, 'parts'>): StoredPart[] {
  return parts.filter(
    ({ order_status }) => order_status === 'order-failed' || !endedStatuses.includes(order_status),
  );
}

/** A payment that is reported by a webhook or a person, by its id. */
export async function findReportedAttempt(ctx: Ctx, paymentId: string): Promise<Attempt | undefined> {
  return ctx.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('provider', '=', 'manual')
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
}

/** In the wire format. */
export function presentIntent(
  { tracking_number }: { tracking_number: string },
  attempt: Attempt,
): PaymentIntent {
  const { id, order_id, amount, payment_id, redirect_url, payment_gateway, is_open } = attempt;
  return {
    id,
    order_id,
    tracking_number,
    payment_gateway: onlineGateways.find((one) => one === payment_gateway) ?? 'SBP',
    amount: fromMinor(toMinor(amount)),
    preparing: is_open && redirect_url === null,
    payment_intent_info: {
      payment_id,
      client_secret: null,
      redirect_url,
      is_redirect: redirect_url !== null,
    },
  };
}
