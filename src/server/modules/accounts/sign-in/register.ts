import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Message } from '@/contract/accounts/auth';
import type { RegisterInput } from '@/contract/accounts/auth/schema';
import { toMinor } from '@/contract/core/money';
import { permissionsOfRole } from '@/contract/core/permissions';
import { audit, type Changes } from '@/server/core/audit';
import { haveDocuments } from '@/server/core/consent';
import { withConstantTime } from '@/server/core/constant-time';
import { type Ctx, isOtherClient } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { parseId } from '@/server/core/numbers';
import { consume, toNetwork } from '@/server/core/rate-limits';
import { settingsOptions } from '@/server/core/settings';
import { inTransaction } from '@/server/core/transaction';
import * as emails from '@/server/modules/accounts/emails';
import { pointsGiven } from '@/server/modules/ledger/entries';
import { postEntries } from '@/server/modules/ledger/ledger';
import { send } from '@/server/modules/messaging/outbox';
import { assertUncommonPassword } from './common-passwords';
import { type Consent, currentConsents, keepConsents } from './consents';
import { hashPassword } from './passwords';
import { accountColumns } from './sign-in';
import { sendVerification } from './verify-email';

const linkHours = 24;
/** Emails per address and hour: triggered from one network, and in total. */
const maxEmails = { perNetwork: 5, total: 20 };

interface NewAccount {
  name: string;
  email: string;
  passwordHash: string;
  role: 'customer' | 'store_owner';
  /** A verified number. */
  phone?: string;
  /** Whether the e-mail is verified. */
  isVerified?: boolean;
  /** Given at registration. */
  consents?: readonly Consent[];
}

/**
 * `POST register`: a customer or a future shop owner. Answers alike and in the same time whether or not the address has
 * an account, and signs nobody in: a new address gets a link that creates the account, the owner of an existing one a
 * notice. Without `useMustVerifyEmail` the account is created at once. Throws VALIDATION_FAILED for a common password and
 * for missing consents (rules/accounts: a shop front may register without our consents), TOO_MANY_REQUESTS after ten in
 * an hour per network.
 */
export async function register(ctx: Ctx, input: RegisterInput): Promise<Message> {
  const { name, email, password } = input;
  await consume(ctx, { key: `register:ip:${toNetwork(ctx)}`, hits: 10, minutes: 60 });
  const hasConsents = await checkConsents(ctx, input);
  await assertUncommonPassword(ctx, password, { name, email });
  const role = input.permission === 'store_owner' ? 'store_owner' : 'customer';
  const canEmail = await consumeEmailLimit(ctx, email);
  const consents = hasConsents ? await currentConsents(ctx) : [];
  await withConstantTime(
    hashPassword(password).then((passwordHash) =>
      inTransaction(ctx, (txCtx) =>
        startRegistration(txCtx, { name, email, passwordHash, role, consents }, canEmail),
      ),
    ),
  );
  return { message: 'CHECK_INBOX_TO_CONFIRM_EMAIL', success: true };
}

/** What a person does who has registered through another client, as a key of the form dictionary. */
export async function nextAfterRegistration(ctx: Ctx): Promise<string> {
  return (await settingsOptions(ctx)).useMustVerifyEmail ? 'error-confirm-email-next' : 'error-sign-in-next';
}

/**
 * False when they are left for later: by another client, which the settings allow, or while there is no document to
 * consent to (rules/accounts: a consent needs a document).
 */
async function checkConsents(ctx: Ctx, input: RegisterInput): Promise<boolean> {
  const missing = (['accepts_personal_data', 'accepts_terms'] as const).filter((key) => !input[key]);
  if (missing.length === 0) return true;
  const { rows } = await sql<{ have: boolean }>`select ${haveDocuments} as have`.execute(ctx.db);
  if (!rows[0]?.have) return false;
  if (isOtherClient(ctx) && (await settingsOptions(ctx)).consentsLater) return false;
  const fields = Object.fromEntries(missing.map((key) => [key, ['error-consent-required']]));
  throw new AppError('VALIDATION_FAILED', { fields });
}

async function consumeEmailLimit(ctx: Ctx, email: string): Promise<boolean> {
  const perNetwork = `register:asker:${email} ${toNetwork(ctx)}`;
  const total = `register:email:${email}`;
  const hits = Number.POSITIVE_INFINITY;
  const counts = await consume(
    ctx,
    { key: perNetwork, hits, minutes: 60 },
    { key: total, hits, minutes: 60 },
  );
  return (counts[perNetwork] ?? 0) <= maxEmails.perNetwork && (counts[total] ?? 0) <= maxEmails.total;
}

