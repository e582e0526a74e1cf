import { sql } from 'kysely';
import { users } from '@/contract/accounts/users';
import { newUserSchema, type ProfileInput } from '@/contract/accounts/users/schema';
import { permissionsOfRole } from '@/contract/core/permissions';
import { audit, changesBetween } from '@/server/core/audit';
import { dayConditions } from '@/server/core/business-time';
import { type Ctx, isAdmin } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { fileIdsIn, resolvePicture } from '@/server/core/files/file-rights';
import type { ServiceOptions } from '@/server/core/resource/options';
import type { Policy } from '@/server/core/resource/policy';
import type { JsonRecord } from '@/server/core/resource/query';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { validate } from '@/server/core/validate';
import { saveAddresses } from './addresses';
import { hasRole, toUser, walletsOf, withBelongings } from './presenter';
import { assertUncommonPassword } from './sign-in/common-passwords';
import { hashPassword } from './sign-in/passwords';
import { sendVerification } from './sign-in/verify-email';
import { lockPerson, removePerson, restorePerson } from './user-actions';

/** An administrator has all people, everybody else is only there for themselves. */
const oneself: Policy = (ctx) => (isAdmin(ctx) ? undefined : (eb) => eb('id', '=', ctx.user?.id ?? 0));

/** Of people, whatever the list: secrets stay, the wallet goes along (reference entities E20). */
export const peopleOptions: ServiceOptions = {
  table: 'users',
  policy: oneself,
  // E-mail and password are changed by the person alone, and with the old password.
  immutableFields: ['email', 'password'],
  virtualFields: ['password', 'profile'],
  include: { wallet: walletsOf },
  conditions: {
    role: (eb, value) => hasRole(eb, value),
    ...dayConditions('created', 'users.created_at'),
    exclude: (eb, value) => eb('id', '<>', /^\d{1,15}$/.test(value) ? Number(value) : 0),
  },
  present: async (_ctx, rows) => rows.map(toUser),
  afterSave: async (ctx, id, { profile }, sent) => {
    if (sent.includes('profile') && profile) await saveProfile(ctx, id, profile as ProfileInput);
  },
};

const engine = resourceService(users, peopleOptions);

/** People (reference pages §3.8, rules ). What is neither a name nor a profile has actions of its own. */
export const usersService: ResourceService = {
  ...engine,
  get: async (ctx, key) => withBelongings(ctx, await engine.get(ctx, key)),
  create,
  update,
  remove: removePerson,
  async restore(ctx, key) {
    await restorePerson(ctx, key);
    return usersService.get(ctx, key);
  },
  // Each removal has questions of its own: who is left to administer, whose the shops are.
  bulkRemove: () => Promise.reject(new AppError('ACTION_NOT_VALID')),
  bulkSet: () => Promise.reject(new AppError('ACTION_NOT_VALID')),
};

/**
 * Makes a customer, who gets a letter whose link proves the address. Throws VALIDATION_FAILED, also for an address
 * that is taken and a common password.
 */
async function create(ctx: Ctx, body: JsonRecord): Promise<JsonRecord> {
  const { name, email, password, profile } = await validate(newUserSchema, body);
  await assertUncommonPassword(ctx, password, { name, email });
  const { id } = await ctx.db
    .insertInto('users')
    .values({
      name,
      email,
      password_hash: await hashPassword(password),
      permissions: [...permissionsOfRole.customer],
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (profile) await saveProfile(ctx, id, profile);
  const changes = changesBetween({}, { name, email, ...(profile && { profile }) });
  await audit(ctx, { family: users.name, id, action: 'create', changes });
  await saveAddresses(ctx, id, body.address);
  await sendVerification(ctx, { id, name, email });
  return usersService.get(ctx, String(id));
}

/** Name, profile and addresses; for oneself, or for anybody by an administrator (S-03, S-06). */
async function update(ctx: Ctx, key: string, body: JsonRecord): Promise<JsonRecord> {
  const stored = await lockPerson(ctx, key);
  if (!isAdmin(ctx) && stored.id !== ctx.user?.id) throw new AppError('NOT_FOUND');
  await engine.update(ctx, key, {
    ...body,
    ...(body.profile !== undefined && profileOf(stored, body.profile)),
  });
  await saveAddresses(ctx, stored.id, body.address);
  return usersService.get(ctx, key);
}

type Stored = Awaited<ReturnType<typeof lockPerson>>;

/** What was sent laid over what is there: a client may send one part of a profile alone. */
function profileOf(stored: Stored, sent: unknown): JsonRecord {
  if (typeof sent !== 'object' || sent === null) return { profile: sent };
  const { avatar, bio, contact, socials, notifications } = stored;
  return { profile: { avatar, bio, contact, socials, notifications, ...sent } };
}

/** Stores a profile; its avatar is replaced by what is stored, so that the log records no address of a client. */
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
      // A number is proved anew (S-04).
      contact_verified_at: sql`case when contact is not distinct from ${contact} then contact_verified_at end`,
    })
    .where('id', '=', id)
    .execute();
}
