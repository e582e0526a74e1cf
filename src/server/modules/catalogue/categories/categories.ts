import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { categories } from '@/contract/catalogue/categories';
import type { Stub } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import { maximumLimit } from '@/contract/core/paging';
import { audit } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import { updateRow } from '@/server/core/db/rows';
import { nameCondition } from '@/server/core/db/search';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { wholeNumber } from '@/server/core/numbers';
import type { ServiceOptions } from '@/server/core/resource/options';
import type { Ids, Include } from '@/server/core/resource/relations';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { isHiddenProduct } from '../products/policy';
import {
  findPlace,
  lockPlaces,
  lockTree,
  movePlace,
  nextPlace,
  placeRestored,
  selectBranch,
} from './category-tree';

interface CategoryPlace {
  id: number;
  parent_id: number | null;
  position: number;
  children_count: number;
  products_count: number;
}

type Child = JsonRecord & Pick<CategoryPlace, 'id' | 'parent_id'>;

/**
 * Products also belong to sub-categories: the page of a category shows those of its whole branch, and the number is of
 * those that the person finds there.
 */
const counts = (ctx: Ctx) => sql`
  (select count(*)::int from categories b where b.parent_id = c.id and b.deleted_at is null) as children_count,
  (with recursive inside as (
      select c.id union select b.id from inside join categories b on b.parent_id = inside.id where b.deleted_at is null
    )
    -- Few products are hidden: to leave them out costs less than to look at each of the others.
    select count(distinct l.product_id)::int from inside
      cross join lateral (select product_id from category_product where category_id = inside.id offset 0) l
      where l.product_id not in (select id from products where deleted_at is not null or ${isHiddenProduct(ctx)})) as products_count`;

/** Position, ancestors and counts of each row. */
const places: Record<string, Include> = {
  // Read again: an update returns the row as it was before `settle` moved it.
  place: (ctx, ids) => sql`select placed.id, to_jsonb(placed) as value
    from (select c.id, c.parent_id, c.position, ${counts(ctx)} from categories c
      where c.id = any(${ids})) placed`,
  // From the root down to the parent.
  ancestors: (ctx, ids) => sql`with recursive up as (
      select c.id as of, c.parent_id, 1 as steps from categories c where c.id = any(${ids})
      union all select up.of, c.parent_id, up.steps + 1 from up join categories c on c.id = up.parent_id
    )
    select up.of as id, jsonb_agg(jsonb_build_object('id', c.id, 'name', ${nameIn(ctx)}, 'slug', c.slug)
      order by up.steps desc) as value
    from up join categories c on c.id = up.parent_id group by up.of`,
};

/** Represents `parent=null` in queries, because the engine ignores the text `null`. */
const roots = 'roots';

const options: ServiceOptions = {
  table: 'categories',
  relations: { type: { column: 'type_id', table: 'groups' } },
  include: places,
  usedBy: [
    { table: 'categories', column: 'parent_id', family: 'categories' },
    { table: 'category_product', column: 'category_id', family: 'products', isLink: true },
  ],
  virtualFields: ['parent'],
  conditions: {
    name: nameCondition('categories', true),
    parent: (eb, value) => {
      if (value === roots || value === 'null') return eb('parent_id', 'is', null);
      return sql<SqlBool>`parent_id = ${wholeNumber(value) ?? 0}`;
    },
    self: (_eb, value) => sql<SqlBool>`id not in (${selectBranch(wholeNumber(value) ?? 0)})`,
  },
  onCreate: (ctx, { parent = null }) => nextPlace(ctx, parent as number | null),
  async afterSave(ctx, id, { parent = null }, sent) {
    if (sent.includes('parent')) await movePlace(ctx, id, { parent: parent as number | null });
  },
};

