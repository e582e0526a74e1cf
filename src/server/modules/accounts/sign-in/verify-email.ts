import type { Message } from '@/contract/accounts/auth';
import { audit } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { updateRow } from '@/server/core/db/rows';
import { parseId } from '@/server/core/numbers';
import { consume } from '@/server/core/rate-limits';
import { inTransaction } from '@/server/core/transaction';
import * as emails from '@/server/modules/accounts/emails';
import { send } from '@/server/modules/messaging/outbox';
import { issueCode, redeemToken } from './one-time-codes';

const hours = 24;

/** Sends the link that verifies an e-mail address and invalidates the previous link. Within the caller's transaction. */
export async function sendVerification(ctx: Ctx, user: { id: number; email: string }): Promise<void> {
  const secret = await issueCode(ctx, {
    purpose: 'verify-email',
    userId: user.id,
    recipient: user.email,
    minutes: hours * 60,
  });
  const link = `${ctx.publicUrl}/admin/rest/email/verify/${user.id}/${secret}`;
  await send(ctx, {
    channel: 'mail',
    to: user.email,
    minutes: hours * 60,
    ...emails.confirmEmail({ link }),
  });
}

/** `POST email/verification-notification`. Throws TOO_MANY_REQUESTS after six in a minute. */
export async function resendVerification(ctx: UserCtx): Promise<Message> {
  await consume(ctx, { key: `verify-email:user:${ctx.user.id}`, hits: 6, minutes: 1 });
  return inTransaction(ctx, async (txCtx) => {
    const user = await txCtx.db
      .selectFrom('users')
      .select(['id', 'name', 'email', 'email_verified_at'])
      .where('id', '=', ctx.user.id)
      .executeTakeFirstOrThrow();
    if (user.email_verified_at) return { message: 'EMAIL_ALREADY_VERIFIED', success: true };
    await sendVerification(txCtx, user);
    return { message: 'EMAIL_SENT_SUCCESSFUL', success: true };
  });
}

/**
 * `GET email/verify/{id}/{secret}`: verifies the address; false for an invalid link. A link works once, for a day, and
 * only for the address it was sent to. Within the caller's transaction.
 */
export async function verifyEmail(
  ctx: Ctx,
  { id, secret }: { id: string; secret: string },
): Promise<boolean> {
  const user = await lockLinked(ctx, id);
  if (!user) return false;
  const isValid = await redeemToken(ctx, {
    purpose: 'verify-email',
    userId: user.id,
    recipient: user.email,
    secret,
  });
  if (isValid) await setEmailVerified(ctx, user);
  return isValid;
}

/** The active account that a link names, locked. */
export function lockLinked(ctx: Ctx, id: string) {
  return ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_verified_at'])
    .where('id', '=', parseId(id))
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Marks the address as verified; idempotent. */
export async function setEmailVerified(
  ctx: Ctx,
  user: { id: number; email_verified_at: Date | null },
): Promise<void> {
  if (user.email_verified_at) return;
  await updateRow(ctx, 'users', user.id, { email_verified_at: ctx.now });
  await audit(ctx, {
    family: 'users',
    id: user.id,
    action: 'verify-email',
    changes: { email_verified_at: [null, ctx.now.toISOString()] },
    userId: user.id,
  });
}
