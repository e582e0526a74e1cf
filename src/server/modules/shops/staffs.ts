import { type SqlBool, sql } from 'kysely';
import { scopesOfRole } from '@/contract/accounts/roles/permissions';
import type { Stub } from '@/contract/core/define';
import type { Page } from '@/contract/core/paging';
import { permissionsWith, type StaffScope, staffScopes } from '@/contract/core/permissions';
import { staffs } from '@/contract/shops/staffs';
import { type StaffInput, staffSchema } from '@/contract/shops/staffs/schema';
import { audit, changesBetween } from '@/server/core/audit';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { escapeLike } from '@/server/core/db/like';
import { insertRow, lockRow } from '@/server/core/db/rows';
import { AppError, rejectField, rejectValue } from '@/server/core/errors';
import { type JsonRecord, pick } from '@/server/core/json-record';
import { consume } from '@/server/core/rate-limits';
import type { ServiceOptions } from '@/server/core/resource/options';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { validate } from '@/server/core/validate';
import { applyMemberships, areasGiven, lockShopRole } from '@/server/modules/accounts/memberships';
import { type IdentityRow, presentIdentity } from '@/server/modules/accounts/presenter';
import { assertHolds, heldIn } from '@/server/modules/accounts/roles/lock-team';
import { invitationDays } from '@/server/modules/accounts/sign-in/invitations';
import { hashCode, newToken } from '@/server/modules/accounts/sign-in/one-time-codes';
import { invitation } from '@/server/modules/messaging/emails';
import { send } from '@/server/modules/messaging/outbox';
import { isInOwnedShop, staffPolicy } from './policy';
import { removeManyStaff, removeStaff, restoreManyStaff, restoreStaff } from './remove-staff';

const family = staffs.name;

const options: ServiceOptions = {
  table: 'memberships',
  policy: staffPolicy,
  relations: { shop: { column: 'shop_id', table: 'shops' } },
  include: {
    person: (_ctx, ids) => sql`select m.id, jsonb_build_object('email', u.email, 'is_active', u.is_active,
        'email_verified_at', u.email_verified_at, 'avatar', u.avatar, 'bio', u.bio, 'contact', u.contact,
        'contact_verified_at', u.contact_verified_at, 'socials', u.socials, 'permissions', u.permissions) as value
      from memberships m join users u on u.id = m.user_id where m.id = any(${ids})`,
    role: (
      _ctx,
      ids,
    ) => sql`select m.id, jsonb_build_object('id', r.id, 'key', r.key, 'name', r.name) as value
      from memberships m join roles r on r.id = m.role_id where m.id = any(${ids})`,
  },
  // The account belongs to the person; a membership stays in its shop.
  immutableFields: ['email', 'shop_id'],
  virtualFields: ['scopes', 'role_id'],
  conditions: {
    email: (
      _eb,
      value,
    ) => sql<SqlBool>`coalesce((select u.email from users u where u.id = memberships.user_id),
      memberships.email) ilike ${`%${escapeLike(value)}%`}`,
    // Nobody has blocked an invited person.
    is_active: (_eb, value) => sql<SqlBool>`coalesce((select u.is_active from users u
      where u.id = memberships.user_id), true) = ${value === '1' || value === 'true'}`,
    own: (eb, value, ctx) => (value === '1' || value === 'true' ? isInOwnedShop(ctx) : eb.val(true)),
  },
  present: async (_ctx, rows) => rows.map(presentStaff),
  afterSave: async (ctx, id, input, sent) => {
    if (sent.includes('scopes') || sent.includes('role_id')) await saveRights(ctx, id, input as StaffRights);
  },
};

/** What a membership gives. */
type StaffRights = Pick<StaffInput, 'role_id' | 'scopes'>;

const engine = resourceService(staffs, options);

