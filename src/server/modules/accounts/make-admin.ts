import { newUserSchema } from '@/contract/accounts/users/schema';
import { type Permission, permissionsOfRole } from '@/contract/core/permissions';
import { audit } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import { endSessions } from '@/server/core/sessions';
import { validate } from '@/server/core/validate';
import { assertUncommonPassword } from './sign-in/common-passwords';
import { hashPassword } from './sign-in/passwords';
import { clearSignInLimits } from './sign-in/sign-in-limits';

const emailSchema = newUserSchema.pick(['email']);
const nameSchema = newUserSchema.pick(['name']);
const passwordSchema = newUserSchema.pick(['password']);

export interface GivenAdmin {
  email: string;
  name?: string | undefined;
  password?: string | undefined;
  /** Gives an account that is there already this password. */
  isNewPassword?: boolean;
}

/** What became of it. */
export type AdminOutcome = 'created' | 'granted' | 'unchanged' | 'new-password';

/**
 * Makes an account an administrator's, or a new account, by its e-mail: run twice it changes nothing the second time. An
 * account that is there keeps its name, and its password unless another is asked for, which ends its sessions. Throws
 * VALIDATION_FAILED at `email`, `name`, `password`.
 */
export async function makeAdminAccount(ctx: Ctx, given: GivenAdmin): Promise<AdminOutcome> {
  const { email } = await validate(emailSchema, { email: given.email });
  const known = await ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'permissions', 'is_active', 'ban_reason', 'email_verified_at'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
  if (!known) return createAdmin(ctx, email, given);
  const password = given.isNewPassword
    ? await checkedPassword(ctx, { ...given, name: known.name }, email)
    : undefined;
  const before = known.permissions as Permission[];
  const after = [...new Set<Permission>([...permissionsOfRole.super_admin, ...before])];
  const isGranted = !before.includes('super_admin') || !known.is_active;
  if (!isGranted && !password) return 'unchanged';
  await ctx.db
    .updateTable('users')
    .set((eb) => ({
      ...(isGranted && { permissions: after, is_active: true, ban_reason: null }),
      ...(password && { password_hash: password }),
      email_verified_at: known.email_verified_at ?? ctx.now,
      version: eb('version', '+', 1),
      updated_at: ctx.now,
    }))
    .where('id', '=', known.id)
    .execute();
  await endSessions(ctx, known.id);
  if (password) await clearSignInLimits(ctx, { id: known.id, email });
  const changes = { permissions: [before, after] as [unknown, unknown] };
  if (isGranted) await audit(ctx, { family: 'users', id: known.id, action: 'grant', changes });
  if (password) await audit(ctx, { family: 'users', id: known.id, action: 'reset-password', changes: {} });
  return isGranted ? 'granted' : 'new-password';
}

async function createAdmin(ctx: Ctx, email: string, given: GivenAdmin): Promise<AdminOutcome> {
  const { name } = await validate(nameSchema, { name: given.name });
  const { id } = await ctx.db
    .insertInto('users')
    .values({
      name,
      email,
      password_hash: await checkedPassword(ctx, given, email),
      permissions: [...permissionsOfRole.super_admin],
      // Whoever may run commands here need not prove an address.
      email_verified_at: ctx.now,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const changes = { name: [null, name], email: [null, email] } satisfies Record<string, [unknown, unknown]>;
  await audit(ctx, { family: 'users', id, action: 'create', changes });
  return 'created';
}

async function checkedPassword(ctx: Ctx, { name, password }: GivenAdmin, email: string): Promise<string> {
  const checked = await validate(passwordSchema, { password });
  await assertUncommonPassword(ctx, checked.password, { name, email });
  return hashPassword(checked.password);
}
