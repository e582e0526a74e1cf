import type { Message } from '@/contract/accounts/auth';
import { audit } from '@/server/core/audit';
import { type Ctx, isOtherClient, type UserCtx } from '@/server/core/context';
import { AppError, rejectField } from '@/server/core/errors';
import { wholeNumber } from '@/server/core/numbers';
import { inTransaction } from '@/server/core/transaction';
import * as emails from '@/server/modules/messaging/emails';
import { send } from '@/server/modules/messaging/outbox';
import type { Browser } from './known-devices';
import { checkDigits, issueCode, issueDigits, redeemCode, redeemToken } from './one-time-codes';
import { confirmPassword } from './passwords';
import { checkOtp, consumeCodeAttempt, isNumberTaken, type OtpInput, wrongCode } from './phone-codes';
import { lockLinked } from './verify-email';

const codeMinutes = 15;
/** Until a new number opens the account by itself. */
const hoursToOpen = 24;

type ContactInput = OtpInput & { user_id?: unknown; password?: unknown };

/**
 * `POST update-contact`: sets the user's own number, verified by the code of an SMS. The password says who asks; another
 * client that sends none gets a code to the confirmed address or number, and sends it as `code` the next time
 * (rules/accounts: a new number waits before it opens the account). Throws FORBIDDEN for another user's id, INVALID_CODE, and
 * VALIDATION_FAILED for a wrong password and for a number that another user has verified.
 */
export async function updateContact(
  ctx: UserCtx,
  { user_id: requestedId, password, ...otp }: ContactInput,
  browser: Browser,
): Promise<Message> {
  if (requestedId !== undefined && requestedId !== null && wholeNumber(requestedId) !== ctx.user.id)
    throw new AppError('FORBIDDEN');
  const isProven = typeof password === 'string' && password !== '';
  if (!isProven && !isOtherClient(ctx)) rejectField('password', 'error-password-required');
  await consumeCodeAttempt(ctx);
  if (isProven) await confirmPassword(ctx, password);
  const outcome = await inTransaction(ctx, (inside) => change(inside, otp, isProven, browser));
  if (typeof outcome === 'object') throw wrongCode(outcome.left);
  return { message: outcome, success: true };
}

/** A wrong code is counted, so it is returned instead of thrown. */
async function change(
  ctx: UserCtx,
  otp: OtpInput,
  isProven: boolean,
  browser: Browser,
): Promise<'CONTACT_UPDATE_SUCCESSFUL' | 'CHECK_INBOX_FOR_CODE' | { left: number }> {
  const { phone_number: phone, code } = otp;
  const person = await ctx.db
    .selectFrom('users')
    .select(['id', 'contact', 'contact_verified_at', 'name', 'email', 'email_verified_at'])
    .where('id', '=', ctx.user.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  // The number was proven before the code to the confirmed address was sent.
  const wasAsked = !isProven && (await isAsked(ctx, phone));
  const check = wasAsked
    ? await checkDigits(ctx, { ...askedBy(ctx, phone), code })
    : await checkOtp(ctx, otp, browser);
  if (!check.isRight) return { left: check.left };
  await redeemCode(ctx, check.id);
  if (await isNumberTaken(ctx, phone, ctx.user.id)) rejectField('phone_number', 'error-taken');
  if (!isProven && !wasAsked) {
    await askConfirmed(ctx, person, phone);
    return 'CHECK_INBOX_FOR_CODE';
  }
  const opensAlready = person.contact === phone && person.contact_verified_at !== null;
  if (!opensAlready) await setNumber(ctx, person, phone);
  return 'CONTACT_UPDATE_SUCCESSFUL';
}

/** The code is for this number and this person alone. */
const askedBy = (ctx: UserCtx, phone: string) =>
  ({ purpose: 'ask-contact', recipient: phone, origins: [`user:${ctx.user.id}`] }) as const;

async function isAsked(ctx: UserCtx, phone: string): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('one_time_codes')
    .select('id')
    .where('purpose', '=', 'ask-contact')
    .where('recipient', '=', phone)
    .where('user_id', '=', ctx.user.id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .executeTakeFirst();
  return found !== undefined;
}

interface Person {
  id: number;
  name: string;
  email: string;
  contact: string | null;
  contact_verified_at: Date | null;
  email_verified_at: Date | null;
}

/** To the address, or to the number so far where only that is confirmed. */
async function askConfirmed(ctx: UserCtx, person: Person, phone: string): Promise<void> {
  const { code } = await issueDigits(ctx, {
    ...askedBy(ctx, phone),
    userId: person.id,
    minutes: codeMinutes,
  });
  const text = emails.codeForContactChange({ name: person.name, phone, code, minutes: codeMinutes });
  const { contact } = person;
  const isByPhone = contact !== null && person.contact_verified_at !== null && !person.email_verified_at;
  await send(
    ctx,
    isByPhone
      ? { channel: 'sms', to: contact, minutes: codeMinutes, template: text.template, body: text.sms }
      : { channel: 'mail', to: person.email, minutes: codeMinutes, ...text.mail },
  );
}

async function setNumber(ctx: UserCtx, person: Person, phone: string): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set((eb) => ({
      contact: phone,
      contact_verified_at: ctx.now,
      contact_opens_at: new Date(ctx.now.getTime() + hoursToOpen * 3600_000),
      updated_at: ctx.now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', person.id)
    .execute();
  await audit(ctx, {
    family: 'users',
    id: person.id,
    action: 'update-contact',
    changes: { contact: [person.contact, phone] },
  });
  const minutes = hoursToOpen * 60;
  const secret = await issueCode(ctx, {
    purpose: 'open-contact',
    userId: person.id,
    recipient: phone,
    minutes,
  });
  const link = `${ctx.publicUrl}/admin/rest/contact/open/${person.id}/${secret}`;
  await send(ctx, {
    channel: 'mail',
    to: person.email,
    ...emails.contactChanged({ name: person.name, phone, link, hours: hoursToOpen }),
  });
}

/**
 * `GET contact/open/{id}/{secret}`: the new number opens the account from now on. False when the link was used, is older than a
 * day, or the number has changed since. Within the caller's transaction.
 */
export async function openContact(
  ctx: Ctx,
  { id, secret }: { id: string; secret: string },
): Promise<boolean> {
  const user = await lockLinked(ctx, id);
  if (!user) return false;
  const { contact } = await ctx.db
    .selectFrom('users')
    .select('contact')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  if (contact === null) return false;
  const code = { purpose: 'open-contact', userId: user.id, recipient: contact, secret } as const;
  if (!(await redeemToken(ctx, code))) return false;
  await ctx.db.updateTable('users').set({ contact_opens_at: null }).where('id', '=', user.id).execute();
  return true;
}
