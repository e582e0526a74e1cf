import type { Selectable } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { AuthAnswer, TwoFactorSetup } from '@/contract/accounts/auth';
import { audit } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import { clearCounts, consume } from '@/server/core/rate-limits';
import { settingsOptions } from '@/server/core/settings';
import { inTransaction } from '@/server/core/transaction';
import * as emails from '@/server/modules/messaging/emails';
import { send } from '@/server/modules/messaging/outbox';
import { lockUserRow } from '../lock-user-row';
import { type Browser, findDevice } from './known-devices';
import { countAttempt, hashCode, maxAttempts, redeemCode } from './one-time-codes';
import { confirmPassword } from './passwords';
import { wrongCode } from './phone-codes';
import { hasSecondFactor, redeemRecoveryCode, storeRecoveryCodes } from './recovery-codes';
import { accountColumns, openAuditedSession } from './sign-in';
import { countSecondFactor } from './sign-in-limits';

const stepSeconds = 30;

/** The columns that checking a code reads. */
type TotpAccount = Pick<Selectable<DB['users']>, 'id' | 'totp_secret' | 'totp_step'>;

/**
 * `POST two-factor/setup`: creates a secret for an authenticator app; the second factor is off until `confirmSecondFactor`.
 * Throws VALIDATION_FAILED for a wrong password, ACTION_NOT_VALID when the second factor is on.
 */
export async function setUpSecondFactor(ctx: UserCtx, password: string): Promise<TwoFactorSetup> {
  await confirmPassword(ctx, password);
  const secret = new Secret({ size: 20 });
  await inTransaction(ctx, async (txCtx) => {
    await txCtx.db
      .updateTable('users')
      .set({ totp_secret: secret.base32, totp_step: null, updated_at: ctx.now })
      .where('id', '=', ctx.user.id)
      .where('totp_enabled_at', 'is', null)
      .returning('id')
      .executeTakeFirstOrThrow(() => new AppError('ACTION_NOT_VALID'));
    await auditAction(txCtx, 'two-factor:setup');
  });
  const { siteTitle: issuer } = await settingsOptions(ctx);
  const uri = new TOTP({ issuer, label: ctx.user.email, secret }).toString();
  return { secret: secret.base32, uri };
}

/**
 * `POST two-factor/confirm`: turns the second factor on and returns ten recovery codes, shown only once. Throws INVALID_CODE,
 * and ACTION_NOT_VALID without a pending setup.
 */
export async function confirmSecondFactor(ctx: UserCtx, code: string): Promise<{ recovery_codes: string[] }> {
  await consumeAttempt(ctx, ctx.user.id);
  const codes = await inTransaction(ctx, async (txCtx) => {
    const user = await lockUserRow(txCtx, ctx.user.id);
    if (!user.totp_secret || user.totp_enabled_at) throw new AppError('ACTION_NOT_VALID');
    if (!(await redeemTotp(txCtx, user, code))) return undefined;
    await txCtx.db
      .updateTable('users')
      .set({ totp_enabled_at: ctx.now, updated_at: ctx.now })
      .where('id', '=', user.id)
      .execute();
    await auditAction(txCtx, 'two-factor:on');
    await notifyUser(txCtx, user, true);
    return storeRecoveryCodes(txCtx);
  });
  if (!codes) throw new AppError('INVALID_CODE', { fields: { code: ['error-otp-wrong'] } });
  await clearCounts(ctx, [attemptKey(ctx.user.id)]);
  return { recovery_codes: codes };
}

/** `POST two-factor/disable`: needs the password and a TOTP or recovery code. Throws VALIDATION_FAILED, INVALID_CODE, ACTION_NOT_VALID. */
export async function disableSecondFactor(
  ctx: UserCtx,
  { password, code }: { password: string; code: string },
): Promise<void> {
  await confirmPassword(ctx, password);
  await proveByCode(ctx, code, async (txCtx) => {
    const user = await txCtx.db
      .updateTable('users')
      .set({ totp_secret: null, totp_enabled_at: null, totp_step: null, updated_at: ctx.now })
      .where('id', '=', ctx.user.id)
      .where('totp_enabled_at', 'is not', null)
      .returning(['name', 'email'])
      .executeTakeFirstOrThrow(() => new AppError('ACTION_NOT_VALID'));
    // They also open the account when a passkey is lost.
    if (!(await hasSecondFactor(txCtx, ctx.user.id)))
      await txCtx.db.deleteFrom('recovery_codes').where('user_id', '=', ctx.user.id).execute();
    await auditAction(txCtx, 'two-factor:off');
    await notifyUser(txCtx, user, false);
  });
}

