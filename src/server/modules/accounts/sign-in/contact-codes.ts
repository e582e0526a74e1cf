import type * as yup from 'yup';
import type { AuthAnswer, Message, OtpSent } from '@/contract/accounts/auth';
import type { otpLoginSchema, verifyOtpSchema } from '@/contract/accounts/auth/schema';
import { audit } from '@/server/core/audit';
import { withConstantTime } from '@/server/core/constant-time';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { settingsOptions } from '@/server/core/settings';
import * as letters from '@/server/modules/messaging/emails';
import { send } from '@/server/modules/messaging/outbox';
import { type Browser, findDevice, markedOrigins, originsOf } from './known-devices';
import { issueDigits, spendCode, type Tried, tryDigits } from './one-time-codes';
import { unknownPassword } from './passwords';
import { assertCodesEnabled, codeMinutes, holderOf, spendGuess, spendSms, wrongCode } from './phone-codes';
import { addPerson } from './register';
import { admit } from './sign-in';

/** Codes that prove a number to be the person's, as other clients of this dialect ask for them (reference rules R-004). */
type Otp = yup.InferType<typeof verifyOtpSchema>;

/** `POST send-otp-code`: an SMS to any number, known or not. Throws TOO_MANY_REQUESTS as `sendLoginCode` does. */
export async function sendContactCode(ctx: Ctx, phone: string, browser: Browser): Promise<OtpSent> {
  const userId = ctx.user?.id ?? (await holderOf(ctx, phone).executeTakeFirst())?.id;
  await spendSms(ctx, phone, await findDevice(ctx, browser, userId));
  const origins = markedOrigins(ctx, browser);
  const id = await withConstantTime(
    ctx.db.transaction().execute(async (db) => {
      const inside = { ...ctx, db };
      const sent = await issueDigits(inside, {
        purpose: 'verify-contact',
        userId: null,
        recipient: phone,
        minutes: codeMinutes,
        origins,
      });
      const { siteTitle: site } = await settingsOptions(inside);
      const letter = letters.contactCode({ code: sent.code, site });
      await send(inside, { channel: 'sms', to: phone, minutes: codeMinutes, ...letter });
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

/** `POST verify-otp-code`: whether the code is right; it stays good for the step that follows. */
export async function verifyContactCode(ctx: Ctx, otp: Otp, browser: Browser): Promise<Message> {
  await spendGuess(ctx);
  const tried = await ctx.db.transaction().execute((db) => tryOtp({ ...ctx, db }, otp, browser));
  if (!tried.isRight) throw wrongCode(tried.left);
  return { message: 'OTP_VERIFICATION_SUCCESSFUL', success: true };
}

/**
 * `POST otp-login`: signs in whoever has the number. A number that nobody has needs a name and an e-mail for a new
 * customer; without them the code stays good. Throws INVALID_CODE, and VALIDATION_FAILED for an e-mail that is taken.
 */
export async function otpLogin(
  ctx: Ctx,
  input: yup.InferType<typeof otpLoginSchema>,
  browser: Browser,
): Promise<AuthAnswer | Message> {
  await assertCodesEnabled(ctx);
  await spendGuess(ctx);
  const { phone_number: phone, name, email } = input;
  const passwordHash = await unknownPassword();
  const outcome = await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const person = await holderOf(inside, phone).forUpdate().executeTakeFirst();
    const tried = await tryOtp(inside, input, browser);
    if (!tried.isRight) return { left: tried.left };
    if (!person && !(name && email)) return { isMissing: true };
    await spendCode(inside, tried.id);
    if (!person && (await isTaken(inside, phone))) return { left: 0 };
    const comer =
      person ??
      (await addPerson(inside, {
        name: name ?? '',
        email: email ?? '',
        passwordHash,
        role: 'customer',
        phone,
      }));
    // The code is used up all the same: each look at whether an address is taken costs an SMS.
    if (!comer) return { isTaken: true };
    return { answer: await admit(inside, comer, browser, 'sign-in:code') };
  });
  if (outcome.isTaken) throw new AppError('VALIDATION_FAILED', { fields: { email: ['error-taken'] } });
  if (outcome.isMissing) return { message: 'REQUIRED_INFO_MISSING', success: false };
  if (!outcome.answer) throw wrongCode(outcome.left ?? 0);
  return outcome.answer;
}

/**
 * `POST update-contact`: sets the person's own number, proved by the code, and tells them by a letter, since the number
 * opens the account from now on. Throws FORBIDDEN for somebody else's id (reference rules S-04), INVALID_CODE, and
 * VALIDATION_FAILED for a number that another person has proved.
 */
export async function updateContact(
  ctx: UserCtx,
  otp: Otp & { user_id?: unknown },
  browser: Browser,
): Promise<Message> {
  const { phone_number: phone, user_id: asked } = otp;
  if (asked !== undefined && asked !== null && Number(asked) !== ctx.user.id) throw new AppError('FORBIDDEN');
  await spendGuess(ctx);
  const left = await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const person = await db
      .selectFrom('users')
      .select(['contact', 'name', 'email'])
      .where('id', '=', ctx.user.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const tried = await tryOtp(inside, otp, browser);
    if (!tried.isRight) return tried.left;
    await spendCode(inside, tried.id);
    if (await isTaken(inside, phone, ctx.user.id)) rejectTaken();
    await db
      .updateTable('users')
      .set((eb) => ({
        contact: phone,
        contact_verified_at: ctx.now,
        updated_at: ctx.now,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', ctx.user.id)
      .execute();
    const changes = { contact: [person.contact, phone] } satisfies Record<string, [unknown, unknown]>;
    await audit(inside, { family: 'users', id: ctx.user.id, action: 'update-contact', changes });
    const letter = letters.contactChanged({ name: person.name, phone });
    await send(inside, { channel: 'mail', to: person.email, ...letter });
    return undefined;
  });
  if (left !== undefined) throw wrongCode(left);
  return { message: 'CONTACT_UPDATE_SUCCESSFUL', success: true };
}

function tryOtp(ctx: Ctx, { otp_id, phone_number, code }: Otp, browser: Browser): Promise<Tried> {
  const id = otp_id ? (/^\d{1,15}$/.test(otp_id) ? Number(otp_id) : 0) : undefined;
  return tryDigits(ctx, {
    purpose: 'verify-contact',
    recipient: phone_number,
    code,
    origins: originsOf(ctx, browser),
    ...(id !== undefined && { id }),
  });
}

/** Whether another person has proved the number, banned or not. */
async function isTaken(ctx: Ctx, phone: string, exceptId = 0): Promise<boolean> {
  const holder = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('contact', '=', phone)
    .where('contact_verified_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('id', '!=', exceptId)
    .executeTakeFirst();
  return holder !== undefined;
}

function rejectTaken(): never {
  throw new AppError('VALIDATION_FAILED', { fields: { phone_number: ['error-taken'] } });
}