export const staffsService: ResourceService = {
  ...engine,
  create: addStaff,
  async update(ctx, key, body) {
    // Clients without roles choose scopes, which take the place of a role.
    await engine.update(ctx, key, 'scopes' in body ? { role_id: null, ...body } : body);
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
 * once the invitation was accepted, FORBIDDEN for more than the caller holds, TOO_MANY_REQUESTS, and VALIDATION_FAILED
 * while the shop is not open.
 */
export async function resendInvitation(ctx: UserCtx, key: string): Promise<JsonRecord> {
  const { id, shop_id } = await engine.get(ctx, key);
  await ctx.db.transaction().execute(async (db) => {
    const txCtx: UserCtx = { ...ctx, db };
    await lockOwnedShop(txCtx, Number(shop_id));
    const { user_id, role_id, scopes } = await lockRow(txCtx, 'memberships', Number(id));
    if (user_id !== null) throw new AppError('ACTION_NOT_VALID');
    await rightsFor(txCtx, Number(shop_id), { role_id, scopes: scopes as StaffScope[] });
    await sendInvitation(txCtx, Number(id));
    await audit(txCtx, { family, id: Number(id), action: 'invite', changes: {} });
  });
  return engine.get(ctx, key);
}

/**
 * `POST staffs`: invites a person by e-mail, in the caller's transaction. Whether the address has an account is not looked
 * up before the person accepts, so neither the response nor its time tells it. Throws NOT_FOUND for another vendor's shop,
 * VALIDATION_FAILED for a shop that is missing or not open and for an address that the shop has invited or employs
 * already, FORBIDDEN for more than the caller holds, TOO_MANY_REQUESTS.
 */
async function addStaff(ctx: Ctx, body: JsonRecord): Promise<JsonRecord> {
  const { name, email, shop_id, role_id, scopes } = await validate(staffSchema, body);
  await lockOwnedShop(ctx, shop_id);
  await assertNotStaff(ctx, shop_id, email);
  const rights = await rightsFor(ctx, shop_id, { role_id, scopes });
  const id = await insertRow(ctx, 'memberships', { name, email, shop_id, ...rights });
  const changes = changesBetween({}, { name, email, shop_id, ...(role_id ? { role_id } : { scopes }) });
  await audit(ctx, { family, id, action: 'create', changes });
  await sendInvitation(ctx, id);
  return engine.get(ctx, String(id));
}

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
  if (!shop.is_active) rejectField('email', 'error-shop-not-approved');
}

async function assertNotStaff(ctx: Ctx, shopId: number, email: string): Promise<void> {
  const { rows } = await sql`select m.id from memberships m left join users u on u.id = m.user_id
    where m.shop_id = ${shopId} and m.deleted_at is null and u.deleted_at is null
      and coalesce(u.email, m.email) = ${email} limit 1`.execute(ctx.db);
  if (rows.length > 0) rejectField('email', 'error-taken');
}

/**
 * Columns of what a membership gives. Owners give all that their shop has; an administrator with a role no more than it
 * holds (rules/accounts: nobody gives more than they hold). Throws VALIDATION_FAILED, FORBIDDEN.
 */
async function rightsFor(ctx: Ctx, shopId: number, { role_id, scopes }: StaffRights): Promise<StaffRights> {
  const role = role_id ? await lockShopRole(ctx, role_id, shopId) : null;
  if (ctx.user && isAdmin(ctx)) assertHolds(heldIn({ user: ctx.user }), areasGiven(role, scopes));
  return { role_id: role?.id ?? null, scopes: role ? scopesOfRole(role.areas) : inOrder(scopes) };
}

const inOrder = (scopes: readonly StaffScope[]) => staffScopes.filter((scope) => scopes.includes(scope));

async function saveRights(ctx: Ctx, id: number, given: StaffRights): Promise<void> {
  const { shop_id, user_id } = await ctx.db
    .selectFrom('memberships')
    .select(['shop_id', 'user_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const rights = await rightsFor(ctx, shop_id, given);
  await ctx.db.updateTable('memberships').set(rights).where('id', '=', id).execute();
  if (user_id !== null) await applyMemberships(ctx, user_id);
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

/** Whoever sends it is the one whose rights count when the person accepts. */
async function sendInvitation(ctx: Ctx, id: number): Promise<void> {
  const { email, shop } = await ctx.db
    .selectFrom('memberships')
    .innerJoin('shops', 'shops.id', 'memberships.shop_id')
    .select(['memberships.email', 'shops.name as shop'])
    .where('memberships.id', '=', id)
    .executeTakeFirstOrThrow();
  await countInvitation(ctx, email);
  const minutes = invitationDays * 24 * 60;
  const secret = newToken();
  await ctx.db
    .updateTable('memberships')
    .set({
      invited_by: ctx.user?.id ?? null,
      invited_at: ctx.now,
      token_hash: hashCode('invitation', email, secret),
      expires_at: new Date(ctx.now.getTime() + minutes * 60_000),
    })
    .where('id', '=', id)
    .execute();
  const link = `${ctx.publicUrl}/admin/reset-password?${new URLSearchParams({ email, token: secret })}`;
  const letter = invitation({ shop, link, days: invitationDays });
  await send(ctx, { channel: 'mail', to: email, minutes, ...letter });
}

const memberKeys = ['id', 'version', 'created_at', 'updated_at', 'name', 'shop_id', 'user_id', 'role_id'];

/** Presents a member of staff; only the fields listed here leave the server. */
function presentStaff(row: JsonRecord): JsonRecord {
  const person = row.person as (IdentityRow & { permissions: string[] }) | null;
  const scopes = row.scopes as StaffScope[];
  const { profile, permissions, email_verified } = presentIdentity({
    ...nobody,
    ...person,
    id: Number(row.user_id ?? row.id),
    permissions: person?.permissions ?? permissionsWith([], scopes),
  });
  const { notifications: _private, ...publicProfile } = profile;
  return {
    ...pick(row, memberKeys),
    scopes,
    email: person?.email ?? row.email,
    is_active: person?.is_active ?? true,
    shop: row.shop as Stub | null,
    role: row.role ?? null,
    email_verified,
    permissions,
    profile: publicProfile,
    is_invited: row.user_id === null,
    expires_at: row.expires_at ?? null,
  };
}

/** What is not known of an invited person. */
const nobody = {
  name: '',
  email: '',
  email_verified_at: null,
  is_active: true,
  avatar: null,
  bio: null,
  contact: null,
  contact_verified_at: null,
  notifications: {},
  socials: [],
  totp_enabled_at: null,
  shop_id: null,
};
