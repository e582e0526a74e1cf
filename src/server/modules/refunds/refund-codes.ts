import * as yup from 'yup';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { consume } from '@/server/core/rate-limits';
import type { JsonRecord } from '@/server/core/resource/query';
import { validate } from '@/server/core/validate';
import { checkDigits, issueDigits, redeemCode } from '@/server/modules/accounts/sign-in/one-time-codes';
import { consumeCodeAttempt, wrongCode } from '@/server/modules/accounts/sign-in/phone-codes';
import { send } from '@/server/modules/messaging/outbox';
import { customerEmail, refundCode } from './emails';
import { assertMove, type LockedRefund, lockRefund, moveRefund } from './refund-decisions';

/** As long as handing money over takes. */
const minutes = 30;
const retrySeconds = 60;

const purpose = 'complete-refund';
const recipientOf = ({ row }: LockedRefund) => `refund:${row.id}`;

const codeSchema = yup.object({
  code: yup
    .string()
    .trim()
    .matches(/^\d{6}$/, { message: 'error-code-format', excludeEmptyString: true })
    .required('error-code-required'),
});

/**
 * `POST refunds/{id}/code`: sends the customer the code that proves that money was handed over. Throws NOT_FOUND,
 * ALREADY_REFUNDED, ACTION_NOT_VALID, TOO_MANY_REQUESTS (one a minute for a refund).
 */
export async function sendRefundCode(
  ctx: UserCtx,
  key: string,
): Promise<{ success: true; retry_after: number }> {
  if (!/^\d{1,15}$/.test(key)) throw new AppError('NOT_FOUND');
  await consume(ctx, { key: `refund-code:${Number(key)}`, hits: 1, minutes: retrySeconds / 60 });
  await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const locked = await lockRefund(inside, key);
    assertMove(locked, 'approved');
    const { root } = locked.order;
    const { code } = await issueDigits(inside, {
      ...{ purpose, minutes, recipient: recipientOf(locked) },
      userId: root.customer_id,
    });
    const letter = refundCode({ number: root.tracking_number, code });
    const email = await customerEmail(inside, root);
    if (email) await send(inside, { channel: 'mail', to: email, minutes, ...letter });
    const { subject: _subject, ...text } = letter;
    await send(inside, { channel: 'sms', to: root.customer_contact, minutes, ...text });
  });
  return { success: true, retry_after: retrySeconds };
}

/**
 * `POST refunds/{id}/complete`: with the customer's code a refund is approved as handed over. Throws INVALID_CODE with how
 * many tries are left, and what approving throws. A wrong code is counted, so it runs in a transaction of its own.
 */
export async function completeRefund(ctx: UserCtx, key: string, body: JsonRecord): Promise<void> {
  const { code } = await validate(codeSchema, body);
  await consumeCodeAttempt(ctx);
  const left = await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const locked = await lockRefund(inside, key);
    assertMove(locked, 'approved');
    const tried = await checkDigits(inside, { purpose, recipient: recipientOf(locked), code });
    if (!tried.isRight) return tried.left;
    await redeemCode(inside, tried.id);
    await moveRefund(inside, locked, {
      status: 'approved',
      method: 'payment',
      restock: body.restock === true,
    });
    return undefined;
  });
  if (left !== undefined) throw wrongCode(left);
}
