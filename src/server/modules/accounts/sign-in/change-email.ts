import type * as yup from 'yup';
import type { Message } from '@/contract/accounts/auth';
import type { updateEmailSchema } from '@/contract/accounts/auth/schema';
import { audit } from '@/server/core/audit';
import { withConstantTime } from '@/server/core/constant-time';
import type { Ctx, UserCtx } from '@/server/core/context';
import { consume } from '@/server/core/rate-limits';
import * as letters from '@/server/modules/accounts/emails';
import { send } from '@/server/modules/messaging/outbox';
import { forgetCodes, hashOf, issueCode } from './one-time-codes';
import { provePassword } from './passwords';
import { sendVerification } from './verify-email';

const hours = 24;

/**
 * `POST update-email`: asks for another address, proved by the password; it is in force once the link that is mailed to it
 * is opened. The present address is told. Answers alike and after the same time when the new one has an account already,
 * whose owner is told instead. Throws VALIDATION_FAILED for a wrong password, TOO_MANY_REQUESTS after ten in an hour.
 */
export async function updateEmail(
  ctx: UserCtx,
  { email, password }: yup.InferType<typeof updateEmailSchema>,
): Promise<Message & { status: 'success' }> {
  await consume(ctx, { key: `update-email:user:${ctx.user.id}`, hits: 10, minutes: 60 });
  await provePassword(ctx, password);
  await withConstantTime(ctx.db.transaction().execute((db) => askForChange({ ...ctx, db }, email)));
  return { message: 'EMAIL_UPDATED_SUCCESSFULLY', success: true, status: 'success' };
}

async function askForChange(ctx: UserCtx, email: string): Promise<void> {
  const person = await ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_verified_at'])
    .where('id', '=', ctx.user.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await ctx.db
    .deleteFrom('one_time_codes')
    .where('user_id', '=', person.id)
    .where('purpose', '=', 'change-email')
    .execute();
  if (person.email === email) {
    if (!person.email_verified_at) await sendVerification(ctx, person);
    return;
  }
  const owner = await ctx.db.selectFrom('users').select('name').where('email', '=', email).executeTakeFirst();
  if (owner) {
    const letter = letters.emailHasAccount({ name: owner.name });
    await send(ctx, { channel: 'mail', to: email, ...letter });
  } else await sendLink(ctx, { ...person, email });
  const letter = letters.emailChangeAsked({ name: person.name, email });
  await send(ctx, { channel: 'mail', to: person.email, ...letter });
  await audit(ctx, { family: 'users', id: person.id, action: 'ask-email', changes: {} });
}

async function sendLink(ctx: Ctx, { id, name, email }: { id: number; name: string; email: string }) {
  const minutes = hours * 60;
  const code = { purpose: 'change-email', userId: id, recipient: email, minutes } as const;
  const link = `${ctx.publicUrl}/admin/rest/email/change/${id}/${await issueCode(ctx, code)}`;
  await send(ctx, { channel: 'mail', to: email, minutes, ...letters.confirmEmail({ name, link }) });
}

/**
 * `GET email/change/{id}/{secret}`: puts the new address in force and tells the former one. False when the link was used,
 * is older than a day, another address was asked for since, or it has an account by now. Within the caller's transaction.
 */
export async function confirmEmailChange(
  ctx: Ctx,
  { id, secret }: { id: string; secret: string },
): Promise<boolean> {
  const person = await ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', '=', /^\d{1,15}$/.test(id) ? Number(id) : 0)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  const email = person && (await emailOfLink(ctx, person.id, secret));
  if (!email) return false;
  const changed = await ctx.db
    .updateTable('users')
    .set((eb) => ({
      email,
      email_verified_at: ctx.now,
      updated_at: ctx.now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', person.id)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('users as other').select('other.id').where('other.email', '=', email))),
    )
    .returning('id')
    .executeTakeFirst();
  if (!changed) return false;
  await forgetCodes(ctx, person.id);
  const letter = letters.emailChanged({ name: person.name, email });
  await send(ctx, { channel: 'mail', to: person.email, ...letter });
  await audit(ctx, {
    family: 'users',
    id: person.id,
    action: 'update-email',
    changes: { email: [person.email, email] },
    userId: person.id,
  });
  return true;
}

/** The address that a link was mailed to; the hash is of the address as well. */
async function emailOfLink(ctx: Ctx, userId: number, secret: string): Promise<string | undefined> {
  const waiting = await ctx.db
    .selectFrom('one_time_codes')
    .select(['recipient', 'secret_hash'])
    .where('user_id', '=', userId)
    .where('purpose', '=', 'change-email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .execute();
  const isOf = (row: { recipient: string; secret_hash: string }) =>
    row.secret_hash === hashOf('change-email', row.recipient, secret);
  return waiting.find(isOf)?.recipient;
}
