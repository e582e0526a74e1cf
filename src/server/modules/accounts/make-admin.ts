import { newUserSchema } from '@/contract/accounts/users/schema';
import { type Permission, permissionsOfRole, type Role, roles } from '@/contract/core/permissions';
import { defaultVendorFile } from '@/contract/shops/vendor-file';
import { audit, type Changes } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { insertRow, updateRow } from '@/server/core/db/rows';
import { AppError } from '@/server/core/errors';
import { endSessions } from '@/server/core/sessions';
import { validate } from '@/server/core/validate';
import { send } from '@/server/modules/messaging/outbox';
import { changeConfirmers, forgetLostRights } from '@/server/modules/settings/approvals/confirmers';
import { defineGuarded, rightsToConfirm } from '@/server/modules/settings/approvals/registry';
import { requireSecondPerson } from '@/server/modules/settings/approvals/require-second-person';
import { roleChanged } from './emails';
import { assertNotSelf, describePerson, lockUserRow, lockWithAdmins } from './lock-user-row';
import { applyMemberships } from './memberships';
import { assertHolds, assertReach, lockTeam, lockTeamRole } from './roles/lock-team';
import { assertUncommonPassword } from './sign-in/common-passwords';
import { hashPassword } from './sign-in/passwords';
import { clearSignInLimits } from './sign-in/sign-in-limits';

const family = 'users';
const emailSchema = newUserSchema.pick(['email']);
const nameSchema = newUserSchema.pick(['name']);
const passwordSchema = newUserSchema.pick(['password']);

interface Grant extends Record<string, unknown> {
  user_id: number;
  before: Permission[];
  /** The role that is given; null for everything, absent for a new administrator. */
  role_id?: number | null;
}

/** A new administrator, or a role whose people may be the second person, which a second person confirms. */
const newAdmin = defineGuarded<Grant>({
  kind: 'admin',
  family,
  right: 'team:decide',
  isAppointment: true,
  async describe(ctx, { user_id, before, role_id }) {
    const { name, person } = await describePerson(ctx, user_id);
    return {
      title: name,
      facts: [
        person,
        {
          key: 'role',
          kind: 'text',
          before: before[0] ?? null,
          after: role_id ? await nameOf(ctx, role_id) : 'super_admin',
        },
      ],
    };
  },
  async run(ctx, { user_id, role_id }) {
    if (role_id === undefined) await makeAdmin(ctx, { user_id, grant: true });
    else await giveRole(ctx, String(user_id), role_id);
    return { id: user_id };
  },
});

/**
 * Grants or revokes the administrator role; without `grant` toggles it. Ends the user's sessions, so that the next one
 * has the new permissions. Throws FORBIDDEN for oneself, LAST_ADMIN.
 */
export async function makeAdmin(
  ctx: UserCtx,
  { user_id: id, grant }: { user_id: number; grant?: boolean | undefined },
) {
  assertNotSelf(ctx, id);
  const { user, held, isLastAdmin } = await lockWithAdmins(ctx, id);
  const before = user.permissions as Permission[];
  const isGrant = grant ?? !before.includes('super_admin');
  if (before.includes('super_admin') === isGrant) return;
  if (isGrant) assertHolds(held, null);
  if (!isGrant && isLastAdmin) throw new AppError('LAST_ADMIN');
  if (isGrant) await requireSecondPerson(ctx, newAdmin, { id, content: { user_id: id, before } });
  const after = isGrant ? grantPermissions(before) : await revokePermissions(ctx, id, before);
  await changeConfirmers(ctx, [id], async () => {
    await updateRow(ctx, 'users', id, { permissions: after, role_id: null });
    // Whoever leaves the team is again what the shops make of them.
    if (!isGrant) await applyMemberships(ctx, id);
  });
  await endSessions(ctx, id);
  const changes: Changes = { permissions: [before, after] };
  await audit(ctx, { family, id, action: isGrant ? 'grant' : 'revoke', changes });
}

/**
 * `POST users/{id}/role`: gives a person a role of the team, or with null everything to one who is in the team. Ends the
 * person's sessions and writes to them. Throws NOT_FOUND, FORBIDDEN for oneself, for more than the caller holds and for a
 * person who holds more, LAST_ADMIN, ACTION_NOT_VALID for a person outside of the team without a role, VALIDATION_FAILED.
 */
export async function giveRole(ctx: UserCtx, key: string, roleId: number | null): Promise<void> {
  assertNotSelf(ctx, key);
  const { held, isLastFull } = await lockTeam(ctx);
  const user = await lockUserRow(ctx, key);
  const isInTeam = user.permissions.includes('super_admin');
  if (isInTeam && user.role_id === roleId) return;
  const role = roleId === null ? null : await lockTeamRole(ctx, roleId);
  await assertReach(ctx, held, user);
  assertHolds(held, role?.areas ?? null);
  if (!isInTeam && role === null) throw new AppError('ACTION_NOT_VALID');
  if (role && isLastFull(user.id)) throw new AppError('LAST_ADMIN');
  if (role === null || rightsToConfirm(role.areas).length > 0)
    await requireSecondPerson(ctx, newAdmin, {
      id: user.id,
      content: { user_id: user.id, before: user.permissions as Permission[], role_id: roleId },
    });
  const before = user.role_id === null ? null : await nameOf(ctx, user.role_id);
  await changeConfirmers(ctx, [user.id], () =>
    updateRow(ctx, 'users', user.id, {
      role_id: roleId,
      ...(!isInTeam && {
        permissions: [...new Set([...permissionsOfRole.super_admin, ...user.permissions])],
      }),
    }),
  );
  await endSessions(ctx, user.id);
  await audit(ctx, {
    family,
    id: user.id,
    action: 'role',
    changes: {
      role: [before, role?.name ?? null],
      ...(!isInTeam && { permissions: [user.permissions, permissionsOfRole.super_admin] }),
    },
  });
  await send(ctx, {
    channel: 'mail',
    to: user.email,
    ...roleChanged({ name: user.name, role: role?.name ?? null }),
  });
}

