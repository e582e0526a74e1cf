import type { Message } from '@/contract/accounts/auth';
import { audit } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { consume } from '@/server/core/rate-limits';
import * as letters from '@/server/modules/accounts/emails';
import { send } from '@/server/modules/messaging/outbox';
import { issueCode, redeemToken } from './one-time-codes';

const hours = 24;

/** Sends the link that proves an address to be the person's; the former link stops working. Within the caller's transaction. */
export async function sendVerification(
  ctx: Ctx,
  person: { id: number; name: string; email: string },
): Promise<void> {
  const secret = await issueCode(ctx, {
    purpose: 'verify-email',
    userId: person.id,
    recipient: person.email,
    minutes: hours * 60,
  });
  const link = `${ctx.publicUrl}/admin/rest/email/verify/${person.id}/${secret}`;
  await send(ctx, {
    channel: 'mail',
    to: person.email,
    minutes: hours * 60,
    ...letters.confirmEmail({ name: person.name, link }),
  });
}

/** `POST email/verification-notification`, six a minute. Says so when the address is confirmed already. */
export async function resendVerification(ctx: UserCtx): Promise<Message> {
  await consume(ctx, { key: `verify-email:user:${ctx.user.id}`, hits: 6, minutes: 1 });
  return ctx.db.transaction().execute(async (db) => {
    const person = await db
      .selectFrom('users')
      .select(['id', 'name', 'email', 'email_verified_at'])
      .where('id', '=', ctx.user.id)
      .executeTakeFirstOrThrow();
    if (person.email_verified_at) return { message: 'EMAIL_ALREADY_VERIFIED', success: true };
    await sendVerification({ ...ctx, db }, person);
    return { message: 'EMAIL_SENT_SUCCESSFUL', success: true };
  });
}

/**
 * `GET email/verify/{id}/{secret}`: whether the address is confirmed by this. The link works once, for a day, and only for
 * the address that it was sent to (reference rules S-29). Within the caller's transaction.
 */
export async function verifyEmail(
  ctx: Ctx,
  { id, secret }: { id: string; secret: string },
): Promise<boolean> {
  const person = await ctx.db
    .selectFrom('users')
    .select(['id', 'email', 'email_verified_at'])
    .where('id', '=', /^\d{1,15}$/.test(id) ? Number(id) : 0)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!person) return false;
  const isRight = await redeemToken(ctx, {
    purposes: ['verify-email'],
    userId: person.id,
    recipient: person.email,
    secret,
  });
  if (isRight) await setVerified(ctx, person);
  return isRight;
}

/** The address has proved to be the person's. Nothing happens when it had already. */
export async function setVerified(
  ctx: Ctx,
  person: { id: number; email_verified_at: Date | null },
): Promise<void> {
  if (person.email_verified_at) return;
  await ctx.db
    .updateTable('users')
    .set((eb) => ({ email_verified_at: ctx.now, updated_at: ctx.now, version: eb('version', '+', 1) }))
    .where('id', '=', person.id)
    .execute();
  await audit(ctx, {
    family: 'users',
    id: person.id,
    action: 'verify-email',
    changes: { email_verified_at: [null, ctx.now.toISOString()] },
    userId: person.id,
  });
}
