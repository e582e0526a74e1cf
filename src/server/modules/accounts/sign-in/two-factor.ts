import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { AuthAnswer, TwoFactorSetup } from '@/contract/accounts/auth';
import { audit } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { clearCounts, consume } from '@/server/core/rate-limits';
import { settingsOptions } from '@/server/core/settings';
import * as letters from '@/server/modules/messaging/emails';
import { send } from '@/server/modules/messaging/outbox';
import { type Browser, findDevice } from './known-devices';
import { countTry, hashOf, randomText, spendCode, triesAllowed } from './one-time-codes';
import { provePassword } from './passwords';
import { wrongCode } from './phone-codes';
import { comerColumns, letIn } from './sign-in';
import { countSecondCode } from './sign-in-limits';

const stepSeconds = 30;
const recoveryCodeCount = 10;
const recoveryCodeLength = 10;

/** What is needed of a person to check a code. */
interface Holder {
  id: number;
  totp_secret: string | null;
  totp_step: number | null;
}

/**
 * `POST two-factor/setup`: a new secret to be put into an application; nothing is in force until a code of it is given.
 * Throws VALIDATION_FAILED for a wrong password, ACTION_NOT_VALID when the second factor is on already.
 */
export async function setUpSecondFactor(ctx: UserCtx, password: string): Promise<TwoFactorSetup> {
  await provePassword(ctx, password);
  const secret = new Secret({ size: 20 });
  await ctx.db.transaction().execute(async (db) => {
    const set = await db
      .updateTable('users')
      .set({ totp_secret: secret.base32, totp_step: null, updated_at: ctx.now })
      .where('id', '=', ctx.user.id)
      .where('totp_enabled_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!set) throw new AppError('ACTION_NOT_VALID');
    await record({ ...ctx, db }, 'two-factor:setup');
  });
  const { siteTitle: issuer } = await settingsOptions(ctx);
  const uri = new TOTP({ issuer, label: ctx.user.email, secret }).toString();
  return { secret: secret.base32, uri };
}

/**
 * `POST two-factor/confirm`: switches the second factor on and answers ten recovery codes, shown this once. Throws
 * INVALID_CODE, and ACTION_NOT_VALID when there is nothing to confirm.
 */
export async function confirmSecondFactor(ctx: UserCtx, code: string): Promise<{ recovery_codes: string[] }> {
  await spendTry(ctx, ctx.user.id);
  const codes = await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const person = await lockPerson(inside, ctx.user.id);
    if (!person.totp_secret || person.totp_enabled_at) throw new AppError('ACTION_NOT_VALID');
    if (!(await takeTotp(inside, person, code))) return undefined;
    await db
      .updateTable('users')
      .set({ totp_enabled_at: ctx.now, updated_at: ctx.now })
      .where('id', '=', person.id)
      .execute();
    await record(inside, 'two-factor:on');
    await tell(inside, person, true);
    return renewRecoveryCodes(inside);
  });
  if (!codes) throw new AppError('INVALID_CODE', { fields: { code: ['error-otp-wrong'] } });
  await clearCounts(ctx, [tryKey(ctx.user.id)]);
  return { recovery_codes: codes };
}

/** `POST two-factor/disable`: needs the password and a code, of the application or for recovery. */
export async function disableSecondFactor(
  ctx: UserCtx,
  { password, code }: { password: string; code: string },
): Promise<void> {
  await provePassword(ctx, password);
  await spendTry(ctx, ctx.user.id);
  const isRight = await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const person = await lockPerson(inside, ctx.user.id);
    if (!person.totp_enabled_at) throw new AppError('ACTION_NOT_VALID');
    if (!(await takeSecondCode(inside, person, code))) return false;
    await db
      .updateTable('users')
      .set({ totp_secret: null, totp_enabled_at: null, totp_step: null, updated_at: ctx.now })
      .where('id', '=', person.id)
      .execute();
    await db.deleteFrom('recovery_codes').where('user_id', '=', person.id).execute();
    await record(inside, 'two-factor:off');
    await tell(inside, person, false);
    return true;
  });
  if (!isRight) throw new AppError('INVALID_CODE', { fields: { code: ['error-otp-wrong'] } });
  await clearCounts(ctx, [tryKey(ctx.user.id)]);
}