async function startRegistration(ctx: Ctx, account: NewAccount, canEmail: boolean): Promise<void> {
  const { useMustVerifyEmail } = await settingsOptions(ctx);
  const owner = await ctx.db
    .selectFrom('users')
    .select('name')
    .where('email', '=', account.email)
    .executeTakeFirst();
  if (!owner && useMustVerifyEmail) return canEmail ? sendConfirmation(ctx, account) : undefined;
  if (!owner && (await createAccount(ctx, account))) return;
  if (!canEmail) return;
  const message = emails.alreadyRegistered({
    name: owner?.name,
    login: `${ctx.publicUrl}/admin/login`,
    reset: `${ctx.publicUrl}/admin/forgot-password`,
  });
  await send(ctx, { channel: 'mail', to: account.email, ...message });
}

/** Pending registrations of one address are independent: a later one does not change the password of an earlier one. */
async function sendConfirmation(ctx: Ctx, account: NewAccount): Promise<void> {
  const { name, email, passwordHash, role, consents = [] } = account;
  const secret = randomBytes(18).toString('base64url');
  const { id } = await ctx.db
    .insertInto('registrations')
    .values({
      name,
      email,
      password_hash: passwordHash,
      role,
      secret_hash: hashSecret(secret),
      consents: JSON.stringify(consents),
      created_at: ctx.now,
      expires_at: new Date(ctx.now.getTime() + linkHours * 3600_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const link = `${ctx.publicUrl}/admin/rest/register/confirm/${id}/${secret}`;
  const message = emails.confirmEmail({ link });
  await send(ctx, { channel: 'mail', to: email, minutes: linkHours * 60, ...message });
}

/**
 * `GET register/confirm/{id}/{secret}`: creates the account of a pending registration. False when the link was used, is older
 * than a day, or the address has an account by now. Within the caller's transaction.
 */
export async function confirmRegistration(
  ctx: Ctx,
  { id, secret }: { id: string; secret: string },
): Promise<boolean> {
  const pending = await ctx.db
    .deleteFrom('registrations')
    .where('id', '=', parseId(id))
    .where('secret_hash', '=', hashSecret(secret))
    .where('expires_at', '>', ctx.now)
    .returning(['name', 'email', 'password_hash', 'role', 'consents'])
    .executeTakeFirst();
  if (!pending) return false;
  const { name, email, password_hash: passwordHash } = pending;
  const role = pending.role === 'store_owner' ? 'store_owner' : 'customer';
  const consents = pending.consents as unknown as Consent[];
  const user = await createAccount(ctx, { name, email, passwordHash, role, isVerified: true, consents });
  await ctx.db.deleteFrom('registrations').where('email', '=', email).execute();
  return user !== undefined;
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(`register\n${secret}`).digest('hex');
}

/**
 * Creates an account with the sign-up points, and sends the verification email unless `isVerified`. Undefined when the
 * address is taken. Within the caller's transaction.
 */
export async function createAccount(ctx: Ctx, account: NewAccount) {
  const { name, email, passwordHash, role, phone, isVerified, consents = [] } = account;
  const user = await ctx.db
    .insertInto('users')
    .values({
      name,
      email,
      password_hash: passwordHash,
      permissions: [...permissionsOfRole[role]],
      must_consent: consents.length === 0,
      ...(phone && { contact: phone, contact_verified_at: ctx.now }),
      ...(isVerified && { email_verified_at: ctx.now }),
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning([...accountColumns, 'name', 'email'])
    .executeTakeFirst();
  if (!user) return undefined;
  const changes: Changes = { name: [null, name], email: [null, email], role: [null, role] };
  await audit(ctx, { family: 'users', id: user.id, action: 'register', changes, userId: user.id });
  await keepConsents(ctx, user.id, consents);
  await creditSignupPoints(ctx, user.id);
  if (!isVerified && (await settingsOptions(ctx)).useMustVerifyEmail) await sendVerification(ctx, user);
  return user;
}

/** The setting `signupPoints`, in whole points. */
async function creditSignupPoints(ctx: Ctx, userId: number): Promise<void> {
  const { signupPoints } = await settingsOptions(ctx);
  const amount = toMinor(Math.floor(Number(signupPoints)));
  if (!(amount > 0)) return;
  await postEntries(ctx, pointsGiven('sign-up', { family: 'users', rowId: userId }, userId, amount));
}
