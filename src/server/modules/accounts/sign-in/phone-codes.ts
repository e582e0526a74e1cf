import type * as yup from 'yup';
import type { AuthAnswer, CodeSent, Message, OtpSent } from '@/contract/accounts/auth';
import type { otpLoginSchema, verifyOtpSchema } from '@/contract/accounts/auth/schema';
import { withConstantTime } from '@/server/core/constant-time';
import type { Ctx } from '@/server/core/context';
import { AppError, rejectField } from '@/server/core/errors';
import { parseId } from '@/server/core/numbers';
import { consume, toNetwork } from '@/server/core/rate-limits';
import { settingsOptions } from '@/server/core/settings';
import { inTransaction } from '@/server/core/transaction';
import * as emails from '@/server/modules/messaging/emails';
import { send } from '@/server/modules/messaging/outbox';
import { type Browser, codeOrigins, findDevice, issueOrigins } from './known-devices';
import { type CodeCheck, checkDigits, issueDigits, redeemCode } from './one-time-codes';
import { unknownPassword } from './passwords';
import { createAccount } from './register';
import { accountColumns, startSession } from './sign-in';

const codeMinutes = 5;
const retrySeconds = 60;

/**
 * `POST api/admin/auth/send-code`: sends a code to the account that has verified this number. Answers alike and in the same
 * time without one. Throws TOO_MANY_REQUESTS as `consumeSms` does.
 */
export async function sendLoginCode(ctx: Ctx, phone: string, browser: Browser): Promise<CodeSent> {
  await assertCodesEnabled(ctx);
  const owner = await accountByPhone(ctx, phone).executeTakeFirst();
  await consumeSms(ctx, phone, await findDevice(ctx, browser, owner?.id));
  const origins = issueOrigins(ctx, browser);
  await withConstantTime(
    inTransaction(ctx, async (txCtx) => {
      const person = await accountByPhone(txCtx, phone).executeTakeFirst();
      // Also for an unknown number: its wrong codes are counted like any other.
      const { code } = await issueDigits(txCtx, {
        purpose: 'login',
        userId: person?.id ?? null,
        recipient: phone,
        minutes: codeMinutes,
        origins,
      });
      const { siteTitle: site } = await settingsOptions(txCtx);
      const message = emails.loginCode({ code, site });
      if (person) await send(txCtx, { channel: 'sms', to: phone, minutes: codeMinutes, ...message });
    }),
  );
  return { success: true, expires_in: codeMinutes * 60, retry_after: retrySeconds };
}

/** Throws CODE_SIGN_IN_OFF unless the setting `useOtp` is on. */
async function assertCodesEnabled(ctx: Ctx): Promise<void> {
  if (!(await settingsOptions(ctx)).useOtp) throw new AppError('CODE_SIGN_IN_OFF');
}

/**
 * Throws TOO_MANY_REQUESTS after one SMS a minute and five an hour per known browser, or per network and number; without a
 * known browser also after 20 an hour per number and 100 in 15 minutes per network.
 */
export async function consumeSms(ctx: Ctx, phone: string, deviceId?: number): Promise<void> {
  const network = toNetwork(ctx);
  const requester = deviceId === undefined ? `${phone} ${network}` : `device:${deviceId}`;
  await consume(ctx, { key: `sms:wait:${requester}`, hits: 1, minutes: retrySeconds / 60 });
  await consume(ctx, { key: `sms:asker:${requester}`, hits: 5, minutes: 60 });
  if (deviceId !== undefined) return;
  await consume(ctx, { key: `sms:ip:${network}`, hits: 100, minutes: 15 });
  await consume(ctx, { key: `sms:phone:${phone}`, hits: 20, minutes: 60 });
}

/**
 * `POST api/admin/auth/check-code`: signs in by phone number; a second factor is still required. Throws INVALID_CODE with the
 * attempts left, TOO_MANY_REQUESTS per network.
 */
export async function checkLoginCode(
  ctx: Ctx,
  { phone, code }: { phone: string; code: string },
  browser: Browser,
): Promise<AuthAnswer> {
  await assertCodesEnabled(ctx);
  await consumeCodeAttempt(ctx);
  const outcome = await inTransaction(ctx, async (txCtx) => {
    // Lock order everywhere: the user, then the code.
    const person = await accountByPhone(txCtx, phone).forUpdate().executeTakeFirst();
    const check = await checkDigits(txCtx, {
      purpose: 'login',
      recipient: phone,
      code,
      origins: codeOrigins(ctx, browser),
    });
    if (!check.isRight) return { left: check.left };
    await redeemCode(txCtx, check.id);
    // The number may belong to another account by now.
    if (!person || check.userId !== person.id) return { left: 0 };
    return { answer: await startSession(txCtx, person, browser, 'sign-in:code') };
  });
  if (!outcome.answer) throw wrongCode(outcome.left);
  return outcome.answer;
}

/** 300 attempts in 15 minutes per network across all numbers; each code allows `maxAttempts`. */
export async function consumeCodeAttempt(ctx: Ctx): Promise<void> {
  await consume(ctx, { key: `code:ip:${toNetwork(ctx)}`, hits: 300, minutes: 15 });
}

