import type * as yup from 'yup';
import type { AuthAnswer, Message } from '@/contract/auth';
import type { changePasswordSchema, RegisterInput, updateEmailSchema } from '@/contract/auth/schema';
import { permissionsOfRole } from '@/contract/permissions';
import type { Ctx, UserCtx } from '../context';
import { AppError } from '../errors';
import { audit } from './audit';
import { sendVerification } from './email-verification';
import { postEntry } from './ledger';
import * as letters from './letters';
import { forgetCodes } from './one-time-codes';
import { send } from './outbox';
import { hashPassword, provePassword } from './passwords';
import { spend } from './rate-limits';
import { endSessions } from './sessions';
import { settingsOptions } from './settings-options';
import { comerColumns, letIn } from './sign-in';

/** A person who makes an account of their own. */
interface Newcomer {
  name: string;
  email: string;
  passwordHash: string;
  role: 'customer' | 'store_owner';
  /** A number that they have proved to be theirs. */
  phone?: string;
}

/**
 * `POST register`: a customer or the owner of shops to come, signed in at once, with a letter that asks to confirm the
 * address where that is a must (reference rules R-001, S-05). Throws VALIDATION_FAILED when the address is taken.
 */
export async function register(
  ctx: Ctx,
  input: RegisterInput,
  userAgent: string | undefined,
): Promise<AuthAnswer> {
  await spend(ctx, { key: `register:ip:${ctx.ip}`, hits: 10, minutes: 60 });
  const { name, email } = input;
  const role = input.permission === 'store_owner' ? 'store_owner' : 'customer';
  const passwordHash = await hashPassword(input.password);
  return ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const comer = await addPerson(inside, { name, email, passwordHash, role });
    return letIn(inside, comer, userAgent, 'register');
  });
}

/** Adds a person with the points that newcomers get, and asks to confirm the address. Within the caller's transaction. */
export async function addPerson(ctx: Ctx, newcomer: Newcomer) {
  const { name, email, passwordHash, role, phone } = newcomer;
  const person = await ctx.db
    .insertInto('users')
    .values({
      name,
      email,
      password_hash: passwordHash,
      permissions: [...permissionsOfRole[role]],
      ...(phone && { contact: phone, contact_verified_at: ctx.now }),
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning([...comerColumns, 'name', 'email'])
    .executeTakeFirstOrThrow();
  const changes = { name: [null, name], email: [null, email], role: [null, role] } satisfies Record<
    string,
    [unknown, unknown]
  >;
  await audit(ctx, { family: 'users', id: person.id, action: 'register', changes, userId: person.id });
  await givePoints(ctx, person.id);
  if ((await settingsOptions(ctx)).useMustVerifyEmail) await sendVerification(ctx, person);
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

/**
 * `POST update-email`: another address, proved by the password and to be confirmed anew; the former one is told. Links
 * that were mailed to it stop working. Throws VALIDATION_FAILED for a wrong password or an address that is taken.
 */
export async function updateEmail(
  ctx: UserCtx,
  { email, password }: yup.InferType<typeof updateEmailSchema>,
): Promise<Message & { status: 'success' }> {
  await spend(ctx, { key: `update-email:user:${ctx.user.id}`, hits: 10, minutes: 60 });
  await provePassword(ctx, password);
  await ctx.db.transaction().execute(async (db) => {
    const inside = { ...ctx, db };
    const before = await db
      .selectFrom('users')
      .select(['id', 'name', 'email', 'email_verified_at'])
      .where('id', '=', ctx.user.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (before.email === email) {
      if (!before.email_verified_at) await sendVerification(inside, before);
      return;
    }
    await db
      .updateTable('users')
      .set((eb) => ({
        email,
        email_verified_at: null,
        updated_at: ctx.now,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', ctx.user.id)
      .execute();
    await forgetCodes(inside, ctx.user.id);
    await sendVerification(inside, { id: ctx.user.id, name: before.name, email });
    const letter = letters.emailChanged({ name: before.name, email });
    await send(inside, { channel: 'mail', to: before.email, ...letter });
    await audit(inside, {
      family: 'users',
      id: ctx.user.id,
      action: 'update-email',
      changes: { email: [before.email, email] },
    });
  });
  return { message: 'EMAIL_UPDATED_SUCCESSFULLY', success: true, status: 'success' };
}

/**
 * `POST change-password`: ends every other session of the person and tells them by a letter. Throws VALIDATION_FAILED at
 * `oldPassword` (reference rules R-006).
 */
export async function changePassword(
  ctx: UserCtx,
  { oldPassword, newPassword }: yup.InferType<typeof changePasswordSchema>,
): Promise<Message> {
  const oldHash = await provePassword(ctx, oldPassword, 'oldPassword');
  const newHash = await hashPassword(newPassword);
  await ctx.db.transaction().execute(async (db) => {
    const person = await db
      .updateTable('users')
      .set({ password_hash: newHash, updated_at: ctx.now })
      .where('id', '=', ctx.user.id)
      .where('password_hash', '=', oldHash)
      .returning(['name', 'email'])
      .executeTakeFirst();
    // Somebody was faster: what was given is the old password no more.
    if (!person)
      throw new AppError('VALIDATION_FAILED', { fields: { oldPassword: ['error-password-wrong'] } });
    await afterNewPassword({ ...ctx, db }, { id: ctx.user.id, ...person }, 'change-password');
  });
  return { message: 'PASSWORD_RESET_SUCCESSFUL', success: true };
}

/**
 * What another password brings with it: other sessions and whatever was mailed before end, it is recorded, and the person
 * is told. Within the caller's transaction.
 */
export async function afterNewPassword(
  ctx: Ctx,
  person: { id: number; name: string; email: string },
  action: 'change-password' | 'reset-password',
): Promise<void> {
  await endSessions(ctx, person.id, ctx.user?.id === person.id ? ctx.user.sessionId : undefined);
  await forgetCodes(ctx, person.id);
  await audit(ctx, { family: 'users', id: person.id, action, changes: {}, userId: person.id });
  await send(ctx, { channel: 'mail', to: person.email, ...letters.passwordChanged({ name: person.name }) });
}
