import { shownNumber } from '@/contract/orders/number';
import type { refundCodeSchema } from '@/contract/refunds/schema';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { isId } from '@/server/core/numbers';
import { consume } from '@/server/core/rate-limits';
import { inTransaction } from '@/server/core/transaction';
import type { Input } from '@/server/core/validate';
import { checkDigits, issueDigits, redeemCode } from '@/server/modules/accounts/sign-in/one-time-codes';
import { consumeCodeAttempt, wrongCode } from '@/server/modules/accounts/sign-in/phone-codes';
import { send } from '@/server/modules/messaging/outbox';
import { requireSecondPersonForRefund, settleByAdmin } from './decide-refund';
import { customerEmail, refundCode } from './emails';
import { type LockedRefund, lockRefund } from './lock-refund';
import { applyDecision, assertMove } from './refund-moves';

/** Long enough to hand over the money. */
const minutes = 30;
const retrySeconds = 60;

const purpose = 'complete-refund';
const recipientOf = ({ row }: LockedRefund) => `refund:${row.id}`;

/**
 * `POST refunds/{id}/code`: sends the customer the code that confirms the handover of money. Throws NOT_FOUND,
 * ALREADY_REFUNDED, ACTION_NOT_VALID, TOO_MANY_REQUESTS (one a minute per refund).
 */
export async function sendRefundCode(
  ctx: UserCtx,
  key: string,
): Promise<{ success: true; retry_after: number }> {
  if (!isId(key)) throw new AppError('NOT_FOUND');
  await consume(ctx, { key: `refund-code:${Number(key)}`, hits: 1, minutes: retrySeconds / 60 });
  await inTransaction(ctx, async (tx) => {
    const locked = await lockRefund(tx, key);
    assertMove(locked, 'approved');
    // No money is handed over.
    if (locked.row.amount <= 0) throw new AppError('ACTION_NOT_VALID');
    const { root } = locked.order;
    const { code } = await issueDigits(tx, {
      purpose,
      minutes,
      recipient: recipientOf(locked),
      userId: root.customer_id,
    });
    const message = refundCode({ number: shownNumber(root), code });
    const email = await customerEmail(tx, root);
    if (email) await send(tx, { channel: 'mail', to: email, minutes, ...message });
    const { subject: _subject, ...text } = message;
    await send(tx, { channel: 'sms', to: root.customer_contact, minutes, ...text });
  });
  return { success: true, retry_after: retrySeconds };
}

/**
 * `POST refunds/{id}/complete`: approves a refund by the customer's code. Runs its own transaction, so that a wrong
 * code stays counted. Throws INVALID_CODE with the attempts left, and what `decideRefund` throws.
 */
export async function completeRefund(
  ctx: UserCtx,
  key: string,
  { code, restock }: Input<typeof refundCodeSchema> & { restock: boolean },
): Promise<void> {
  await consumeCodeAttempt(ctx);
  const left = await inTransaction(ctx, async (tx) => {
    const locked = await lockRefund(tx, key);
    assertMove(locked, 'approved');
    const tried = await checkDigits(tx, { purpose, recipient: recipientOf(locked), code });
    if (!tried.isRight) return tried.left;
    await requireSecondPersonForRefund(tx, locked, { status: 'approved', method: 'payment', restock });
    await redeemCode(tx, tried.id);
    const settlement = settleByAdmin(locked, { method: 'payment', restock });
    await applyDecision(tx, locked, { to: 'approved', settlement });
    return undefined;
  });
  if (left !== undefined) throw wrongCode(left);
}