export function wrongCode(attemptsLeft: number): AppError {
  return new AppError('INVALID_CODE', { fields: { code: ['error-otp-wrong'] }, attemptsLeft });
}

/** The active account that this number opens (rules/accounts: a new number waits before it opens the account). */
function accountByPhone(ctx: Ctx, phone: string) {
  return ctx.db
    .selectFrom('users')
    .select(accountColumns)
    .where('contact', '=', phone)
    .where('contact_verified_at', 'is not', null)
    .where((eb) => eb.or([eb('contact_opens_at', 'is', null), eb('contact_opens_at', '<=', ctx.now)]))
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null);
}

/** Body of the OTP routes of other clients of the dialect. */
export type OtpInput = yup.InferType<typeof verifyOtpSchema>;

/** `POST send-otp-code`: sends a code to any number. Throws TOO_MANY_REQUESTS as `sendLoginCode` does. */
export async function sendContactCode(ctx: Ctx, phone: string, browser: Browser): Promise<OtpSent> {
  const userId = ctx.user?.id ?? (await accountByPhone(ctx, phone).executeTakeFirst())?.id;
  await consumeSms(ctx, phone, await findDevice(ctx, browser, userId));
  const origins = issueOrigins(ctx, browser);
  const id = await withConstantTime(
    inTransaction(ctx, async (txCtx) => {
      const sent = await issueDigits(txCtx, {
        purpose: 'verify-contact',
        userId: null,
        recipient: phone,
        minutes: codeMinutes,
        origins,
      });
      const { siteTitle: site } = await settingsOptions(txCtx);
      const message = emails.contactCode({ code: sent.code, site });
      await send(txCtx, { channel: 'sms', to: phone, minutes: codeMinutes, ...message });
      return sent.id;
    }),
  );
  return {
    message: 'OTP_SEND_SUCCESSFUL',
    success: true,
    provider: 'sms',
    id: String(id),
    phone_number: phone,
    is_contact_exist: true,
  };
}

/** `POST verify-otp-code`: checks a code; it stays valid for the next step. Throws INVALID_CODE. */
export async function verifyContactCode(ctx: Ctx, otp: OtpInput, browser: Browser): Promise<Message> {
  await consumeCodeAttempt(ctx);
  const check = await inTransaction(ctx, (txCtx) => checkOtp(txCtx, otp, browser));
  if (!check.isRight) throw wrongCode(check.left);
  return { message: 'OTP_VERIFICATION_SUCCESSFUL', success: true };
}

/**
 * `POST otp-login`: signs in by phone number. An unknown number creates a customer and needs a name and an e-mail; without
 * them the code stays valid. Throws INVALID_CODE, and VALIDATION_FAILED for a taken e-mail.
 */
export async function otpLogin(
  ctx: Ctx,
  input: yup.InferType<typeof otpLoginSchema>,
  browser: Browser,
): Promise<AuthAnswer | Message> {
  await assertCodesEnabled(ctx);
  await consumeCodeAttempt(ctx);
  const { phone_number: phone, name, email } = input;
  const passwordHash = await unknownPassword();
  const outcome = await inTransaction(ctx, async (txCtx) => {
    const person = await accountByPhone(txCtx, phone).forUpdate().executeTakeFirst();
    const check = await checkOtp(txCtx, input, browser);
    if (!check.isRight) return { left: check.left };
    if (!person && !(name && email)) return { isMissing: true };
    await redeemCode(txCtx, check.id);
    if (!person && (await isNumberTaken(txCtx, phone))) return { left: 0 };
    const account =
      person ??
      (await createAccount(txCtx, {
        name: name ?? '',
        email: email ?? '',
        passwordHash,
        role: 'customer',
        phone,
      }));
    // The code is redeemed all the same, so that probing for taken addresses costs an SMS each.
    if (!account) return { isTaken: true };
    return { answer: await startSession(txCtx, account, browser, 'sign-in:code') };
  });
  if (outcome.isTaken) rejectField('email', 'error-taken');
  if (outcome.isMissing) return { message: 'REQUIRED_INFO_MISSING', success: false };
  if (!outcome.answer) throw wrongCode(outcome.left ?? 0);
  return outcome.answer;
}

export function checkOtp(
  ctx: Ctx,
  { otp_id, phone_number, code }: OtpInput,
  browser: Browser,
): Promise<CodeCheck> {
  const id = otp_id ? parseId(otp_id) : undefined;
  return checkDigits(ctx, {
    purpose: 'verify-contact',
    recipient: phone_number,
    code,
    origins: codeOrigins(ctx, browser),
    ...(id !== undefined && { id }),
  });
}

/** Whether another user, banned or not, has verified the number. */
export async function isNumberTaken(ctx: Ctx, phone: string, exceptId = 0): Promise<boolean> {
  const owner = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('contact', '=', phone)
    .where('contact_verified_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('id', '!=', exceptId)
    .executeTakeFirst();
  return owner !== undefined;
}