const service = resourceService(categories, {
  ...options,
  present: async (ctx, rows) => presentSubtrees(ctx, await presentPlaces(ctx, rows)),
});
const listOptions: ServiceOptions = {
  ...options,
  include: { ...places, branch: branchInclude },
  present: async (ctx, rows) => presentBranches(await presentPlaces(ctx, rows)),
};
const lists = resourceService(categories, listOptions);
// A file has no column for the branch.
const exported = resourceService(categories, { ...options, present: presentPlaces });

/** Categories: a tree without cycles and with dense positions, also under concurrent moves. */
export const categoriesService: ResourceService = {
  ...service,
  async list(ctx, query) {
    const page = await lists.list(ctx, withRootsText(query));
    const url = (address: string | null) => address?.replace(`parent=${roots}`, 'parent=null') ?? null;
    return {
      ...page,
      first_page_url: url(page.first_page_url) ?? '',
      last_page_url: url(page.last_page_url) ?? '',
      next_page_url: url(page.next_page_url),
      prev_page_url: url(page.prev_page_url),
    };
  },
  exportList: (ctx, query) => exported.exportList(ctx, withRootsText(query)),
  async create(ctx, body) {
    await lockTree(ctx);
    return service.create(ctx, normalizeBody(body));
  },
  update: async (ctx, key, body) =>
    service.update(ctx, key, await withoutSameParent(ctx, key, normalizeBody(body))),
  async restore(ctx, key) {
    await lockTree(ctx);
    const { id } = await service.restore(ctx, key);
    await placeRestored(ctx);
    return service.get(ctx, String(id));
  },
  bulkRemove: (ctx, body) => service.bulkRemove(ctx, bodyWithRootsText(body)),
  bulkUses: (ctx, body) => service.bulkUses(ctx, bodyWithRootsText(body)),
  bulkSet: (ctx, body) => service.bulkSet(ctx, bodyWithRootsText(body)),
  async bulkUndo(ctx, id) {
    await lockTree(ctx);
    const done = await service.bulkUndo(ctx, id);
    await placeRestored(ctx);
    return done;
  },
};

export async function listCategories(ctx: Ctx, ids: readonly number[]): Promise<JsonRecord[]> {
  const chosen = resourceService(categories, {
    ...listOptions,
    policy: () => (eb) => eb('id', 'in', [0, ...ids]),
  });
  return (await chosen.list(ctx, { limit: String(maximumLimit) })).data;
}

/**
 * Moves a category to another parent or position; to the end without a position. Throws NOT_FOUND,
 * VALIDATION_FAILED at `parent` (own branch, too deep) or `position`, and CONFLICT.
 */
export async function moveCategory(ctx: Ctx, key: string, body: JsonRecord): Promise<JsonRecord> {
  const parent = parseParent(body);
  const { position } = body;
  if (parent === undefined) rejectValue('parent');
  if (position !== undefined && position !== null && !isPosition(position)) rejectValue('position');
  await lockPlaces(ctx, key, parent);
  const before = await findPlace(ctx, key);
  if (!before) throw new AppError('NOT_FOUND');
  if (typeof body.version === 'number' && body.version !== before.version) {
    throw new AppError('CONFLICT', { current: await service.get(ctx, String(before.id)) });
  }
  const after = await movePlace(ctx, before.id, {
    parent,
    position: isPosition(position) ? position : undefined,
  });
  if (after.parent !== before.parent_id || after.position !== before.position) {
    await updateRow(ctx, 'categories', before.id, {});
    const changes: Record<string, [unknown, unknown]> = {
      parent_id: [before.parent_id, after.parent],
      position: [before.position, after.position],
    };
    await audit(ctx, { family: categories.name, id: before.id, action: 'move', changes });
  }
  return service.get(ctx, String(before.id));
}

function isPosition(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0 && Number(value) < 1_000_000_000;
}

function withRootsText(query: JsonRecord): JsonRecord {
  return query.parent === 'null' ? { ...query, parent: roots } : query;
}

function bodyWithRootsText(body: JsonRecord): JsonRecord {
  const { query } = body;
  return query !== null && typeof query === 'object' ? { ...body, query: withRootsText({ ...query }) } : body;
}

