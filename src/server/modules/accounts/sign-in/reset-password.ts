import type * as yup from 'yup';
import type { Message, TokenState } from '@/contract/accounts/auth';
import type { resetPasswordSchema, resetTokenSchema } from '@/contract/accounts/auth/schema';
import { withConstantTime } from '@/server/core/constant-time';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { consume, toNetwork } from '@/server/core/rate-limits';
import { inTransaction } from '@/server/core/transaction';
import * as emails from '@/server/modules/accounts/emails';
import { send } from '@/server/modules/messaging/outbox';
import { finishPasswordChange } from './change-password';
import { assertUncommonPassword } from './common-passwords';
import { acceptWithNewAccount, readInvitation, tokenLimit } from './invitations';
import { type Browser, deleteKnownDevices, findDevice } from './known-devices';
import { issueCode, isValidToken, redeemToken } from './one-time-codes';
import { hashPassword } from './passwords';
import { clearSignInLimits } from './sign-in-limits';
import { setEmailVerified } from './verify-email';

const tokenMinutes = 60;
const purpose = 'reset-password';

/**
 * `POST forget-password`: mails a single-use token, valid for an hour, and answers alike whether the account exists. Throws
 * TOO_MANY_REQUESTS after 5 in 15 minutes per known browser, or per network and account, and after 100 per network. Unknown
 * browsers trigger at most 20 emails an hour per account; the last one stays valid.
 */
export async function forgetPassword(ctx: Ctx, email: string, browser: Browser): Promise<Message> {
  const user = await findUser(ctx, email).executeTakeFirst();
  const deviceId = await findDevice(ctx, browser, user?.id);
  const network = toNetwork(ctx);
  const requester = deviceId === undefined ? `${email} ${network}` : `device:${deviceId}`;
  await consume(ctx, { key: `forgot:asker:${requester}`, hits: 5, minutes: 15 });
  if (deviceId === undefined) await consume(ctx, { key: `forgot:ip:${network}`, hits: 100, minutes: 15 });
  const isSilenced = deviceId === undefined && (await exceedsEmailLimit(ctx, email));
  await withConstantTime(isSilenced ? Promise.resolve() : mailToken(ctx, email));
  return { message: 'CHECK_INBOX_FOR_PASSWORD_RESET_EMAIL', success: true };
}

/** Tokens last as long as the window of this limit, so the user still has a valid one. */
async function exceedsEmailLimit(ctx: Ctx, email: string): Promise<boolean> {
  const key = `forgot:account:${email}`;
  const counts = await consume(ctx, { key, hits: Number.POSITIVE_INFINITY, minutes: tokenMinutes });
  return (counts[key] ?? 0) > 20;
}

async function mailToken(ctx: Ctx, email: string): Promise<void> {
  const user = await findUser(ctx, email).executeTakeFirst();
  if (!user) return;
  await inTransaction(ctx, async (txCtx) => {
    const token = await issueCode(txCtx, {
      purpose,
      userId: user.id,
      recipient: email,
      minutes: tokenMinutes,
    });
    const query = new URLSearchParams({ email, token });
    const link = `${ctx.publicUrl}/admin/reset-password?${query}`;
    const message = emails.resetPassword({ name: user.name, link, token, minutes: tokenMinutes });
    await send(txCtx, { channel: 'mail', to: email, minutes: tokenMinutes, ...message });
  });
}

/**
 * `POST verify-forget-password-token`: whether the token is valid for this address, and what it invites to; does not
 * redeem it.
 */
export async function checkResetToken(
  ctx: Ctx,
  { email, token }: yup.InferType<typeof resetTokenSchema>,
): Promise<TokenState> {
  await consume(ctx, tokenLimit(ctx));
  const user = await findUser(ctx, email).executeTakeFirst();
  const isValid =
    user && (await isValidToken(ctx, { purpose, userId: user.id, recipient: email, secret: token }));
  if (isValid) return { message: 'TOKEN_IS_VALID', success: true };
  const found = await readInvitation(ctx, { email, token });
  return found && 'invitation' in found
    ? { message: 'TOKEN_IS_VALID', success: true, ...found }
    : { message: 'INVALID_TOKEN', success: false, ...found };
}

/**
 * `POST reset-password`: redeems the token, ends all sessions, clears the sign-in limits, notifies the user and marks
 * the address as verified, since the token was mailed to it. Throws INVALID_CODE at `token`, also for an unknown
 * address. The token of an invitation makes a new account.
 */
export async function resetPassword(
  ctx: Ctx,
  { email, token, password }: yup.InferType<typeof resetPasswordSchema>,
): Promise<Message> {
  await consume(ctx, tokenLimit(ctx));
  await assertUncommonPassword(ctx, password, { email });
  const hash = await hashPassword(password);
  // Not on behalf of the signed-in user, whose session must end, too.
  const nobody: Ctx = { ...ctx, user: null };
  const reset = await inTransaction(nobody, async (txCtx) => {
    const user = (await redeem(txCtx, email, token)) ?? (await acceptWithNewAccount(txCtx, { email, token }));
    if (!user) return undefined;
    await txCtx.db
      .updateTable('users')
      .set({ password_hash: hash, updated_at: ctx.now })
      .where('id', '=', user.id)
      .execute();
    await setEmailVerified(txCtx, user);
    await finishPasswordChange(txCtx, user, 'reset-password');
    await deleteKnownDevices(txCtx, user.id);
    return user;
  });
  if (!reset) throw new AppError('INVALID_CODE', { fields: { token: ['error-token-wrong'] } });
  await clearSignInLimits(ctx, reset);
  return { message: 'PASSWORD_RESET_SUCCESSFUL', success: true };
}

/** The account with the address, if the token was mailed to it. */
async function redeem(ctx: Ctx, email: string, secret: string) {
  const user = await findUser(ctx, email).forUpdate().executeTakeFirst();
  const isRight = user && (await redeemToken(ctx, { purpose, userId: user.id, recipient: email, secret }));
  return isRight ? user : undefined;
}

function findUser(ctx: Ctx, email: string) {
  return ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_verified_at'])
    .where('email', '=', email)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null);
}
