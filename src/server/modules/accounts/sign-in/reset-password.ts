import type * as yup from 'yup';
import type { Message } from '@/contract/accounts/auth';
import type { resetPasswordSchema, resetTokenSchema } from '@/contract/accounts/auth/schema';
import { withConstantTime } from '@/server/core/constant-time';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { consume, networkOf } from '@/server/core/rate-limits';
import * as letters from '@/server/modules/accounts/emails';
import { send } from '@/server/modules/messaging/outbox';
import { afterNewPassword } from './change-password';
import { assertUncommonPassword } from './common-passwords';
import { type Browser, findDevice, forgetDevices } from './known-devices';
import { isGoodToken, issueCode, redeemToken } from './one-time-codes';
import { hashPassword } from './passwords';
import { clearSignInLimits } from './sign-in-limits';
import { setVerified } from './verify-email';

/** How long a mailed token works. */
const minutes = 60;
/** An invitation is taken up in the same place: it, too, chooses a password by a mailed token. */
const purposes = ['reset-password', 'invitation'] as const;

/**
 * `POST forget-password`: mails a token, good for an hour and once, to whoever has an account; answers everybody alike.
 * Throws TOO_MANY_REQUESTS after 5 in 15 minutes from one browser that is known, or from one address for one account,
 * and after 100 from one address. Of unknown browsers 20 an hour are mailed for an account; then the last letter stands.
 */
export async function forgetPassword(ctx: Ctx, email: string, browser: Browser): Promise<Message> {
  const person = await personOf(ctx, email).executeTakeFirst();
  const deviceId = await findDevice(ctx, browser, person?.id);
  const network = networkOf(ctx.ip);
  const asker = deviceId === undefined ? `${email} ${network}` : `device:${deviceId}`;
  await consume(ctx, { key: `forgot:asker:${asker}`, hits: 5, minutes: 15 });
  if (deviceId === undefined) await consume(ctx, { key: `forgot:ip:${network}`, hits: 100, minutes: 15 });
  const isEnough = deviceId === undefined && (await hasEnoughLetters(ctx, email));
  await withConstantTime(isEnough ? Promise.resolve() : mailToken(ctx, email));
  return { message: 'CHECK_INBOX_FOR_PASSWORD_RESET_EMAIL', success: true };
}

/** The letters work for an hour, so the person has one that does. */
async function hasEnoughLetters(ctx: Ctx, email: string): Promise<boolean> {
  const key = `forgot:account:${email}`;
  const counts = await consume(ctx, { key, hits: Number.POSITIVE_INFINITY, minutes });
  return (counts[key] ?? 0) > 20;
}

async function mailToken(ctx: Ctx, email: string): Promise<void> {
  const person = await personOf(ctx, email).executeTakeFirst();
  if (!person) return;
  await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const token = await issueCode(inside, {
      purpose: 'reset-password',
      userId: person.id,
      recipient: email,
      minutes,
    });
    const query = new URLSearchParams({ email, token });
    const link = `${ctx.publicUrl}/admin/reset-password?${query}`;
    const letter = letters.resetPassword({ name: person.name, link, token, minutes });
    await send(inside, { channel: 'mail', to: email, minutes, ...letter });
  });
}

/** `POST verify-forget-password-token`: whether the token is good for this address; nothing is used up. */
export async function checkResetToken(
  ctx: Ctx,
  { email, token }: yup.InferType<typeof resetTokenSchema>,
): Promise<Message> {
  await consume(ctx, resetLimit(ctx));
  const person = await personOf(ctx, email).executeTakeFirst();
  const isGood =
    person && (await isGoodToken(ctx, { purposes, userId: person.id, recipient: email, secret: token }));
  return isGood ? { message: 'TOKEN_IS_VALID', success: true } : { message: 'INVALID_TOKEN', success: false };
}

/**
 * `POST reset-password`: the token must be of this address, in time and unused (reference rules S-02, S-49). Ends all
 * sessions of the person, opens what wrong passwords have closed and tells them by a letter; the letter that the token
 * came by has proved the address.
 * Throws INVALID_CODE at `token`, for an unknown address as well.
 */
export async function resetPassword(
  ctx: Ctx,
  { email, token, password }: yup.InferType<typeof resetPasswordSchema>,
): Promise<Message> {
  await consume(ctx, resetLimit(ctx));
  await assertUncommonPassword(ctx, password, { email });
  const hash = await hashPassword(password);
  const done = await ctx.db.transaction().execute(async (db) => {
    // Nobody is signed in by it, whoever sends it.
    const inside: Ctx = { ...ctx, db, user: null };
    const person = await personOf(inside, email).forUpdate().executeTakeFirst();
    if (!person) return undefined;
    const wanted = { purposes, userId: person.id, recipient: email, secret: token };
    if (!(await redeemToken(inside, wanted))) return undefined;
    await db
      .updateTable('users')
      .set({ password_hash: hash, updated_at: ctx.now })
      .where('id', '=', person.id)
      .execute();
    await setVerified(inside, person);
    await afterNewPassword(inside, person, 'reset-password');
    await forgetDevices(inside, person.id);
    return person;
  });
  if (!done) throw new AppError('INVALID_CODE', { fields: { token: ['error-token-wrong'] } });
  await clearSignInLimits(ctx, done);
  return { message: 'PASSWORD_RESET_SUCCESSFUL', success: true };
}

function resetLimit(ctx: Ctx) {
  return { key: `reset:ip:${networkOf(ctx.ip)}`, hits: 100, minutes: 15 };
}

function personOf(ctx: Ctx, email: string) {
  return ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_verified_at'])
    .where('email', '=', email)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null);
}
