import { createHash, randomBytes } from 'node:crypto';
import type { Message } from '@/contract/accounts/auth';
import type { RegisterInput } from '@/contract/accounts/auth/schema';
import { permissionsOfRole } from '@/contract/core/permissions';
import { audit } from '@/server/core/audit';
import { withConstantTime } from '@/server/core/constant-time';
import type { Ctx } from '@/server/core/context';
import { consume, networkOf } from '@/server/core/rate-limits';
import { settingsOptions } from '@/server/core/settings';
import * as letters from '@/server/modules/accounts/emails';
import { postEntry } from '@/server/modules/ledger/ledger';
import { send } from '@/server/modules/messaging/outbox';
import { assertUncommonPassword } from './common-passwords';
import { hashPassword } from './passwords';
import { comerColumns } from './sign-in';
import { sendVerification } from './verify-email';

/** How long the link of a registration works. */
const hours = 24;
/** Letters about registrations to one address in an hour: asked for from one network, and from everywhere. */
const maxLetters = { fromOne: 5, fromAll: 20 };

/** A person who makes an account of their own. */
interface Newcomer {
  name: string;
  email: string;
  passwordHash: string;
  role: 'customer' | 'store_owner';
  /** A number that they have proved to be theirs. */
  phone?: string;
  /** The address has been proved. */
  isVerified?: boolean;
}

/**
 * `POST register`: a customer or the owner of shops to come (reference rules S-05). Answers alike and after the same time
 * whether the address has an account or not, and signs nobody in: the newcomer gets a link that makes the account, its
 * owner a letter that there is one. Where the settings ask for no confirmed address the account is made at once. Throws
 * VALIDATION_FAILED for a common password and TOO_MANY_REQUESTS after ten in an hour from one address.
 */
export async function register(ctx: Ctx, input: RegisterInput): Promise<Message> {
  const { name, email, password } = input;
  await consume(ctx, { key: `register:ip:${networkOf(ctx.ip)}`, hits: 10, minutes: 60 });
  await assertUncommonPassword(ctx, password, { name, email });
  const role = input.permission === 'store_owner' ? 'store_owner' : 'customer';
  const hasLetter = await mayWriteTo(ctx, email);
  await withConstantTime(
    hashPassword(password).then((passwordHash) =>
      ctx.db
        .transaction()
        .execute((db) => takeIn({ ...ctx, db }, { name, email, passwordHash, role }, hasLetter)),
    ),
  );
  return { message: 'CHECK_INBOX_TO_CONFIRM_EMAIL', success: true };
}

async function mayWriteTo(ctx: Ctx, email: string): Promise<boolean> {
  const [one, all] = [`register:asker:${email} ${networkOf(ctx.ip)}`, `register:email:${email}`];
  const hits = Number.POSITIVE_INFINITY;
  const counts = await consume(ctx, { key: one, hits, minutes: 60 }, { key: all, hits, minutes: 60 });
  return (counts[one] ?? 0) <= maxLetters.fromOne && (counts[all] ?? 0) <= maxLetters.fromAll;
}

async function takeIn(ctx: Ctx, newcomer: Newcomer, hasLetter: boolean): Promise<void> {
  const { useMustVerifyEmail } = await settingsOptions(ctx);
  const owner = await ctx.db
    .selectFrom('users')
    .select('name')
    .where('email', '=', newcomer.email)
    .executeTakeFirst();
  if (!owner && useMustVerifyEmail) return hasLetter ? askToConfirm(ctx, newcomer) : undefined;
  if (!owner && (await addPerson(ctx, newcomer))) return;
  if (!hasLetter) return;
  const letter = letters.alreadyRegistered({
    name: owner?.name ?? newcomer.name,
    login: `${ctx.publicUrl}/admin/login`,
    reset: `${ctx.publicUrl}/admin/forgot-password`,
  });
  await send(ctx, { channel: 'mail', to: newcomer.email, ...letter });
}

/** Each registration waits by itself: another one for the same address neither replaces it nor changes its password. */
async function askToConfirm(ctx: Ctx, { name, email, passwordHash, role }: Newcomer): Promise<void> {
  const secret = randomBytes(18).toString('base64url');
  const { id } = await ctx.db
    .insertInto('registrations')
    .values({
      name,
      email,
      password_hash: passwordHash,
      role,
      secret_hash: hashOfSecret(secret),
      created_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + hours * 3600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const link = `${ctx.publicUrl}/admin/rest/register/confirm/${id}/${secret}`;
  const letter = letters.confirmEmail({ name, link });
  await send(ctx, { channel: 'mail', to: email, minutes: hours * 60, ...letter });
}

/**
 * `GET register/confirm/{id}/{secret}`: makes the account that the link was sent for. False when the link was used, is
 * older than a day, or the address has an account by now. Within the caller's transaction.
 */
export async function confirmRegistration(
  ctx: Ctx,
  { id, secret }: { id: string; secret: string },
): Promise<boolean> {
  const waiting = await ctx.db
    .deleteFrom('registrations')
    .where('id', '=', /^\d{1,15}$/.test(id) ? Number(id) : 0)
    .where('secret_hash', '=', hashOfSecret(secret))
    .where('expires_at', '>', ctx.now)
    .returning(['name', 'email', 'password_hash', 'role'])
    .executeTakeFirst();
  if (!waiting) return false;
  const { name, email, password_hash: passwordHash } = waiting;
  const role = waiting.role === 'store_owner' ? 'store_owner' : 'customer';
  const person = await addPerson(ctx, { name, email, passwordHash, role, isVerified: true });
  await ctx.db.deleteFrom('registrations').where('email', '=', email).execute();
  return person !== undefined;
}

function hashOfSecret(secret: string): string {
  return createHash('sha256').update(`register\n${secret}`).digest('hex');
}

/**
 * Adds a person with the points that newcomers get, and asks to confirm an address that is not proved yet. Undefined when
 * the address is taken. Within the caller's transaction.
 */
export async function addPerson(ctx: Ctx, newcomer: Newcomer) {
  const { name, email, passwordHash, role, phone, isVerified } = newcomer;
  const person = await ctx.db
    .insertInto('users')
    .values({
      name,
      email,
      password_hash: passwordHash,
      permissions: [...permissionsOfRole[role]],
      ...(phone && { contact: phone, contact_verified_at: ctx.now }),
      ...(isVerified && { email_verified_at: ctx.now }),
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning([...comerColumns, 'name', 'email'])
    .executeTakeFirst();
  if (!person) return undefined;
  const changes = { name: [null, name], email: [null, email], role: [null, role] } satisfies Record<
    string,
    [unknown, unknown]
  >;
  await audit(ctx, { family: 'users', id: person.id, action: 'register', changes, userId: person.id });
  await givePoints(ctx, person.id);
  if (!isVerified && (await settingsOptions(ctx)).useMustVerifyEmail) await sendVerification(ctx, person);
  return person;
}

/** Points for signing up, as many as the settings say (reference rules R-001). */
async function givePoints(ctx: Ctx, userId: number): Promise<void> {
  const { signupPoints } = await settingsOptions(ctx);
  const amount = Math.floor(Number(signupPoints)) * 100;
  if (!(amount > 0)) return;
  await postEntry(ctx, {
    kind: 'sign-up',
    family: 'users',
    rowId: userId,
    lines: [
      { account: { kind: 'wallet', userId }, amount },
      { account: { kind: 'points' }, amount: -amount },
    ],
  });
}