/** Older clients send `parent_id`. */
function normalizeBody({ parent_id, ...body }: JsonRecord): JsonRecord {
  return parent_id === undefined || 'parent' in body ? body : { ...body, parent: parent_id };
}

/** Locks the tree when the parent changes; drops a parent that is unchanged. */
async function withoutSameParent(ctx: Ctx, key: string, body: JsonRecord): Promise<JsonRecord> {
  const parent = parseParent(body);
  if (parent === undefined || ctx.locale !== defaultLanguage) return body;
  await lockPlaces(ctx, key, parent);
  const place = await findPlace(ctx, key);
  const { parent: _same, ...rest } = body;
  return place && place.parent_id === parent ? rest : body;
}

/** The parent id in a body, sent as an id or a record; undefined when absent or invalid. */
function parseParent({ parent }: JsonRecord): number | null | undefined {
  if (parent === null) return null;
  return wholeNumber(
    parent !== undefined && typeof parent === 'object' && 'id' in parent ? parent.id : parent,
  );
}

/** Merges the `places` includes into the rows. */
async function presentPlaces(_ctx: Ctx, rows: JsonRecord[]): Promise<JsonRecord[]> {
  return rows.map(({ place, ancestors, ...row }) => {
    const above = (ancestors ?? []) as Stub[];
    return { ...row, ...(place as CategoryPlace), parent: above.at(-1) ?? null, ancestors: above };
  });
}

/** Adds all descendants as nested `children`, in one query. */
async function presentSubtrees(ctx: Ctx, rows: JsonRecord[]): Promise<JsonRecord[]> {
  const ids = rows.map(({ id }) => Number(id));
  const { rows: below } = await sql<Child>`with recursive branch as (
      select b.id from categories b where b.parent_id = any(${ids}::bigint[]) and b.deleted_at is null
      union select b.id from branch join categories b on b.parent_id = branch.id where b.deleted_at is null
    )
    select c.id, ${nameIn(ctx)} as name, c.slug, c.icon, c.image, c.type_id, c.parent_id, c.position, ${counts(ctx)}
    from branch join categories c on c.id = branch.id order by c.position, c.id`.execute(ctx.db);
  const byParent = Map.groupBy(below, (one) => one.parent_id);
  return rows.map((row) => ({ ...row, children: nestBelow(row, byParent) }));
}

/** All descendants of each row, flat: read only when another client asks for a tree. */
function branchInclude(ctx: Ctx, ids: Ids) {
  return sql`with recursive branch as (
      select b.id, b.parent_id as root from categories b where b.parent_id = any(${ids}) and b.deleted_at is null
      union select b.id, branch.root from branch join categories b on b.parent_id = branch.id where b.deleted_at is null
    )
    select branch.root as id, jsonb_agg(jsonb_build_object('id', c.id, 'name', ${nameIn(ctx)}, 'slug', c.slug,
      'icon', c.icon, 'parent_id', c.parent_id) order by c.position, c.id) as value
    from branch join categories c on c.id = branch.id group by branch.root`;
}

/** Nests each row's branch as its `children`. */
function presentBranches(rows: JsonRecord[]): JsonRecord[] {
  return rows.map(({ branch, ...row }) => {
    const below = Map.groupBy((branch ?? []) as Child[], (one) => one.parent_id);
    return { ...row, children: nestBelow(row, below) };
  });
}

function nestBelow({ id }: JsonRecord, byParent: ReadonlyMap<number | null, Child[]>): JsonRecord[] {
  return (byParent.get(Number(id)) ?? []).map((one) => ({ ...one, children: nestBelow(one, byParent) }));
}

function nameIn(ctx: Ctx): RawBuilder<string> {
  return ctx.locale === defaultLanguage
    ? sql<string>`c.name`
    : sql<string>`coalesce(c.translations -> ${ctx.locale} ->> 'name', c.name)`;
}
