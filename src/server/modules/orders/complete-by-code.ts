import { mayMove, orderMoves } from '@/contract/orders/moves';
import { shownNumber } from '@/contract/orders/number';
import type { completeSchema } from '@/contract/orders/schema';
import { endedStatuses, isPaidOnHandover } from '@/contract/orders/status';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { Call } from '@/server/core/http/route';
import type { JsonRecord } from '@/server/core/json-record';
import type { Input } from '@/server/core/validate';
import type { Channels } from '@/server/integrations/send-settings';
import { checkDigits, redeemCode } from '@/server/modules/accounts/sign-in/one-time-codes';
import { type CodeOutcome, reaches, sendCustomerCode, tryByCode } from './customer-codes';
import { completionCode } from './emails';
import { type LockedOrder, lockOrder } from './lock-order';
import { moveOrder } from './move-order';
import { orderDetails } from './presenter';

const purpose = 'complete-order';
/** A courier may be on the way for days. */
const codeHours = 72;

/**
 * `POST orders/{id}/code`: sends the customer the digits to tell the courier on delivery, and says whether it can arrive.
 * Throws ACTION_NOT_VALID for orders that cannot be completed, and what `sendCustomerCode` throws.
 */
export async function sendCompletionCode(ctx: UserCtx, key: string, channels: Channels): Promise<JsonRecord> {
  let arrives = false;
  const answer = await sendCustomerCode(
    ctx,
    key,
    { purpose, minutes: codeHours * 60 },
    async (_tx, order) => {
      assertReadyForCode(order);
      arrives = reaches(order, channels);
      const number = shownNumber(order.target);
      return { recipient: recipientOf(order), message: (code) => completionCode({ number, code }) };
    },
  );
  return { ...answer, arrives };
}

/**
 * `POST orders/{id}/complete`: completes an order or part by the customer's code, or by the word of its shop where no code
 * can arrive. Runs its own transaction, so that a wrong code stays counted, once for each key. Throws INVALID_CODE with
 * the attempts left, and what `changeStatus` throws.
 */
export async function completeByCode(
  ctx: UserCtx,
  call: Call<Input<typeof completeSchema>>,
  channels: Channels,
): Promise<JsonRecord> {
  return tryByCode(ctx, call, (tx) =>
    call.input.without_code ? completeWithoutCode(tx, call, channels) : tryCode(tx, call),
  );
}

async function tryCode(
  tx: UserCtx,
  { params, input: { code, cash_held_by } }: Call<Input<typeof completeSchema>>,
): Promise<CodeOutcome> {
  const order = await lockOrder(tx, params.key ?? '');
  assertReadyForCode(order);
  const tried = await checkDigits(tx, { purpose, recipient: recipientOf(order), code: code ?? '' });
  if (!tried.isRight) return { left: tried.left };
  await redeemCode(tx, tried.id);
  await moveOrder(tx, order, { order_status: 'order-completed', cash_held_by }, true);
  return { done: { ...(await orderDetails(tx, order.target.id)) } };
}

/**
 * The shop's word, as for a sale at its till: the cash is its own, so it can only owe (rules/orders: a handover whose code
 * cannot arrive). Throws ACTION_NOT_VALID where a code can arrive, or the marketplace would owe the shop something.
 */
async function completeWithoutCode(
  tx: UserCtx,
  { params, input: { cash_held_by } }: Call<Input<typeof completeSchema>>,
  channels: Channels,
): Promise<CodeOutcome> {
  const order = await lockOrder(tx, params.key ?? '');
  assertReadyForCode(order);
  const isOwed = order.parts
    .filter(isPaidOnHandover)
    .some(
      ({ wallet_amount, discount, discount_shop_id, shop_id }) =>
        Number(wallet_amount) > 0 || (Number(discount) > 0 && discount_shop_id !== shop_id),
    );
  if (isOwed || reaches(order, channels)) {
    throw new AppError('ACTION_NOT_VALID', { fields: { code: ['error-order-code-needed'] } });
  }
  await moveOrder(tx, order, { order_status: 'order-completed', cash_held_by }, true);
  return { done: { ...(await orderDetails(tx, order.target.id)) } };
}

/** Throws ACTION_NOT_VALID unless at least one part can be completed. */
function assertReadyForCode({ root, parts, target }: LockedOrder): void {
  const targets = parts.filter(({ id, order_status }) =>
    target.id === root.id ? !endedStatuses.includes(order_status) : id === target.id,
  );
  const isReady = targets.some(({ order_status }) => mayMove(orderMoves, order_status, 'order-completed'));
  if (!isReady) throw new AppError('ACTION_NOT_VALID', { fields: { code: ['error-order-move'] } });
}

const recipientOf = ({ target }: LockedOrder) => `order:${target.id}`;
