import { randomUUID } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import type { Stub } from '@/contract/core/define';
import type { Page } from '@/contract/core/paging';
import { type Permission, permissionsWith, type StaffScope, scopesOf } from '@/contract/core/permissions';
import { staffs } from '@/contract/shops/staffs';
import { staffSchema } from '@/contract/shops/staffs/schema';
import { audit, changesBetween } from '@/server/core/audit';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { escapeLike } from '@/server/core/db/like';
import { insertRow } from '@/server/core/db/rows';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { consume } from '@/server/core/rate-limits';
import type { ServiceOptions } from '@/server/core/resource/options';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { validate } from '@/server/core/validate';
import { type IdentityRow, presentIdentity } from '@/server/modules/accounts/presenter';
import { issueCode } from '@/server/modules/accounts/sign-in/one-time-codes';
import { unknownPassword } from '@/server/modules/accounts/sign-in/passwords';
import { invitation } from '@/server/modules/messaging/emails';
import { send } from '@/server/modules/messaging/outbox';
import { isInOwnedShop, staffPolicy } from './policy';
import { removeManyStaff, removeStaff, restoreManyStaff, restoreStaff } from './remove-staff';

const family = staffs.name;

const invitationDays = 7;

const options: ServiceOptions = {
  table: 'users',
  policy: staffPolicy,
  relations: { shop: { column: 'shop_id', table: 'shops' } },
  // The account belongs to the person; the shop cannot change its login or move it to another shop.
  immutableFields: ['email', 'shop_id'],
  virtualFields: ['scopes'],
  conditions: {
    // An invited person's address is kept apart, and nobody has blocked that person.
    email: (_eb, value) => sql<SqlBool>`coalesce(removed_email, email) ilike ${`%${escapeLike(value)}%`}`,
    is_active: (_eb, value) =>
      sql<SqlBool>`(is_active or removed_email is not null) = ${value === '1' || value === 'true'}`,
    own: (eb, value, ctx) => (value === '1' || value === 'true' ? isInOwnedShop(ctx) : eb.val(true)),
  },
  present: async (_ctx, rows) => rows.map(presentStaff),
  afterSave: async (ctx, id, { scopes }, sent) => {
    if (sent.includes('scopes')) await saveScopes(ctx, id, scopes as StaffScope[]);
  },
};

const engine = resourceService(staffs, options);

export const staffsService: ResourceService = {
  ...engine,
  create: addStaff,
  async update(ctx, key, body) {
    await engine.update(ctx, key, body);
    return engine.get(ctx, key);
  },
  remove: (ctx, key) => removeStaff(ctx, key, staffPolicy),
  async restore(ctx, key) {
    await restoreStaff(ctx, key);
    return engine.get(ctx, key);
  },
  bulkRemove: (ctx, body) => removeManyStaff(ctx, body, options),
  bulkUndo: restoreManyStaff,
};

/** `GET my-staffs` and `GET vendor/store_keepers`: staff of the user's own shops, also for administrators. */
export function listOwnStaffs(ctx: Ctx, query: JsonRecord, endpoint: string): Promise<Page<JsonRecord>> {
  return resourceService({ ...staffs, endpoint }, options).list(ctx, { ...query, own: '1' });
}

/** `GET all-staffs` */
export function listAllStaffs(ctx: Ctx, query: JsonRecord): Promise<Page<JsonRecord>> {
  return resourceService({ ...staffs, endpoint: 'all-staffs' }, options).list(ctx, query);
}

/**
 * `POST staffs/{id}/invite`: sends a new invitation and invalidates the previous link. Throws NOT_FOUND, ACTION_NOT_VALID
 * once the invitation was accepted, TOO_MANY_REQUESTS, and VALIDATION_FAILED while the shop is not open.
 */
export async function resendInvitation(ctx: UserCtx, key: string): Promise<JsonRecord> {
  const staff = await engine.get(ctx, key);
  if (staff.is_invited !== true || staff.is_active !== true) throw new AppError('ACTION_NOT_VALID');
  await ctx.db.transaction().execute(async (db) => {
    const txCtx: UserCtx = { ...ctx, db };
    await lockOwnedShop(txCtx, Number(staff.shop_id));
    await sendInvitation(txCtx, Number(staff.id));
    await audit(txCtx, { family, id: Number(staff.id), action: 'invite', changes: {} });
  });
  return engine.get(ctx, key);
}

/**
 * `POST staffs`: invites a person by e-mail, in the caller's transaction. Whether the address has an account is not looked
 * up before the person accepts, so neither the response nor its time tells it. Throws NOT_FOUND for another vendor's shop,
 * VALIDATION_FAILED for a shop that is missing or not open and for an address that the shop has invited or employs
 * already, TOO_MANY_REQUESTS.
 */
