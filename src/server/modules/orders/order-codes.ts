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
import { orderDetails } from './order-details';

const purpose = 'complete-order';
/** A courier may be on the way for days. */
const codeHours = 72;

/**
 * `POST orders/{id}/code`: sends the customer six digits, which they tell when the goods are in their hands. By SMS, and by
 * letter to who has an address. Not in a transaction of its caller's, since what was refused is counted, too. Throws
 * NOT_FOUND, ACTION_NOT_VALID for what cannot be completed, TOO_MANY_REQUESTS: one a minute and five an hour for an order.
 */
export async function sendCompletionCode(ctx: UserCtx, key: string): Promise<JsonRecord> {
  await inTransaction(ctx, async (inside) => assertReadyForCode(await lockOrder(inside, key)));
  const found = await findOrder(ctx, key);
  if (!found) throw new AppError('NOT_FOUND');
  await consume(
    ctx,
    { key: `order-code:${found.id}`, hits: 5, minutes: 60 },
    { key: `order-code:wait:${found.id}`, hits: 1, minutes: 1 },
  );
  return inTransaction(ctx, async (inside) => {
    const order = await lockOrder(inside, key);
    assertReadyForCode(order);
    const { code } = await issueDigits(inside, {
      ...{ purpose, userId: null, recipient: recipientOf(order), minutes: codeHours * 60 },
    });
    const { root, target } = order;
    const letter = completionCode({ number: target.tracking_number, code });
    const message = { ...letter, minutes: codeHours * 60 };
    await send(inside, { channel: 'sms', to: root.customer_contact, ...message });
    if (root.customer_email) await send(inside, { channel: 'mail', to: root.customer_email, ...message });
    return { success: true, expires_in: codeHours * 3600, retry_after: 60 };
  });
}

/**
 * `POST orders/{id}/complete`: completes the order, or a part, by the code that the customer told. Throws INVALID_CODE with
 * how many tries are left, and what `changeStatus` throws. Not in a transaction of its caller's: a wrong code is counted.
 */
export async function completeByCode(ctx: UserCtx, key: string, body: JsonRecord): Promise<JsonRecord> {
  const { code } = await validate(completeSchema, body);
  const outcome = await inTransaction(ctx, async (inside) => {
    const order = await lockOrder(inside, key);
    assertReadyForCode(order);
    const tried = await checkDigits(inside, { purpose, recipient: recipientOf(order), code });
    if (!tried.isRight) return { left: tried.left };
    await redeemCode(inside, tried.id);
    await moveOrder(inside, order, { order_status: 'order-completed' });
    return { done: await orderDetails(inside, order.target.id) };
  });
  if (!outcome.done) throw wrongCode(outcome.left ?? 0);
  return { ...outcome.done };
}

/** Throws ACTION_NOT_VALID unless something of it may be completed. */
function assertReadyForCode({ root, parts, target }: LockedOrder): void {
  const asked = parts.filter(({ id, order_status }) =>
    target.id === root.id ? !endedStatuses.includes(order_status) : id === target.id,
  );
  const isReady = asked.some(({ order_status }) => mayMove(orderMoves, order_status, 'order-completed'));
  if (!isReady) throw new AppError('ACTION_NOT_VALID', { fields: { code: ['error-order-move'] } });
}

/** A code is for one order, whoever's number it was sent to. */
const recipientOf = ({ target }: LockedOrder) => `order:${target.id}`;
