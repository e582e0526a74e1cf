import type { AuthAnswer, CodeSent } from '@/contract/accounts/auth';
import { withConstantTime } from '@/server/core/constant-time';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { consume, networkOf } from '@/server/core/rate-limits';
import { settingsOptions } from '@/server/core/settings';
import * as letters from '@/server/modules/messaging/emails';
import { send } from '@/server/modules/messaging/outbox';
import { type Browser, findDevice, markedOrigins, originsOf } from './known-devices';
import { issueDigits, spendCode, tryDigits } from './one-time-codes';
import { admit, comerColumns } from './sign-in';

export const codeMinutes = 5;
const retrySeconds = 60;

/**
 * `POST api/admin/auth/send-code`: an SMS with a code to whoever has an account with this number, proved to be theirs.
 * Answers everybody alike and after the same time. Throws TOO_MANY_REQUESTS as `spendSms` does.
 */
export async function sendLoginCode(ctx: Ctx, phone: string, browser: Browser): Promise<CodeSent> {
  await assertCodesEnabled(ctx);
  const holder = await holderOf(ctx, phone).executeTakeFirst();
  await spendSms(ctx, phone, await findDevice(ctx, browser, holder?.id));
  const origins = markedOrigins(ctx, browser);
  await withConstantTime(
    ctx.db.transaction().execute(async (db) => {
      const inside = { ...ctx, db };
      const person = await holderOf(inside, phone).executeTakeFirst();
      // Also for a number that nobody has: its wrong codes are counted as anybody's.
      const { code } = await issueDigits(inside, {
        purpose: 'login',
        userId: person?.id ?? null,
        recipient: phone,
        minutes: codeMinutes,
        origins,
      });
      const { siteTitle: site } = await settingsOptions(inside);
      const letter = letters.loginCode({ code, site });
      if (person) await send(inside, { channel: 'sms', to: phone, minutes: codeMinutes, ...letter });
    }),
  );
  return { success: true, expires_in: codeMinutes * 60, retry_after: retrySeconds };
}

/** Throws CODE_SIGN_IN_OFF where the settings let nobody sign in by a code. */
export async function assertCodesEnabled(ctx: Ctx): Promise<void> {
  if (!(await settingsOptions(ctx)).useOtp) throw new AppError('CODE_SIGN_IN_OFF');
}

/**
 * SMS cost money and patience. Throws TOO_MANY_REQUESTS: one a minute and five an hour for a browser that its person has
 * signed in with, or for an address and a number; 20 an hour for a number and 100 in 15 minutes for an address otherwise.
 */
export async function spendSms(ctx: Ctx, phone: string, deviceId: number | undefined): Promise<void> {
  const network = networkOf(ctx.ip);
  const asker = deviceId === undefined ? `${phone} ${network}` : `device:${deviceId}`;
  await consume(ctx, { key: `sms:wait:${asker}`, hits: 1, minutes: retrySeconds / 60 });
  await consume(ctx, { key: `sms:asker:${asker}`, hits: 5, minutes: 60 });
  if (deviceId !== undefined) return;
  await consume(ctx, { key: `sms:ip:${network}`, hits: 100, minutes: 15 });
  await consume(ctx, { key: `sms:phone:${phone}`, hits: 20, minutes: 60 });
}

/**
 * `POST api/admin/auth/check-code`: signs in whoever has the number; a second factor is still asked for. Throws
 * INVALID_CODE with how many tries are left, TOO_MANY_REQUESTS by address.
 */
export async function checkLoginCode(
  ctx: Ctx,
  { phone, code }: { phone: string; code: string },
  browser: Browser,
): Promise<AuthAnswer> {
  await assertCodesEnabled(ctx);
  await spendGuess(ctx);
  const outcome = await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    // Whose row is locked first is locked first everywhere: the person's, then the code's.
    const person = await holderOf(inside, phone).forUpdate().executeTakeFirst();
    const tried = await tryDigits(inside, {
      purpose: 'login',
      recipient: phone,
      code,
      origins: originsOf(ctx, browser),
    });
    if (!tried.isRight) return { left: tried.left };
    await spendCode(inside, tried.id);
    // The number may have changed hands since the code was sent.
    if (!person || tried.userId !== person.id) return { left: 0 };
    return { answer: await admit(inside, person, browser, 'sign-in:code') };
  });
  if (!outcome.answer) throw wrongCode(outcome.left);
  return outcome.answer;
}

/** Guesses of codes by address, whichever number they are for; each code bears five. */
export async function spendGuess(ctx: Ctx): Promise<void> {
  await consume(ctx, { key: `code:ip:${networkOf(ctx.ip)}`, hits: 300, minutes: 15 });
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
