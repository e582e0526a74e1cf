import type { AuthAnswer, CodeSent } from '@/contract/auth';
import type { Ctx } from '../context';
import { AppError } from '../errors';
import { evenly } from './evenly';
import * as letters from './letters';
import { issueDigits, spendCode, tryDigits } from './one-time-codes';
import { send } from './outbox';
import { spend } from './rate-limits';
import { settingsOptions } from './settings-options';
import { admit, comerColumns } from './sign-in';

export const codeMinutes = 5;
const retrySeconds = 60;

/**
 * `POST api/admin/auth/send-code`: an SMS with a code to whoever has an account with this number, proved to be theirs.
 * Answers everybody alike and after the same time. Throws TOO_MANY_REQUESTS: one code a minute and five an hour for a
 * number, thirty in a quarter of an hour for an address.
 */
export async function sendLoginCode(ctx: Ctx, phone: string): Promise<CodeSent> {
  await refuseWithoutCodes(ctx);
  await spendSms(ctx, phone);
  await evenly(
    ctx.db.transaction().execute(async (db) => {
      const inside = { ...ctx, db };
      const person = await holderOf(inside, phone).executeTakeFirst();
      // Also for a number that nobody has: its wrong codes are counted as anybody's.
      const { code } = await issueDigits(inside, {
        purpose: 'login',
        userId: person?.id ?? null,
        recipient: phone,
        minutes: codeMinutes,
      });
      const { siteTitle: site } = await settingsOptions(inside);
      const letter = letters.loginCode({ code, site });
      if (person) await send(inside, { channel: 'sms', to: phone, minutes: codeMinutes, ...letter });
    }),
  );
  return { success: true, expires_in: codeMinutes * 60, retry_after: retrySeconds };
}

/** Throws CODE_SIGN_IN_OFF where the settings let nobody sign in by a code. */
export async function refuseWithoutCodes(ctx: Ctx): Promise<void> {
  if (!(await settingsOptions(ctx)).useOtp) throw new AppError('CODE_SIGN_IN_OFF');
}

/** SMS cost money and patience, whoever asks for them. */
export async function spendSms(ctx: Ctx, phone: string): Promise<void> {
  await spend(
    ctx,
    { key: `sms:ip:${ctx.ip}`, hits: 30, minutes: 15 },
    { key: `sms:wait:${phone}`, hits: 1, minutes: retrySeconds / 60 },
  );
  await spend(ctx, { key: `sms:phone:${phone}`, hits: 5, minutes: 60 });
}

/**
 * `POST api/admin/auth/check-code`: signs in whoever has the number; a second factor is still asked for. Throws
 * INVALID_CODE with how many tries are left, TOO_MANY_REQUESTS by address.
 */
export async function checkLoginCode(
  ctx: Ctx,
  { phone, code }: { phone: string; code: string },
  userAgent: string | undefined,
): Promise<AuthAnswer> {
  await refuseWithoutCodes(ctx);
  await spendGuess(ctx);
  const outcome = await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    // Whose row is locked first is locked first everywhere: the person's, then the code's.
    const person = await holderOf(inside, phone).forUpdate().executeTakeFirst();
    const tried = await tryDigits(inside, { purpose: 'login', recipient: phone, code });
    if (!tried.isRight) return { left: tried.left };
    await spendCode(inside, tried.id);
    // The number may have changed hands since the code was sent.
    if (!person || tried.userId !== person.id) return { left: 0 };
    return { answer: await admit(inside, person, userAgent, 'sign-in:code') };
  });
  if (!outcome.answer) throw wrongCode(outcome.left);
  return outcome.answer;
}

/** Guesses of codes by address, whichever number they are for. */
export async function spendGuess(ctx: Ctx): Promise<void> {
  await spend(ctx, { key: `code:ip:${ctx.ip}`, hits: 30, minutes: 15 });
}

export function wrongCode(attemptsLeft: number): AppError {
  return new AppError('INVALID_CODE', { fields: { code: ['error-otp-wrong'] }, attemptsLeft });
}

/** Who opens an account with this number: only one that was proved, and nobody who is banned (reference rules S-04, S-07). */
export function holderOf(ctx: Ctx, phone: string) {
  return ctx.db
    .selectFrom('users')
    .select(comerColumns)
    .where('contact', '=', phone)
    .where('contact_verified_at', 'is not', null)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null);
}
