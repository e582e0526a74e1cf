import { type Expression, type SqlBool, sql } from 'kysely';
import { type BulkAnswer, bulkLimit } from '@/contract/core/bulk';
import { type Permission, permissionsWith, type StaffScope, scopesOf } from '@/contract/core/permissions';
import { staffs } from '@/contract/shops/staffs';
import { audit, type Changes } from '@/server/core/audit';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { updateRow } from '@/server/core/db/rows';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { isId } from '@/server/core/numbers';
import { conditionOf, visible } from '@/server/core/resource/conditions';
import { checkList } from '@/server/core/resource/list-query';
import type { ServiceOptions } from '@/server/core/resource/options';
import type { Policy } from '@/server/core/resource/policy';
import type { AnyDb, Columns } from '@/server/core/resource/rows';
import { endSessions } from '@/server/core/sessions';

const family = staffs.name;

/** A locked row of a staff member. */
interface Member {
  id: number;
  version: number;
  shop_id: number;
  permissions: Permission[];
}

/** `users.former_staff`: the membership to restore. */
interface FormerMembership {
  shop_id: number;
  scopes: StaffScope[];
}

/** Removes a user from the shop's staff and ends their sessions; the account stays. Throws NOT_FOUND. */
export async function removeStaff(ctx: Ctx, key: string, policy: Policy): Promise<void> {
  if (!isId(key)) throw new AppError('NOT_FOUND');
  const [member] = await lockMembers(
    ctx,
    { table: 'users', policy },
    () => sql<SqlBool>`id = ${Number(key)}`,
  );
  if (!member) throw new AppError('NOT_FOUND');
  await detach(ctx, member);
}

/**
 * Restores a removed staff member with the former scopes. Throws NOT_FOUND when the user was not staff of an own shop, has
 * joined another shop since, or the shop was removed.
 */
export async function restoreStaff(ctx: Ctx, key: string): Promise<void> {
  if (!isId(key) || !(await attach(ctx, Number(key)))) throw new AppError('NOT_FOUND');
}

/** `POST staffs/bulk/remove` */
export async function removeManyStaff(
  ctx: UserCtx,
  body: JsonRecord,
  options: ServiceOptions,
): Promise<BulkAnswer> {
  const members = await lockMembers(ctx, options, (eb) => targetCondition(ctx, body, options, eb));
  if (members.length > bulkLimit) rejectValue('query');
  if (members.length === 0) return { id: null, done: 0, refused: 0, uses: {} };
  for (const member of members) await detach(ctx, member);
  const rows = members.map(({ id, version, shop_id }) => ({ id, version, before: shop_id }));
  const { id } = await ctx.db
    .insertInto('bulk_operations')
    .values({
      family,
      user_id: ctx.user.id,
      at: ctx.now,
      column: 'shop_id',
      rows: JSON.stringify(rows),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, done: rows.length, refused: 0, uses: {} };
}

/** `POST staffs/bulk/{id}/undo`: skips users changed since. Throws NOT_FOUND for another user's operation. */
export async function restoreManyStaff(
  ctx: UserCtx,
  id: number,
): Promise<Pick<BulkAnswer, 'done' | 'refused'>> {
  const operation = await ctx.db
    .updateTable('bulk_operations')
    .set({ undone_at: ctx.now })
    .where('id', '=', id)
    .where('family', '=', family)
    .where('user_id', '=', ctx.user.id)
    .where('undone_at', 'is', null)
    .returning('rows')
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  const removed = operation.rows as unknown as { id: number; version: number }[];
  let done = 0;
  for (const row of removed) if (await attach(ctx, row.id, row.version + 1)) done += 1;
  return { done, refused: removed.length - done };
}

/** Locks the staff members the user may remove, ordered by id so that concurrent calls do not deadlock. */
async function lockMembers(
  ctx: Ctx,
  options: ServiceOptions,
  target: (eb: Columns) => Expression<SqlBool>,
): Promise<Member[]> {
  const rows = await (ctx.db as AnyDb)
    .selectFrom('users')
    .select(['id', 'version', 'shop_id', 'permissions'])
    .where((eb) => eb.and([visible(options, ctx, eb, 'write'), target(eb)]))
    .orderBy('id')
    .limit(bulkLimit + 1)
    .forUpdate()
    .execute();
  return rows as Member[];
}

function targetCondition(ctx: Ctx, { ids, query }: JsonRecord, options: ServiceOptions, eb: Columns) {
  if (Array.isArray(ids)) {
    if (ids.length > bulkLimit || !ids.every((id) => Number.isSafeInteger(id))) rejectValue('ids');
    return sql<SqlBool>`id = any(${ids}::bigint[])`;
  }
  if (query === null || typeof query !== 'object') rejectValue('ids');
  return conditionOf(staffs, options, ctx, checkList(staffs, { ...query }), eb);
}

async function detach(ctx: Ctx, { id, shop_id, permissions }: Member): Promise<void> {
  const scopes = scopesOf(permissions);
  const others = permissions.filter((name) => name !== 'staff' && !name.startsWith('staff:'));
  const former: FormerMembership = { shop_id, scopes };
  await updateRow(ctx, 'users', id, {
    shop_id: null,
    permissions: others.length > 0 ? others : ['customer'],
    former_staff: JSON.stringify(former),
  });
  await endSessions(ctx, id);
  const changes: Changes = { shop_id: [shop_id, null], scopes: [scopes, []] };
  await audit(ctx, { family, id, action: 'remove', changes });
}

/** Restores a membership; false when it cannot be. `version`, when given, must still be the row's version. */
async function attach(ctx: Ctx, id: number, version?: number): Promise<boolean> {
  const person = await ctx.db
    .selectFrom('users')
    .select(['version', 'permissions', 'former_staff'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('shop_id', 'is', null)
    .where('former_staff', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!person || (version !== undefined && version !== person.version)) return false;
  const { shop_id, scopes } = person.former_staff as unknown as FormerMembership;
  if (!isAdmin(ctx) && !ctx.user?.ownedShopIds.includes(shop_id)) return false;
  const shop = await ctx.db
    .selectFrom('shops')
    .select('id')
    .where('id', '=', shop_id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!shop) return false;
  await updateRow(ctx, 'users', id, {
    shop_id,
    permissions: permissionsWith(person.permissions as Permission[], scopes),
    former_staff: null,
  });
  // A session opened as a customer does not carry the shop.
  await endSessions(ctx, id);
  const changes: Changes = { shop_id: [null, shop_id], scopes: [[], scopes] };
  await audit(ctx, { family, id, action: 'restore', changes });
  return true;
}