async function addStaff(ctx: Ctx, body: JsonRecord): Promise<JsonRecord> {
  const { name, email, shop_id, scopes } = await validate(staffSchema, body);
  await lockOwnedShop(ctx, shop_id);
  await assertNotStaff(ctx, shop_id, email);
  const id = await insertRow(ctx, 'users', {
    name,
    email: placeholderOf(randomUUID()),
    removed_email: email,
    is_active: false,
    password_hash: await unknownPassword(),
    permissions: permissionsWith([], scopes),
    shop_id,
  });
  const changes = changesBetween({}, { name, email, shop_id, scopes });
  await audit(ctx, { family, id, action: 'create', changes });
  await sendInvitation(ctx, id);
  return engine.get(ctx, String(id));
}

/** Stands in the unique column for the address of an invited person until the person accepts. */
export const placeholderOf = (key: string) => `invited-${key}@invited.invalid`;

/** Also serializes invitations into one shop. Only an open shop writes to strangers: a registration opens none. */
async function lockOwnedShop(ctx: Ctx, id: number): Promise<void> {
  const shop = await ctx.db
    .selectFrom('shops')
    .select(['owner_id', 'is_active'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!shop) rejectValue('shop_id');
  if (isAdmin(ctx)) return;
  if (shop.owner_id !== ctx.user?.id) throw new AppError('NOT_FOUND');
  // At a field that every form of staff shows; that of a shop has no choice of shops.
  if (!shop.is_active)
    throw new AppError('VALIDATION_FAILED', { fields: { email: ['error-shop-not-approved'] } });
}

async function assertNotStaff(ctx: Ctx, shopId: number, email: string): Promise<void> {
  const known = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('shop_id', '=', shopId)
    .where((eb) => eb.or([eb('email', '=', email), eb('removed_email', '=', email)]))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (known) throw new AppError('VALIDATION_FAILED', { fields: { email: ['error-taken'] } });
}

async function saveScopes(ctx: Ctx, id: number, scopes: readonly StaffScope[]): Promise<void> {
  const { permissions } = await ctx.db
    .selectFrom('users')
    .select('permissions')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await ctx.db
    .updateTable('users')
    .set({ permissions: permissionsWith(permissions as Permission[], scopes) })
    .where('id', '=', id)
    .execute();
}

/** Letters to people who have not asked for one, in a day. */
const limits = { byOwner: 20, toAddress: 5 };

/** In the caller's transaction, so that what counts are letters that are sent. Throws TOO_MANY_REQUESTS. */
async function countInvitation(ctx: Ctx, email: string): Promise<void> {
  const minutes = 24 * 60;
  const byOwner = { key: `invite:by:${ctx.user?.id}`, hits: limits.byOwner, minutes };
  const toAddress = { key: `invite:to:${email}`, hits: limits.toAddress, minutes };
  await consume(ctx, toAddress, ...(isAdmin(ctx) ? [] : [byOwner]));
}

async function sendInvitation(ctx: Ctx, id: number): Promise<void> {
  const person = await ctx.db
    .selectFrom('users')
    .innerJoin('shops', 'shops.id', 'users.shop_id')
    .select((eb) => eb.fn.coalesce('users.removed_email', 'users.email').as('email'))
    .select('shops.name as shop')
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
  await countInvitation(ctx, person.email);
  await ctx.db.updateTable('users').set({ invited_at: ctx.now }).where('id', '=', id).execute();
  const minutes = invitationDays * 24 * 60;
  const secret = await issueCode(ctx, {
    purpose: 'invitation',
    userId: id,
    recipient: person.email,
    minutes,
  });
  const query = new URLSearchParams({ email: person.email, token: secret });
  const link = `${ctx.publicUrl}/admin/reset-password?${query}`;
  const email = invitation({ shop: person.shop, link, days: invitationDays });
  await send(ctx, { channel: 'mail', to: person.email, minutes, ...email });
}

/** Presents a member of staff; only the fields listed here leave the server. */
function presentStaff(row: JsonRecord): JsonRecord {
  const { profile, permissions, email_verified } = presentIdentity(row as unknown as IdentityRow);
  const { notifications: _private, ...publicProfile } = profile;
  const { id, version, created_at, updated_at, name, shop_id } = row;
  return {
    id,
    version,
    created_at,
    updated_at,
    name,
    email: row.removed_email ?? row.email,
    is_active: row.is_active === true || row.removed_email !== null,
    shop_id,
    shop: row.shop as Stub | null,
    email_verified,
    permissions,
    profile: publicProfile,
    scopes: scopesOf(row.permissions as Permission[]),
    // Accepting the invitation verifies the address.
    is_invited: row.invited_at !== null && row.email_verified_at === null,
  };
}
