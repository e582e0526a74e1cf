import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { Call } from '@/server/core/http/route';
import { withIdempotencyKey } from '@/server/core/idempotency';
import type { JsonRecord } from '@/server/core/json-record';
import { consume } from '@/server/core/rate-limits';
import { inTransaction } from '@/server/core/transaction';
import type { Channels } from '@/server/integrations/send-settings';
import { issueDigits, type Purpose } from '@/server/modules/accounts/sign-in/one-time-codes';
import { wrongCode } from '@/server/modules/accounts/sign-in/phone-codes';
import type { Email } from '@/server/modules/messaging/email-text';
import { send } from '@/server/modules/messaging/outbox';
import { findOrder, type LockedOrder, lockOrder } from './lock-order';

/** Whether a message of the order can reach its customer: a code that cannot is waited for in vain. */
export const reaches = (
  { root }: { root: Pick<LockedOrder['root'], 'customer_contact' | 'customer_email'> },
  { mail, sms }: Channels,
): boolean => Boolean((root.customer_contact && sms) || (root.customer_email && mail));

/** What came of an attempt to do something by a customer's code: its answer, or the attempts left after a wrong code. */
export interface CodeOutcome {
  done?: JsonRecord;
  left?: number;
}

/**
 * Runs an attempt in its own transaction, once for each key, so that a wrong code stays counted. Throws INVALID_CODE with
 * the attempts left.
 */
export async function tryByCode(
  ctx: UserCtx,
  call: Pick<Call, 'request' | 'reply' | 'body'>,
  attempt: (tx: UserCtx) => Promise<CodeOutcome>,
): Promise<JsonRecord> {
  const answer = await inTransaction(ctx, (tx) => withIdempotencyKey(tx, call, () => attempt(tx)));
  const { done, left = 0 } = answer as CodeOutcome;
  if (!done) throw wrongCode(left);
  return done;
}

/** What the customer of an order agrees to by telling a code. */
interface Agreement {
  /** The code works for exactly this. */
  recipient: string;
  message: (code: string) => Email;
}

/**
 * Sends the customer of an order six digits by SMS, and by e-mail if known. Codes are bound to the order, not to the
 * phone they were sent to. Runs its own transactions, so that refused attempts stay counted. Throws NOT_FOUND, what
 * `agree` throws, ACTION_NOT_VALID for a customer without a contact, TOO_MANY_REQUESTS after one a minute or five an
 * hour per order and purpose.
 */
export async function sendCustomerCode(
  ctx: UserCtx,
  key: string,
  { purpose, minutes }: { purpose: Purpose; minutes: number },
  agree: (inside: UserCtx, order: LockedOrder) => Promise<Agreement>,
): Promise<JsonRecord> {
  await inTransaction(ctx, async (tx) => agree(tx, await lockOrder(tx, key)));
  const found = await findOrder(ctx, key);
  if (!found) throw new AppError('NOT_FOUND');
  await consume(
    ctx,
    { key: `${purpose}:${found.id}`, hits: 5, minutes: 60 },
    { key: `${purpose}:wait:${found.id}`, hits: 1, minutes: 1 },
  );
  return inTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, key);
    const { recipient, message } = await agree(tx, order);
    const { customer_contact: phone, customer_email: email } = order.root;
    if (!phone && !email) {
      throw new AppError('ACTION_NOT_VALID', { fields: { code: ['error-contact-required'] } });
    }
    const { code } = await issueDigits(tx, { purpose, userId: null, recipient, minutes });
    const text = { ...message(code), minutes };
    if (phone) await send(tx, { channel: 'sms', to: phone, ...text });
    if (email) await send(tx, { channel: 'mail', to: email, ...text });
    return { success: true, expires_in: minutes * 60, retry_after: 60 };
  });
}