async function nameOf(ctx: Ctx, id: number): Promise<string | null> {
  const role = await ctx.db.selectFrom('roles').select('name').where('id', '=', id).executeTakeFirst();
  return role?.name ?? null;
}

/** Administrators also hold an owner's permissions; the first permission is the role. */
function grantPermissions(before: readonly Permission[]): Permission[] {
  return [...new Set<Permission>(['super_admin', 'store_owner', ...before])];
}

/** Keeps an owner's permissions only if the user had them before the grant or owns shops now. */
async function revokePermissions(ctx: Ctx, id: number, before: readonly Permission[]): Promise<Permission[]> {
  const grant = await ctx.db
    .selectFrom('audit_log')
    .select('changes')
    .where('family', '=', family)
    .where('row_id', '=', id)
    .where('action', '=', 'grant')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const shop = await ctx.db
    .selectFrom('shops')
    .select('id')
    .where('owner_id', '=', id)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  const { permissions } = (grant?.changes ?? {}) as { permissions?: [string[], string[]] };
  const had = permissions?.[0] ?? [];
  const isOwner = shop !== undefined || had.includes('store_owner');
  const left = before.filter((name) => name !== 'super_admin' && (name !== 'store_owner' || isOwner));
  // -1 of a permission that is no role becomes the highest rank.
  const rank = (name: Permission) => (roles as readonly string[]).indexOf(name as Role) >>> 0;
  return [...new Set<Permission>([...left, 'customer'])].sort((a, b) => rank(a) - rank(b));
}

export interface AdminInput {
  email: string;
  name?: string | undefined;
  password?: string | undefined;
  /** Sets the password of an existing account. */
  isNewPassword?: boolean;
}

export type AdminOutcome = 'created' | 'granted' | 'unchanged' | 'new-password';

/**
 * Creates an administrator, or promotes the account with this e-mail; idempotent. An existing account keeps its name, and its
 * password unless `isNewPassword`, which ends its sessions. Throws VALIDATION_FAILED at `email`, `name`, `password`.
 */
export async function makeAdminAccount(ctx: Ctx, input: AdminInput): Promise<AdminOutcome> {
  const { email } = await validate(emailSchema, { email: input.email });
  const existing = await ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'permissions', 'is_active', 'ban_reason', 'email_verified_at', 'role_id'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
  // The operator says who is there: whom colleagues have removed is waited for no longer.
  await forgetLostRights(ctx);
  if (!existing) return createAdmin(ctx, email, input);
  const passwordHash = input.isNewPassword
    ? await hashValidPassword(ctx, { ...input, name: existing.name }, email)
    : undefined;
  const before = existing.permissions as Permission[];
  const after = [...new Set<Permission>([...permissionsOfRole.super_admin, ...before])];
  const isGranted = !before.includes('super_admin') || existing.role_id !== null || !existing.is_active;
  if (!isGranted && !passwordHash) return 'unchanged';
  await changeConfirmers(ctx, [existing.id], () =>
    updateRow(ctx, 'users', existing.id, {
      ...(isGranted && { permissions: after, role_id: null, is_active: true, ban_reason: null }),
      ...(passwordHash && { password_hash: passwordHash }),
      email_verified_at: existing.email_verified_at ?? ctx.now,
    }),
  );
  await endSessions(ctx, existing.id);
  if (passwordHash) await clearSignInLimits(ctx, { id: existing.id, email });
  const changes = { permissions: [before, after] as [unknown, unknown] };
  if (isGranted) await audit(ctx, { family: 'users', id: existing.id, action: 'grant', changes });
  if (passwordHash)
    await audit(ctx, { family: 'users', id: existing.id, action: 'reset-password', changes: {} });
  return isGranted ? 'granted' : 'new-password';
}

/**
 * A new installation asks for papers of vendors (rules/shops: a shop opens with its vendor's papers), and its prices
 * include VAT, as buyers in Russia see them.
 */
async function startSettings({ db }: Ctx): Promise<void> {
  const others = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (others) return;
  const options = JSON.stringify({
    vendorFile: { ...defaultVendorFile, isOn: true },
    pricesIncludeTax: true,
  });
  await db
    .insertInto('settings')
    .values({ options, version: 0 })
    .onConflict((conflict) => conflict.column('only_one').doNothing())
    .execute();
}

async function createAdmin(ctx: Ctx, email: string, input: AdminInput): Promise<AdminOutcome> {
  const { name } = await validate(nameSchema, { name: input.name });
  await startSettings(ctx);
  const id = await insertRow(ctx, 'users', {
    name,
    email,
    password_hash: await hashValidPassword(ctx, input, email),
    permissions: [...permissionsOfRole.super_admin], // The operator who runs the command is trusted to name the right address.
    email_verified_at: ctx.now,
  });
  const changes = { name: [null, name], email: [null, email] } satisfies Record<string, [unknown, unknown]>;
  await audit(ctx, { family: 'users', id, action: 'create', changes });
  return 'created';
}

async function hashValidPassword(ctx: Ctx, { name, password }: AdminInput, email: string): Promise<string> {
  const valid = await validate(passwordSchema, { password });
  await assertUncommonPassword(ctx, valid.password, { name, email });
  return hashPassword(valid.password);
}
