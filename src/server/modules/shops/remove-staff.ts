import { type Expression, type SqlBool, sql } from 'kysely';
import { type BulkAnswer, bulkLimit } from '@/contract/core/bulk';
import type { StaffScope } from '@/contract/core/permissions';
import { staffs } from '@/contract/shops/staffs';
import { audit, type Changes } from '@/server/core/audit';
import { addOperation, takeOperation } from '@/server/core/bulk/bulk-service';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { updateRow } from '@/server/core/db/rows';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { parseId } from '@/server/core/numbers';
import { buildMeantCondition, visible } from '@/server/core/resource/conditions';
import { checkList } from '@/server/core/resource/list-query';
import type { ServiceOptions } from '@/server/core/resource/options';
import type { Policy } from '@/server/core/resource/policy';
import type { AnyDb, Columns } from '@/server/core/resource/rows';
import { endSessions } from '@/server/core/sessions';
import { applyMemberships } from '@/server/modules/accounts/memberships';

const family = staffs.name;

interface Member {
  id: number;
  version: number;
  shop_id: number;
  user_id: number | null;
  scopes: StaffScope[];
}

/**
 * Removes a person from a shop's staff, or withdraws an invitation. The account and its other shops stay; whoever loses the
 * current shop is signed out. Throws NOT_FOUND.
 */
export async function removeStaff(ctx: Ctx, key: string, policy: Policy): Promise<void> {
  const isAsked = sql<SqlBool>`id = ${parseId(key)}`;
  const [member] = await lockMembers(ctx, { table: 'memberships', policy }, () => isAsked);
  if (!member) throw new AppError('NOT_FOUND');
  await detach(ctx, member);
}

/**
 * Restores a removed membership or a withdrawn invitation. Throws NOT_FOUND for another's shop, a removed one, and when the
 * person was invited or has joined again since.
 */
export async function restoreStaff(ctx: Ctx, key: string): Promise<void> {
  if (!(await attach(ctx, parseId(key)))) throw new AppError('NOT_FOUND');
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
  const id = await addOperation(ctx, family, 'shop_id', rows);
  return { id, done: rows.length, refused: 0, uses: {} };
}

/** `POST staffs/bulk/{id}/undo`: skips users changed since. Throws NOT_FOUND for another user's operation. */
export async function restoreManyStaff(
  ctx: UserCtx,
  id: number,
): Promise<Pick<BulkAnswer, 'done' | 'refused'>> {
  const operation = await takeOperation(ctx, family, id);
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
    .selectFrom('memberships')
    .select(['id', 'version', 'shop_id', 'user_id', 'scopes'])
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
  return buildMeantCondition(staffs, options, ctx, checkList(staffs, { ...query }), eb);
}

async function detach(ctx: Ctx, { id, shop_id, user_id, scopes }: Member): Promise<void> {
  await updateRow(ctx, 'memberships', id, { deleted_at: ctx.now });
  if (user_id !== null) {
    const { before } = await applyMemberships(ctx, user_id);
    if (before === shop_id) await endSessions(ctx, user_id);
  }
  const changes: Changes = { shop_id: [shop_id, null], scopes: [scopes, []] };
  await audit(ctx, { family, id, action: 'remove', changes });
}

/** Restores a membership; false when it cannot be. `version`, when given, must still be the row's version. */
async function attach(ctx: Ctx, id: number, version?: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('memberships')
    .select(['version', 'shop_id', 'user_id', 'email', 'scopes'])
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row || (version !== undefined && version !== row.version)) return false;
  const { shop_id, user_id, scopes } = row;
  if (!isAdmin(ctx) && !ctx.user?.ownedShopIds.includes(shop_id)) return false;
  if (!(await isShopThere(ctx, shop_id)) || (await isThereAgain(ctx, row))) return false;
  await updateRow(ctx, 'memberships', id, { deleted_at: null });
  if (user_id !== null) {
    const { before, current } = await applyMemberships(ctx, user_id);
    // A session opened as a customer does not carry the shop.
    if (before !== current) await endSessions(ctx, user_id);
  }
  const changes: Changes = { shop_id: [null, shop_id], scopes: [[], scopes] };
  await audit(ctx, { family, id, action: 'restore', changes });
  return true;
}

async function isShopThere(ctx: Ctx, id: number): Promise<boolean> {
  const shop = await ctx.db
    .selectFrom('shops')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return shop !== undefined;
}

/** The person's account was removed, or the person joined or was invited again. */
async function isThereAgain(
  ctx: Ctx,
  { shop_id, user_id, email }: { shop_id: number; user_id: number | null; email: string },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select
    exists (select from users u where u.id = ${user_id}::bigint and u.deleted_at is not null)
    or exists (select from memberships m left join users u on u.id = m.user_id
      where m.shop_id = ${shop_id} and m.deleted_at is null
        and (m.user_id = ${user_id}::bigint or coalesce(u.email, m.email) = ${email})) as found`.execute(
    ctx.db,
  );
  return rows[0]?.found === true;
}
