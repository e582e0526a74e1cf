import type * as yup from 'yup';
import type { Message } from '@/contract/accounts/auth';
import type { otherUpdateEmailSchema } from '@/contract/accounts/auth/schema';
import { audit } from '@/server/core/audit';
import { withConstantTime } from '@/server/core/constant-time';
import { type Ctx, isOtherClient, type UserCtx } from '@/server/core/context';
import { consume } from '@/server/core/rate-limits';
import { inTransaction } from '@/server/core/transaction';
import * as emails from '@/server/modules/accounts/emails';
import { send } from '@/server/modules/messaging/outbox';
import {
  checkDigits,
  deletePendingCodes,
  hashCode,
  issueCode,
  issueDigits,
  redeemCode,
} from './one-time-codes';
import { confirmPassword } from './passwords';
import { wrongCode } from './phone-codes';
import { lockLinked, sendVerification } from './verify-email';

const linkHours = 24;

/**
 * `POST update-email`: mails a link to the new address, which takes effect once the link is opened, and notifies the current
 * one. Answers alike and in the same time when the new address has an account; its owner is notified instead. Another
 * client that sends no password mails a code to the current address, and sends it the next time. Throws VALIDATION_FAILED
 * for a wrong password, INVALID_CODE, TOO_MANY_REQUESTS after ten in an hour.
 */
export async function updateEmail(
  ctx: UserCtx,
  { email, password, code }: yup.InferType<typeof otherUpdateEmailSchema>,
): Promise<Message & { status: 'success' }> {
  await consume(ctx, { key: `update-email:user:${ctx.user.id}`, hits: 10, minutes: 60 });
  if (code) await redeemAsked(ctx, email, code);
  else if (!password && isOtherClient(ctx)) return mailCode(ctx, email);
  else await confirmPassword(ctx, password ?? '');
  await withConstantTime(inTransaction(ctx, (txCtx) => requestChange(txCtx, email)));
  return { message: 'EMAIL_UPDATED_SUCCESSFULLY', success: true, status: 'success' };
}

const codeMinutes = 15;

/** The code is for this new address and this person alone. */
const askedBy = (ctx: UserCtx, email: string) =>
  ({ purpose: 'ask-email', recipient: email, origins: [`user:${ctx.user.id}`] }) as const;

async function mailCode(ctx: UserCtx, email: string): Promise<Message & { status: 'success' }> {
  await inTransaction(ctx, async (inside) => {
    const { code } = await issueDigits(inside, {
      ...askedBy(ctx, email),
      userId: ctx.user.id,
      minutes: codeMinutes,
    });
    const letter = emails.codeForEmailChange({ name: ctx.user.name, email, code, minutes: codeMinutes });
    await send(inside, { channel: 'mail', to: ctx.user.email, minutes: codeMinutes, ...letter });
  });
  return { message: 'CHECK_INBOX_FOR_CODE', success: true, status: 'success' };
}

/** A wrong code is counted, so its transaction is not rolled back. Throws INVALID_CODE. */
async function redeemAsked(ctx: UserCtx, email: string, code: string): Promise<void> {
  const check = await inTransaction(ctx, async (inside) => {
    const found = await checkDigits(inside, { ...askedBy(ctx, email), code });
    if (found.isRight) await redeemCode(inside, found.id);
    return found;
  });
  if (!check.isRight) throw wrongCode(check.left);
}

async function requestChange(ctx: UserCtx, email: string): Promise<void> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_verified_at'])
    .where('id', '=', ctx.user.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await ctx.db
    .deleteFrom('one_time_codes')
    .where('user_id', '=', user.id)
    .where('purpose', '=', 'change-email')
    .execute();
  if (user.email === email) {
    if (!user.email_verified_at) await sendVerification(ctx, user);
    return;
  }
  const owner = await ctx.db.selectFrom('users').select('name').where('email', '=', email).executeTakeFirst();
  if (owner) {
    await send(ctx, { channel: 'mail', to: email, ...emails.emailHasAccount({ name: owner.name }) });
  } else {
    await sendLink(ctx, { ...user, email });
  }
  const notice = emails.emailChangeRequested({ name: user.name, email });
  await send(ctx, { channel: 'mail', to: user.email, ...notice });
  await audit(ctx, { family: 'users', id: user.id, action: 'ask-email', changes: {} });
}

async function sendLink(ctx: Ctx, { id, email }: { id: number; email: string }) {
  const minutes = linkHours * 60;
  const code = { purpose: 'change-email', userId: id, recipient: email, minutes } as const;
  const link = `${ctx.publicUrl}/admin/rest/email/change/${id}/${await issueCode(ctx, code)}`;
  await send(ctx, { channel: 'mail', to: email, minutes, ...emails.confirmEmail({ link }) });
}

/**
 * `GET email/change/{id}/{secret}`: changes the address and notifies the former one. False when the link was used, is older
 * than a day, was replaced by a later request, or the address has an account by now. Within the caller's transaction.
 */
export async function confirmEmailChange(
  ctx: Ctx,
  { id, secret }: { id: string; secret: string },
): Promise<boolean> {
  const user = await lockLinked(ctx, id);
  const email = user && (await findLinkedEmail(ctx, user.id, secret));
  if (!email) return false;
  const changed = await ctx.db
    .updateTable('users')
    .set((eb) => ({
      email,
      email_verified_at: ctx.now,
      updated_at: ctx.now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', user.id)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('users as other').select('other.id').where('other.email', '=', email))),
    )
    .returning('id')
    .executeTakeFirst();
  if (!changed) return false;
  await deletePendingCodes(ctx, user.id);
  // Whoever still reads the former mailbox would sign in at a provider that proves it.
  await ctx.db
    .deleteFrom('sign_in_links')
    .where('user_id', '=', user.id)
    .where('by_email', '=', true)
    .execute();
  const notice = emails.emailChanged({ name: user.name, email });
  await send(ctx, { channel: 'mail', to: user.email, ...notice });
  await audit(ctx, {
    family: 'users',
    id: user.id,
    action: 'update-email',
    changes: { email: [user.email, email] },
    userId: user.id,
  });
  return true;
}

/** The address a link was mailed to; the hash covers the address, so each candidate is hashed. */
async function findLinkedEmail(ctx: Ctx, userId: number, secret: string): Promise<string | undefined> {
  const pending = await ctx.db
    .selectFrom('one_time_codes')
    .select(['recipient', 'secret_hash'])
    .where('user_id', '=', userId)
    .where('purpose', '=', 'change-email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .execute();
  const matches = (row: { recipient: string; secret_hash: string }) =>
    row.secret_hash === hashCode('change-email', row.recipient, secret);
  return pending.find(matches)?.recipient;
}