/** Redeems a code of a signed-in person; `onRight` runs in its transaction. Throws INVALID_CODE, ACTION_NOT_VALID. */
export async function proveByCode(
  ctx: UserCtx,
  code: string,
  onRight: (ctx: UserCtx) => Promise<void>,
): Promise<void> {
  await consumeAttempt(ctx, ctx.user.id);
  const isRight = await inTransaction(ctx, async (txCtx) => {
    const user = await lockUserRow(txCtx, ctx.user.id);
    if (!(await hasSecondFactor(txCtx, user.id))) throw new AppError('ACTION_NOT_VALID');
    if (!(await redeemSecondFactor(txCtx, user, code))) return false;
    await onRight(txCtx);
    return true;
  });
  if (!isRight) throw new AppError('INVALID_CODE', { fields: { code: ['error-otp-wrong'] } });
  await clearCounts(ctx, [attemptKey(ctx.user.id)]);
}

/** `POST two-factor/recovery-codes`: replaces the ten recovery codes. Throws VALIDATION_FAILED, ACTION_NOT_VALID. */
export async function replaceRecoveryCodes(
  ctx: UserCtx,
  password: string,
): Promise<{ recovery_codes: string[] }> {
  await confirmPassword(ctx, password);
  return inTransaction(ctx, async (txCtx) => {
    await lockUserRow(txCtx, ctx.user.id);
    if (!(await hasSecondFactor(txCtx, ctx.user.id))) throw new AppError('ACTION_NOT_VALID');
    await auditAction(txCtx, 'two-factor:recovery-codes');
    return { recovery_codes: await storeRecoveryCodes(txCtx) };
  });
}

/**
 * `POST token/second-factor`: the second step of signing in. A challenge allows `maxAttempts` wrong codes. Throws
 * INVALID_CODE with the attempts left, 0 when the sign-in has to start again; TOO_MANY_REQUESTS as `countSecondFactor` does.
 */
export async function completeSecondFactor(
  ctx: Ctx,
  { challenge, code }: { challenge: string; code: string },
  browser: Browser,
): Promise<AuthAnswer> {
  const secretHash = hashCode('two-factor', 'sign-in', challenge);
  const pending = await openChallenge(ctx, secretHash).executeTakeFirst();
  if (!pending?.user_id) throw wrongCode(0);
  const userId = pending.user_id;
  const attempt = await countSecondFactor(ctx, userId, await findDevice(ctx, browser, userId));
  const outcome = await inTransaction(ctx, async (txCtx) => {
    const user = await txCtx.db
      .selectFrom('users')
      .select([...accountColumns, 'totp_secret', 'totp_step', 'is_active'])
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    // Gone when the user was banned, changed the password, or sent the request twice.
    const row = await openChallenge(txCtx, secretHash).forUpdate().executeTakeFirst();
    if (!row || !user?.is_active || row.attempts >= maxAttempts) return { left: 0 };
    if (!(await redeemSecondFactor(txCtx, user, code))) return { left: await countAttempt(txCtx, row) };
    await redeemCode(txCtx, row.id);
    return { answer: await openAuditedSession(txCtx, user, browser, 'sign-in:two-factor') };
  });
  if (!outcome.answer) {
    await attempt.failed(userId);
    throw wrongCode(outcome.left);
  }
  await attempt.succeeded();
  return outcome.answer;
}

function openChallenge(ctx: Ctx, secretHash: string) {
  return ctx.db
    .selectFrom('one_time_codes')
    .select(['id', 'user_id', 'attempts'])
    .where('secret_hash', '=', secretHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now);
}

/** Redeems a TOTP or a recovery code; each works once. The user's row must be locked. */
async function redeemSecondFactor(
  ctx: Ctx,
  user: TotpAccount & { totp_enabled_at: Date | null },
  code: string,
): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) return redeemRecoveryCode(ctx, user.id, code);
  // A secret that is only being set up opens nothing.
  return user.totp_enabled_at !== null && redeemTotp(ctx, user, code);
}

/** Accepts a clock off by one step of 30 s; a used step and earlier ones are rejected (RFC 6238 §5.2). */
async function redeemTotp(ctx: Ctx, user: TotpAccount, code: string): Promise<boolean> {
  if (!user.totp_secret) return false;
  const totp = new TOTP({ secret: Secret.fromBase32(user.totp_secret), period: stepSeconds });
  const delta = totp.validate({ token: code, timestamp: ctx.now.getTime(), window: 1 });
  if (delta === null) return false;
  const step = Math.floor(ctx.now.getTime() / 1000 / stepSeconds) + delta;
  if (user.totp_step !== null && step <= Number(user.totp_step)) return false;
  await ctx.db.updateTable('users').set({ totp_step: step }).where('id', '=', user.id).execute();
  return true;
}

const attemptKey = (userId: number) => `second-factor:own:${userId}`;

async function consumeAttempt(ctx: Ctx, userId: number): Promise<void> {
  await consume(ctx, { key: attemptKey(userId), hits: 10, minutes: 15 });
}

function auditAction(ctx: UserCtx, action: string): Promise<void> {
  return audit(ctx, { family: 'users', id: ctx.user.id, action, changes: {} });
}

function notifyUser(
  ctx: Ctx,
  { name, email }: { name: string; email: string },
  isOn: boolean,
): Promise<void> {
  return send(ctx, { channel: 'mail', to: email, ...emails.secondFactorChanged({ name, isOn }) });
}
