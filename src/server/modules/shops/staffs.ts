import type { Stub } from '@/contract/core/define';
import type { Page } from '@/contract/core/paging';
import type { Permission, StaffScope } from '@/contract/core/permissions';
import { staffs } from '@/contract/shops/staffs';
import { staffSchema } from '@/contract/shops/staffs/schema';
import { audit, changesBetween } from '@/server/core/audit';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import { consume } from '@/server/core/rate-limits';
import type { ServiceOptions } from '@/server/core/resource/options';
import type { JsonRecord } from '@/server/core/resource/query';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { validate } from '@/server/core/validate';
import { type IdentityRow, presentIdentity } from '@/server/modules/accounts/presenter';
import { assertUncommonPassword } from '@/server/modules/accounts/sign-in/common-passwords';
import { issueCode } from '@/server/modules/accounts/sign-in/one-time-codes';
import { hashPassword, unknownPassword } from '@/server/modules/accounts/sign-in/passwords';
import { sendVerification } from '@/server/modules/accounts/sign-in/verify-email';
import { invitation } from '@/server/modules/messaging/emails';
import { send } from '@/server/modules/messaging/outbox';
import { isInOwnedShop, staffPolicy } from './policy';
import {
  permissionsWith,
  removeManyStaff,
  removeStaff,
  restoreManyStaff,
  restoreStaff,
  scopesOf,
} from './remove-staff';

const family = staffs.name;

const invitationDays = 7;

const options: ServiceOptions = {
  table: 'users',
  policy: staffPolicy,
  relations: { shop: { column: 'shop_id', table: 'shops' } },
  // The account belongs to the person; the shop cannot change its login or move it to another shop.
  immutableFields: ['email', 'password', 'shop_id'],
  virtualFields: ['scopes'],
  conditions: {
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

/** `GET my-staffs` and `GET vendor/store_keepers`: staff of the user's own shops, also for administrators (reference rules R-196). */
export function listOwnStaffs(ctx: Ctx, query: JsonRecord, endpoint: string): Promise<Page<JsonRecord>> {
  return resourceService({ ...staffs, endpoint }, options).list(ctx, { ...query, own: '1' });
}

/** `GET all-staffs` */
export function listAllStaffs(ctx: Ctx, query: JsonRecord): Promise<Page<JsonRecord>> {
  return resourceService({ ...staffs, endpoint: 'all-staffs' }, options).list(ctx, query);
}

/**
 * `POST staffs/{id}/invite`: sends a new invitation and invalidates the previous link. Throws NOT_FOUND, ACTION_NOT_VALID
 * once the invitation was accepted, TOO_MANY_REQUESTS after five in an hour.
 */
export async function resendInvitation(ctx: UserCtx, key: string): Promise<JsonRecord> {
  const staff = await engine.get(ctx, key);
  if (staff.is_invited !== true || staff.is_active !== true) throw new AppError('ACTION_NOT_VALID');
  await consume(ctx, { key: `invite:user:${String(staff.id)}`, hits: 5, minutes: 60 });
  await ctx.db.transaction().execute(async (db) => {
    const txCtx: UserCtx = { ...ctx, db };
    await sendInvitation(txCtx, Number(staff.id));
    await audit(txCtx, { family, id: Number(staff.id), action: 'invite', changes: {} });
  });
  return engine.get(ctx, key);
}

/**
 * Creates a staff account (reference rules R-195) in the caller's transaction. With a password it gets a verification
 * email, without one an invitation. Throws NOT_FOUND for another vendor's shop, VALIDATION_FAILED for a missing shop and a
 * taken e-mail.
 */
async function addStaff(ctx: Ctx, body: JsonRecord): Promise<JsonRecord> {
  const { name, email, password, shop_id, scopes } = await validate(staffSchema, body);
  if (password) await assertUncommonPassword(ctx, password, { name, email });
  await lockOwnedShop(ctx, shop_id);
  const { id } = await ctx.db
    .insertInto('users')
    .values({
      name,
      email,
      password_hash: await (password ? hashPassword(password) : unknownPassword()),
      permissions: permissionsWith(['customer'], scopes),
      shop_id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const changes = changesBetween({}, { name, email, shop_id, scopes });
  await audit(ctx, { family, id, action: 'create', changes });
  if (password) await sendVerification(ctx, { id, name, email });
  else await sendInvitation(ctx, id);
  return engine.get(ctx, String(id));
}

async function lockOwnedShop(ctx: Ctx, id: number): Promise<void> {
  const shop = await ctx.db
    .selectFrom('shops')
    .select('owner_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    // The shop must not be removed before the account is committed.
    .forShare()
    .executeTakeFirst();
  if (!shop) rejectValue('shop_id');
  if (!isAdmin(ctx) && shop.owner_id !== ctx.user?.id) throw new AppError('NOT_FOUND');
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

async function sendInvitation(ctx: Ctx, id: number): Promise<void> {
  const person = await ctx.db
    .selectFrom('users')
    .innerJoin('shops', 'shops.id', 'users.shop_id')
    .select(['users.name', 'users.email', 'shops.name as shop'])
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
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
  const email = invitation({ name: person.name, shop: person.shop, link, days: invitationDays });
  await send(ctx, { channel: 'mail', to: person.email, minutes, ...email });
}

/** Presents a member of staff; only the fields listed here leave the server (reference entities E26). */
function presentStaff(row: JsonRecord): JsonRecord {
  const { profile, permissions, email_verified } = presentIdentity(row as unknown as IdentityRow);
  const { notifications: _private, ...publicProfile } = profile;
  const { id, version, created_at, updated_at, name, email, is_active, shop_id } = row;
  return {
    id,
    version,
    created_at,
    updated_at,
    name,
    email,
    is_active,
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
