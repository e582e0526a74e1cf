import { type SqlBool, sql } from 'kysely';
import { type AnyResource, familyPaths } from '@/contract/core/define';
import { isAllowed } from '@/contract/core/permissions';
import { findPageRule } from '@/contract/pages';
import { maxSavedViews, type SavedView, type SavedViewState } from '@/contract/settings/saved-views';
import { listsWithViews } from '@/contract/settings/saved-views/lists';
import { savedViewSchema } from '@/contract/settings/saved-views/schema';
import { audit, changesBetween } from '@/server/core/audit';
import { type Ctx, isAdmin, ownShopIds, type UserCtx } from '@/server/core/context';
import { insertRow, updateRow } from '@/server/core/db/rows';
import { inWords } from '@/server/core/db/search';
import { AppError, rejectField, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { lockUser } from '@/server/core/lock-user';
import { isOutdated, readPathId, readWhole } from '@/server/core/numbers';
import { sortKeys } from '@/server/core/resource/list-query';
import { type Input, validate } from '@/server/core/validate';

const family = 'saved-views';

/** The list a view belongs to, and its shop; null for the list of the whole marketplace. */
export interface ViewList {
  list: AnyResource;
  name: string;
  shopId: number | null;
}

/**
 * `GET saved-views?family=&shop_id=`: the user's own views of a list, then the shared ones. Throws VALIDATION_FAILED for an
 * unknown list, FORBIDDEN for a list the user may not open, NOT_FOUND for another vendor's shop.
 */
export async function listViews(ctx: UserCtx, { family: name, shop_id }: JsonRecord): Promise<SavedView[]> {
  const target = await findList(ctx, name, shop_id);
  const rows = await viewsOf(ctx)
    .where('v.family', '=', target.name)
    .where('v.shop_id', 'is not distinct from', target.shopId)
    .where((eb) =>
      eb.or([eb('v.user_id', '=', ctx.user.id), eb.and([eb('v.is_shared', '=', true), sharedWith(ctx)])]),
    )
    .orderBy(sql`v.user_id <> ${ctx.user.id}`)
    .orderBy(inWords(sql.ref('v.name')))
    .orderBy('v.id')
    .execute();
  return rows.map((row) => present(ctx, row));
}

/** Creates a view of the user. Throws as `listViews` does, and VALIDATION_FAILED at `name` above `maxSavedViews`. */
export async function addView(
  ctx: UserCtx,
  body: JsonRecord,
  { name, is_shared, state }: Input<typeof savedViewSchema>,
): Promise<SavedView> {
  const target = await findList(ctx, body.family, body.shop_id);
  assertState(target.list, state);
  assertSharing(ctx, target.shopId, is_shared);
  // Serializes the count and the insert.
  await lockUser(ctx, ctx.user.id);
  const { count } = await ctx.db
    .selectFrom('saved_views')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', ctx.user.id)
    .where('family', '=', target.name)
    .where('shop_id', 'is not distinct from', target.shopId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxSavedViews) {
    rejectField('name', 'error-too-many');
  }
  const id = await insertRow(ctx, 'saved_views', {
    user_id: ctx.user.id,
    family: target.name,
    shop_id: target.shopId,
    name,
    is_shared,
    state: JSON.stringify(state),
  });
  const changes = changesBetween({}, { list: target.name, shop_id: target.shopId, name, is_shared, state });
  await audit(ctx, { family, id, action: 'create', changes });
  return find(ctx, id);
}

/**
 * Renames, shares or overwrites the user's own view. Throws NOT_FOUND for a view the user cannot see, FORBIDDEN for
 * another user's view, CONFLICT with the current row for a stale edit.
 */
export async function changeView(ctx: UserCtx, key: string, body: JsonRecord): Promise<SavedView> {
  const { view: before, target } = await lockOwnView(ctx, key);
  if (isOutdated(body.version, before.version)) {
    throw new AppError('CONFLICT', { current: before });
  }
  const sent = ['name', 'is_shared', 'state'].filter((key) => key in body);
  const merged = { ...before, ...Object.fromEntries(sent.map((key) => [key, body[key]])) };
  // Over the stored row: what was not sent stays.
  const { name, is_shared, state } = await validate(savedViewSchema, merged);
  // A stored state may name a column the list no longer has; renaming the view must still work.
  if ('state' in body) assertState(target.list, state);
  if ('is_shared' in body) assertSharing(ctx, target.shopId, is_shared);
  const changes = changesBetween({ ...before }, { name, is_shared, state });
  if (Object.keys(changes).length === 0) return before;
  await updateRow(ctx, 'saved_views', before.id, { name, is_shared, state: JSON.stringify(state) });
  await audit(ctx, { family, id: before.id, action: 'update', changes });
  return find(ctx, before.id);
}

/** Deletes the user's own view permanently, without trash. Throws as `changeView` does. */
export async function removeView(ctx: UserCtx, key: string): Promise<void> {
  const { view } = await lockOwnView(ctx, key);
  await ctx.db.deleteFrom('saved_views').where('id', '=', view.id).execute();
  const { family: list, shop_id, name, is_shared, state } = view;
  const changes = Object.entries({ list, shop_id, name, is_shared, state }).map(([key, before]) => [
    key,
    [before, null],
  ]);
  await audit(ctx, { family, id: view.id, action: 'remove', changes: Object.fromEntries(changes) });
}

/** Checks access by the same rule as the page of the list (contract/pages). */
export async function findList(ctx: UserCtx, name: unknown, shop: unknown): Promise<ViewList> {
  const list = typeof name === 'string' ? listsWithViews.get(name) : undefined;
  if (!list) rejectValue('family');
  const isRoot = shop === undefined || shop === null || shop === '';
  const shopId = isRoot ? null : readWhole('shop_id', shop);
  // The rule is the same for every shop: any slug will do.
  const rule = findPageRule(familyPaths(list, isRoot ? undefined : 'shop').list);
  if (!rule) rejectValue(isRoot ? 'family' : 'shop_id');
  if (!isAllowed(rule.allow, ctx.user.permissions)) throw new AppError('FORBIDDEN');
  if (shopId !== null) await assertShopAccess(ctx, shopId);
  return { list, name: String(name), shopId };
}

async function assertShopAccess(ctx: UserCtx, id: number): Promise<void> {
  if (!Number.isSafeInteger(id) || id < 1) rejectValue('shop_id');
  if (!isAdmin(ctx) && !ownShopIds(ctx.user).includes(id)) throw new AppError('NOT_FOUND');
  await ctx.db
    .selectFrom('shops')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
}

/** Throws VALIDATION_FAILED for a filter, sort key or column that the list does not have. */
function assertState(list: AnyResource, state: SavedViewState): void {
  const columns: { key: string }[] = list.columns;
  const isColumn = (key: string) => columns.some((column) => column.key === key);
  if (!Object.keys(state.filters).every((key) => list.filters.some((filter) => filter.key === key)))
    rejectValue('state.filters');
  if (!sortKeys(list).includes(state.orderBy)) rejectValue('state.orderBy');
  if (state.columns && !state.columns.every(isColumn)) rejectValue('state.columns');
}

/** Views of the whole marketplace are shared among administrators only. */
function assertSharing(ctx: UserCtx, shopId: number | null, isShared: boolean): void {
  if (isShared && shopId === null && !isAdmin(ctx)) rejectValue('is_shared');
}

async function lockOwnView(ctx: UserCtx, key: string): Promise<{ view: SavedView; target: ViewList }> {
  const row = await ctx.db
    .selectFrom('saved_views')
    .select(['id', 'user_id', 'family', 'shop_id', 'is_shared'])
    .where('id', '=', readPathId(key))
    .forUpdate()
    .executeTakeFirst();
  const isOwn = row?.user_id === ctx.user.id;
  if (!row || !(isOwn || row.is_shared)) throw new AppError('NOT_FOUND');
  const target = await findList(ctx, row.family, row.shop_id).catch(() => {
    // Do not reveal that the view exists.
    throw new AppError('NOT_FOUND');
  });
  if (isOwn) return { view: await find(ctx, row.id), target };
  throw new AppError(row.shop_id === null && !isAdmin(ctx) ? 'NOT_FOUND' : 'FORBIDDEN');
}

async function find(ctx: UserCtx, id: number): Promise<SavedView> {
  return present(ctx, await viewsOf(ctx).where('v.id', '=', id).executeTakeFirstOrThrow());
}

function viewsOf(ctx: Ctx) {
  return ctx.db
    .selectFrom('saved_views as v')
    .innerJoin('users as u', 'u.id', 'v.user_id')
    .select(['v.id', 'v.version', 'v.family', 'v.shop_id', 'v.name', 'v.is_shared', 'v.state', 'v.user_id'])
    .select('u.name as author');
}

/** Shared views whose author is an administrator or still works in the shop; expects aliases `v` and `u`. */
function sharedWith(ctx: UserCtx) {
  const isAdministrator = sql<SqlBool>`u.permissions @> array['super_admin']::text[]`;
  const worksThere = sql<SqlBool>`(exists (select from memberships m where m.shop_id = v.shop_id and m.user_id = u.id
      and m.deleted_at is null)
    or exists (select 1 from shops s where s.id = v.shop_id and s.owner_id = u.id))`;
  const isSeen = isAdmin(ctx) ? sql<SqlBool>`true` : sql<SqlBool>`v.shop_id is not null`;
  return sql<SqlBool>`(u.deleted_at is null and ${isSeen} and (${isAdministrator} or ${worksThere}))`;
}

type ViewRow = Omit<SavedView, 'state' | 'is_own' | 'author'> & {
  state: unknown;
  user_id: number;
  author: string;
};

function present({ user }: UserCtx, { user_id, author, state, ...view }: ViewRow): SavedView {
  return {
    ...view,
    // Validated when it was written.
    state: state as SavedViewState,
    is_own: user_id === user.id,
    author: { id: user_id, name: author },
  };
}
