import { completeSchema } from '@/contract/orders/schema';
import { endedStatuses, mayMove, orderMoves } from '@/contract/orders/status';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { consume } from '@/server/core/rate-limits';
import type { JsonRecord } from '@/server/core/resource/query';
import { inTransaction } from '@/server/core/transaction';
import { validate } from '@/server/core/validate';
import { checkDigits, issueDigits, redeemCode } from '@/server/modules/accounts/sign-in/one-time-codes';
import { wrongCode } from '@/server/modules/accounts/sign-in/phone-codes';
import { send } from '@/server/modules/messaging/outbox';
import { completionCode } from './emails';
import { findOrder, type LockedOrder, lockOrder } from './lock-order';
import { moveOrder } from './move-order';
import { orderDetails } from './presenter';

const purpose = 'complete-order';
/** A courier may be on the way for days. */
const codeHours = 72;

/**
 * `POST orders/{id}/code`: sends the customer six digits by SMS, and by e-mail if known, to tell the courier on
 * delivery. Runs its own transactions, so that refused attempts stay counted. Throws NOT_FOUND, ACTION_NOT_VALID for
 * orders that cannot be completed, TOO_MANY_REQUESTS after one a minute or five an hour per order.
 */
export async function sendCompletionCode(ctx: UserCtx, key: string): Promise<JsonRecord> {
  await inTransaction(ctx, async (tx) => assertReadyForCode(await lockOrder(tx, key)));
  const found = await findOrder(ctx, key);
  if (!found) throw new AppError('NOT_FOUND');
  await consume(
    ctx,
    { key: `order-code:${found.id}`, hits: 5, minutes: 60 },
    { key: `order-code:wait:${found.id}`, hits: 1, minutes: 1 },
  );
  return inTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, key);
    assertReadyForCode(order);
    const { code } = await issueDigits(tx, {
      purpose,
      userId: null,
      recipient: recipientOf(order),
      minutes: codeHours * 60,
    });
    const { root, target } = order;
    const email = completionCode({ number: target.tracking_number, code });
    const message = { ...email, minutes: codeHours * 60 };
    await send(tx, { channel: 'sms', to: root.customer_contact, ...message });
    if (root.customer_email) await send(tx, { channel: 'mail', to: root.customer_email, ...message });
    return { success: true, expires_in: codeHours * 3600, retry_after: 60 };
  });
}

/**
 * `POST orders/{id}/complete`: completes an order or part by the customer's code. Runs its own transaction, so that a
 * wrong code stays counted. Throws INVALID_CODE with the attempts left, and what `changeStatus` throws.
 */
export async function completeByCode(ctx: UserCtx, key: string, body: JsonRecord): Promise<JsonRecord> {
  const { code } = await validate(completeSchema, body);
  const outcome = await inTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, key);
    assertReadyForCode(order);
    const tried = await checkDigits(tx, { purpose, recipient: recipientOf(order), code });
    if (!tried.isRight) return { left: tried.left };
    await redeemCode(tx, tried.id);
    await moveOrder(tx, order, { order_status: 'order-completed' });
    return { done: await orderDetails(tx, order.target.id) };
  });
  if (!outcome.done) throw wrongCode(outcome.left ?? 0);
  return { ...outcome.done };
}

/** Throws ACTION_NOT_VALID unless at least one part can be completed. */
function assertReadyForCode({ root, parts, target }: LockedOrder): void {
  const targets = parts.filter(({ id, order_status }) =>
    target.id === root.id ? !endedStatuses.includes(order_status) : id === target.id,
  );
  const isReady = targets.some(({ order_status }) => mayMove(orderMoves, order_status, 'order-completed'));
  if (!isReady) throw new AppError('ACTION_NOT_VALID', { fields: { code: ['error-order-move'] } });
}

/** Codes are bound to the order, not to the phone they were sent to. */
const recipientOf = ({ target }: LockedOrder) => `order:${target.id}`;
