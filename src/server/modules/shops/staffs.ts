import { type SqlBool, sql } from 'kysely';
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
import type { Policy } from '@/server/core/resource/policy';
import type { JsonRecord } from '@/server/core/resource/query';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { validate } from '@/server/core/validate';
import { assertUncommonPassword } from '@/server/modules/accounts/sign-in/common-passwords';
import { issueCode } from '@/server/modules/accounts/sign-in/one-time-codes';
import { hashPassword, unknownPassword } from '@/server/modules/accounts/sign-in/passwords';
import { sendVerification } from '@/server/modules/accounts/sign-in/verify-email';
import { invitation } from '@/server/modules/messaging/emails';
import { send } from '@/server/modules/messaging/outbox';
import {
  permissionsWith,
  removeMany,
  removeStaff,
  restoreMany,
  restoreStaff,
  scopesOf,
} from './remove-staff';

const family = staffs.name;

/** How long an invitation can be accepted. */
const invitationDays = 7;

/** Who works in the person's own shops; for an administrator in any (reference rules S-17). */
export const staffPolicy: Policy = (ctx) => (eb) =>
  eb.and([
    sql<SqlBool>`permissions @> array['staff']::text[] and shop_id is not null`,
    ...(isAdmin(ctx) ? [] : [isInOwnShop(ctx)]),
  ]);

const isInOwnShop = ({ user }: Ctx) => sql<SqlBool>`shop_id = any(${user?.ownedShopIds ?? []}::bigint[])`;

const options: ServiceOptions = {
  table: 'users',
  policy: staffPolicy,
  relations: { shop: { column: 'shop_id', table: 'shops' } },
  // Whose account it is, and where they work, is not the shop's to change.
  immutableFields: ['email', 'password', 'shop_id'],
  virtualFields: ['scopes'],
  conditions: {
    own: (eb, value, ctx) => (value === '1' || value === 'true' ? isInOwnShop(ctx) : eb.val(true)),
  },
  present: async (_ctx, rows) => rows.map(toStaff),
  afterSave: async (ctx, id, { scopes }, sent) => {
    if (sent.includes('scopes')) await saveScopes(ctx, id, scopes as StaffScope[]);
  },
};

const engine = resourceService(staffs, options);

/** Members of staff. */
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
  bulkRemove: (ctx, body) => removeMany(ctx, body, options),
  bulkUndo: restoreMany,
};

/** `GET my-staffs` and `GET vendor/store_keepers`: of the person's own shops, an administrator's too (reference rules R-196). */
export function listOwnStaffs(ctx: Ctx, query: JsonRecord, endpoint: string): Promise<Page<JsonRecord>> {
  return resourceService({ ...staffs, endpoint }, options).list(ctx, { ...query, own: '1' });
}

/** `GET all-staffs` */
export function listAllStaffs(ctx: Ctx, query: JsonRecord): Promise<Page<JsonRecord>> {
  return resourceService({ ...staffs, endpoint: 'all-staffs' }, options).list(ctx, query);
}

/**
 * `POST staffs/{id}/invite`: another letter, and the former link stops working. Throws NOT_FOUND, and ACTION_NOT_VALID
 * when the person has got in already; TOO_MANY_REQUESTS after five in an hour.
 */
export async function inviteAgain(ctx: UserCtx, key: string): Promise<JsonRecord> {
  const staff = await engine.get(ctx, key);
  if (staff.is_invited !== true || staff.is_active !== true) throw new AppError('ACTION_NOT_VALID');
  await consume(ctx, { key: `invite:user:${String(staff.id)}`, hits: 5, minutes: 60 });
  await ctx.db.transaction().execute(async (db) => {
    const inside: UserCtx = { ...ctx, db };
    await sendInvitation(inside, Number(staff.id));
    await audit(inside, { family, id: Number(staff.id), action: 'invite', changes: {} });
  });
  return engine.get(ctx, key);
}

/**
 * Makes an account that works in a shop (reference rules R-195), in the caller's transaction: with a password it gets a
 * letter that proves the address, without one an invitation. Throws NOT_FOUND for somebody else's shop, VALIDATION_FAILED
 * also for one that is not there and an e-mail that is taken.
 */
async function addStaff(ctx: Ctx, body: JsonRecord): Promise<JsonRecord> {
  const { name, email, password, shop_id, scopes } = await validate(staffSchema, body);
  if (password) await assertUncommonPassword(ctx, password, { name, email });
  await checkShop(ctx, shop_id);
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

async function checkShop(ctx: Ctx, id: number): Promise<void> {
  const shop = await ctx.db
    .selectFrom('shops')
    .select('owner_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    // Nobody removes it while somebody is put into it.
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
  const letter = invitation({ name: person.name, shop: person.shop, link, days: invitationDays });
  await send(ctx, { channel: 'mail', to: person.email, minutes, ...letter });
}

/** A stored person as a member of staff: what is named here and nothing else (reference entities E26). */
function toStaff(row: JsonRecord): JsonRecord {
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
    scopes: scopesOf(row.permissions as Permission[]),
    // The letter proves the address to be theirs; until then nobody has come.
    is_invited: row.invited_at !== null && row.email_verified_at === null,
  };
}
