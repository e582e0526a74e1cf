import { type Expression, type SqlBool, sql } from 'kysely';
import { users } from '@/contract/accounts/users';
import { newUserSchema, type ProfileInput } from '@/contract/accounts/users/schema';
import { permissionsOfRole } from '@/contract/core/permissions';
import { audit, changesBetween } from '@/server/core/audit';
import { dayConditions } from '@/server/core/business-time';
import { type Ctx, isAdmin } from '@/server/core/context';
import { insertRow } from '@/server/core/db/rows';
import { nameCondition } from '@/server/core/db/search';
import { AppError } from '@/server/core/errors';
import { fileIdsIn, resolvePicture } from '@/server/core/files/file-rights';
import type { JsonRecord } from '@/server/core/json-record';
import { parseId } from '@/server/core/numbers';
import type { ServiceOptions } from '@/server/core/resource/options';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { validate } from '@/server/core/validate';
import { saveAddresses } from './addresses';
import { lockUserRow } from './lock-user-row';
import { noteOpened } from './personal-data/views';
import { hasRole, userPolicy } from './policy';
import { includeAddresses, includeRoles, includeWallets, presentUser, withRelations } from './presenter';
import { countOwnedShops, removeUser, restoreUser } from './remove-user';
import { assertReach, heldIn } from './roles/lock-team';
import { assertUncommonPassword } from './sign-in/common-passwords';
import { hashPassword } from './sign-in/passwords';
import { sendVerification } from './sign-in/verify-email';

/** Options shared by every list of users. */
export const userOptions: ServiceOptions = {
  table: 'users',
  policy: userPolicy,
  // Changed by the user alone, with the current password.
  immutableFields: ['email', 'password'],
  virtualFields: ['password', 'profile'],
  include: { wallet: includeWallets, address: includeAddresses, team_role: includeRoles },
  conditions: {
    name: nameCondition('users'),
    role: (eb, value) => hasRole(eb, value),
    standing: (_eb, value) => hasStanding(value),
    ...dayConditions('created', 'users.created_at'),
    exclude: (eb, value) => eb('id', '<>', parseId(value)),
  },
  present: async (_ctx, rows) => rows.map(presentUser),
  afterSave: async (ctx, id, { profile }, sent) => {
    if (sent.includes('profile') && profile) await saveProfile(ctx, id, profile as ProfileInput);
  },
};

/** What `standingOf` says of a row; nobody has another value. */
function hasStanding(value: string): Expression<SqlBool> {
  if (value === 'active') return sql<SqlBool>`is_active`;
  if (value === 'waiting') return sql<SqlBool>`(not is_active and ban_reason is null)`;
  return value === 'banned' ? sql<SqlBool>`(not is_active and ban_reason is not null)` : sql<SqlBool>`false`;
}

const engine = resourceService(users, userOptions);

/** Users; bans, roles and points are actions of their own. */
export const usersService: ResourceService = {
  ...engine,
  async get(ctx, key) {
    const user = await engine.get(ctx, key);
    await noteOpened(ctx, Number(user.id));
    return withRelations(ctx, user);
  },
  create,
  update,
  remove: removeUser,
  async uses(ctx, key) {
    const { id } = await engine.get(ctx, key);
    const shops = await countOwnedShops(ctx, Number(id));
    const uses: Record<string, number> = shops > 0 ? { shops } : {};
    return { uses, slug: null };
  },
  async restore(ctx, key) {
    await restoreUser(ctx, key);
    return usersService.get(ctx, key);
  },
  // Each removal checks for the last administrator and for owned shops, so there is no bulk.
  bulkRemove: () => Promise.reject(new AppError('ACTION_NOT_VALID')),
  bulkUses: () => Promise.reject(new AppError('ACTION_NOT_VALID')),
  bulkSet: () => Promise.reject(new AppError('ACTION_NOT_VALID')),
};

/**
 * Creates a customer and sends the verification email. Throws VALIDATION_FAILED, also for a taken e-mail and a common
 * password.
 */
async function create(ctx: Ctx, body: JsonRecord): Promise<JsonRecord> {
  const { name, email, password, profile } = await validate(newUserSchema, body);
  await assertUncommonPassword(ctx, password, { name, email });
  const id = await insertRow(ctx, 'users', {
    name,
    email,
    password_hash: await hashPassword(password),
    permissions: [...permissionsOfRole.customer],
  });
  if (profile) await saveProfile(ctx, id, profile);
  const changes = changesBetween({}, { name, email, ...(profile && { profile }) });
  await audit(ctx, { family: users.name, id, action: 'create', changes });
  await saveAddresses(ctx, id, body.address);
  await sendVerification(ctx, { id, email });
  return usersService.get(ctx, String(id));
}

/** Updates name, profile and addresses of oneself, or of any user as an administrator. */
async function update(ctx: Ctx, key: string, body: JsonRecord): Promise<JsonRecord> {
  const stored = await lockUserRow(ctx, key);
  if (!isAdmin(ctx) && stored.id !== ctx.user?.id) throw new AppError('NOT_FOUND');
  if (ctx.user && stored.id !== ctx.user.id) await assertReach(ctx, heldIn({ user: ctx.user }), stored);
  await engine.update(ctx, key, {
    ...body,
    ...(body.profile !== undefined && mergeProfile(stored, body.profile)),
  });
  await saveAddresses(ctx, stored.id, body.address);
  return usersService.get(ctx, key);
}

type UserRow = Awaited<ReturnType<typeof lockUserRow>>;

/** A client may send part of a profile. */
function mergeProfile(stored: UserRow, sent: unknown): JsonRecord {
  if (typeof sent !== 'object' || sent === null) return { profile: sent };
  const { avatar, bio, contact, socials, notifications } = stored;
  return { profile: { avatar, bio, contact, socials, notifications, ...sent } };
}

/** Replaces `profile.avatar` by the stored file in place, so that the audit log records no URL of a client. */
async function saveProfile(ctx: Ctx, id: number, profile: ProfileInput): Promise<void> {
  const { bio, socials, notifications } = profile;
  const contact = profile.contact || null;
  const stored = await ctx.db.selectFrom('users').select('avatar').where('id', '=', id).executeTakeFirst();
  profile.avatar = await resolvePicture(ctx, 'profile.avatar', profile.avatar, {
    kept: fileIdsIn(stored?.avatar),
    as: 'public',
  });
  await ctx.db
    .updateTable('users')
    .set({
      avatar: profile.avatar && JSON.stringify(profile.avatar),
      bio: bio || null,
      contact,
      socials: JSON.stringify(socials),
      notifications: JSON.stringify(notifications),
      // Another number has to be verified again (rules/accounts: a confirmed number belongs to one person).
      contact_verified_at: sql`case when contact is not distinct from ${contact} then contact_verified_at end`,
    })
    .where('id', '=', id)
    .execute();
}