/** `POST two-factor/recovery-codes`: ten new ones; the former ones stop working. */
export async function newRecoveryCodes(
  ctx: UserCtx,
  password: string,
): Promise<{ recovery_codes: string[] }> {
  await provePassword(ctx, password);
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const person = await lockPerson(inside, ctx.user.id);
    if (!person.totp_enabled_at) throw new AppError('ACTION_NOT_VALID');
    await record(inside, 'two-factor:recovery-codes');
    return { recovery_codes: await renewRecoveryCodes(inside) };
  });
}

/**
 * `POST token/second-factor`: the second step of signing in. A challenge bears five wrong codes. Throws INVALID_CODE with
 * the tries that are left, 0 when the sign-in has to begin anew; TOO_MANY_REQUESTS as `countSecondCode` does.
 */
export async function passSecondFactor(
  ctx: Ctx,
  { challenge, code }: { challenge: string; code: string },
  browser: Browser,
): Promise<AuthAnswer> {
  const secretHash = hashOf('two-factor', 'sign-in', challenge);
  const found = await openChallenge(ctx, secretHash).executeTakeFirst();
  if (!found?.user_id) throw wrongCode(0);
  const userId = found.user_id;
  const attempt = await countSecondCode(ctx, userId, await findDevice(ctx, browser, userId));
  const outcome = await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const person = await db
      .selectFrom('users')
      .select([...comerColumns, 'totp_secret', 'totp_step', 'is_active'])
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    // Gone when the person was banned or has another password by now, or when the same was sent twice.
    const row = await openChallenge(inside, secretHash).forUpdate().executeTakeFirst();
    if (!row || !person?.is_active || row.attempts >= triesAllowed) return { left: 0 };
    if (!(await takeSecondCode(inside, person, code))) return { left: await countTry(inside, row) };
    await spendCode(inside, row.id);
    return { answer: await letIn(inside, person, browser, 'sign-in:two-factor') };
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

/** Takes a code of the application or a recovery code; each works once. The person's row must be locked. */
async function takeSecondCode(ctx: Ctx, person: Holder, code: string): Promise<boolean> {
  return /^\d{6}$/.test(code) ? takeTotp(ctx, person, code) : takeRecoveryCode(ctx, person.id, code);
}

/** A clock may be half a minute off. A step that was used, and those before it, are no good any more (RFC 6238 §5.2). */
async function takeTotp(ctx: Ctx, person: Holder, code: string): Promise<boolean> {
  if (!person.totp_secret) return false;
  const totp = new TOTP({ secret: Secret.fromBase32(person.totp_secret), period: stepSeconds });
  const delta = totp.validate({ token: code, timestamp: ctx.now.getTime(), window: 1 });
  if (delta === null) return false;
  const step = Math.floor(ctx.now.getTime() / 1000 / stepSeconds) + delta;
  if (person.totp_step !== null && step <= Number(person.totp_step)) return false;
  await ctx.db.updateTable('users').set({ totp_step: step }).where('id', '=', person.id).execute();
  return true;
}

async function takeRecoveryCode(ctx: Ctx, userId: number, code: string): Promise<boolean> {
  const taken = await ctx.db
    .updateTable('recovery_codes')
    .set({ used_at: ctx.now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', recoveryHash(userId, code))
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

async function renewRecoveryCodes(ctx: UserCtx): Promise<string[]> {
  const userId = ctx.user.id;
  const codes = Array.from({ length: recoveryCodeCount }, () => randomText(recoveryCodeLength));
  await ctx.db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await ctx.db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: recoveryHash(userId, code) })))
    .execute();
  return codes;
}

function recoveryHash(userId: number, code: string): string {
  return createHash('sha256').update(`recovery\n${userId}\n${code}`).digest('hex');
}

function lockPerson(ctx: UserCtx, id: number) {
  return ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'totp_secret', 'totp_step', 'totp_enabled_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Of a person who is signed in. */
const tryKey = (userId: number) => `second-factor:own:${userId}`;

async function spendTry(ctx: Ctx, userId: number): Promise<void> {
  await consume(ctx, { key: tryKey(userId), hits: 10, minutes: 15 });
}

function record(ctx: UserCtx, action: string): Promise<void> {
  return audit(ctx, { family: 'users', id: ctx.user.id, action, changes: {} });
}

function tell(ctx: Ctx, { name, email }: { name: string; email: string }, isOn: boolean): Promise<void> {
  return send(ctx, { channel: 'mail', to: email, ...letters.secondFactorChanged({ name, isOn }) });
}
