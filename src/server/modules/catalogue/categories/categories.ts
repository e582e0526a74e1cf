import { type SqlBool, sql } from 'kysely';
import { categories } from '@/contract/catalogue/categories';
import { defaultLanguage } from '@/contract/core/languages';
import { audit } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { ServiceOptions } from '@/server/core/resource/options';
import type { JsonRecord } from '@/server/core/resource/query';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { places, withPlaces, withSubtrees } from './category-rows';
import { branchOf, findPlace, holdPlaces, lastPlace, lockTree, rehang, settle } from './category-tree';

/** What `parent=null` becomes before the engine, which drops the text null as other clients' way of saying nothing. */
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
    parent: (eb, value) => {
      if (value === roots || value === 'null') return eb('parent_id', 'is', null);
      return sql<SqlBool>`parent_id = ${idIn(value) ?? 0}`;
    },
    self: (_eb, value) => sql<SqlBool>`id not in (${branchOf(idIn(value) ?? 0)})`,
  },
  onCreate: (ctx, { parent = null }) => lastPlace(ctx, parent as number | null),
  async afterSave(ctx, id, { parent = null }, sent) {
    if (sent.includes('parent')) await settle(ctx, id, { parent: parent as number | null });
  },
};

const service = resourceService(categories, {
  ...options,
  present: async (ctx, rows) => withSubtrees(ctx, await withPlaces(ctx, rows)),
});
const lists = resourceService(categories, { ...options, present: withPlaces });

/** Categories: a tree without cycles and with dense positions, also when several move at once (reference rules R-296). */
export const categoriesService: ResourceService = {
  ...service,
  async list(ctx, query) {
    const page = await lists.list(ctx, inWords(query));
    const url = (address: string | null) => address?.replace(`parent=${roots}`, 'parent=null') ?? null;
    return {
      ...page,
      first_page_url: url(page.first_page_url) ?? '',
      last_page_url: url(page.last_page_url) ?? '',
      next_page_url: url(page.next_page_url),
      prev_page_url: url(page.prev_page_url),
    };
  },
  exportList: (ctx, query) => lists.exportList(ctx, inWords(query)),
  async create(ctx, body) {
    await lockTree(ctx);
    return service.create(ctx, onWire(body));
  },
  update: async (ctx, key, body) => service.update(ctx, key, await withoutOldParent(ctx, key, onWire(body))),
  async restore(ctx, key) {
    await lockTree(ctx);
    const { id } = await service.restore(ctx, key);
    await rehang(ctx);
    return service.get(ctx, String(id));
  },
  bulkRemove: (ctx, body) => service.bulkRemove(ctx, ofRoots(body)),
  bulkSet: (ctx, body) => service.bulkSet(ctx, ofRoots(body)),
  async bulkUndo(ctx, id) {
    await lockTree(ctx);
    const done = await service.bulkUndo(ctx, id);
    await rehang(ctx);
    return done;
  },
};

/**
 * Puts a category under another parent, or at another position among its siblings; at the end when no position is
 * given. Throws NOT_FOUND, VALIDATION_FAILED at `parent` (its own branch, too deep) or `position`, and CONFLICT.
 */
export async function moveCategory(ctx: Ctx, key: string, body: JsonRecord): Promise<JsonRecord> {
  const parent = parentIn(body);
  const { position } = body;
  if (parent === undefined) throw wrong('parent');
  if (position !== undefined && position !== null && !isPosition(position)) throw wrong('position');
  await holdPlaces(ctx, key, parent);
  const before = await findPlace(ctx, key);
  if (!before) throw new AppError('NOT_FOUND');
  if (typeof body.version === 'number' && body.version !== before.version) {
    throw new AppError('CONFLICT', { current: await service.get(ctx, String(before.id)) });
  }
  const after = await settle(ctx, before.id, {
    parent,
    position: isPosition(position) ? position : undefined,
  });
  if (after.parent !== before.parent_id || after.position !== before.position) {
    await ctx.db
      .updateTable('categories')
      .set({ version: before.version + 1, updated_at: ctx.now })
      .where('id', '=', before.id)
      .execute();
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

function wrong(key: string): AppError {
  return new AppError('VALIDATION_FAILED', { fields: { [key]: ['error-wrong-value'] } });
}

function inWords(query: JsonRecord): JsonRecord {
  return query.parent === 'null' ? { ...query, parent: roots } : query;
}

function ofRoots(body: JsonRecord): JsonRecord {
  const { query } = body;
  return query !== null && typeof query === 'object' ? { ...body, query: inWords({ ...query }) } : body;
}

/** Older clients send the parent as `parent_id`. */
function onWire({ parent_id, ...body }: JsonRecord): JsonRecord {
  return parent_id === undefined || 'parent' in body ? body : { ...body, parent: parent_id };
}

/** A body that gives another parent holds the tree; one that repeats the parent says nothing about it. */
async function withoutOldParent(ctx: Ctx, key: string, body: JsonRecord): Promise<JsonRecord> {
  const parent = parentIn(body);
  if (parent === undefined || ctx.locale !== defaultLanguage) return body;
  await holdPlaces(ctx, key, parent);
  const place = await findPlace(ctx, key);
  const { parent: _same, ...rest } = body;
  return place && place.parent_id === parent ? rest : body;
}

/** The parent that a body names, by id or as the record; undefined when it names none, or nothing that could be one. */
function parentIn({ parent }: JsonRecord): number | null | undefined {
  if (parent === null) return null;
  return idIn(parent !== undefined && typeof parent === 'object' && 'id' in parent ? parent.id : parent);
}

function idIn(value: unknown): number | undefined {
  return /^[1-9]\d{0,14}$/.test(String(value)) ? Number(value) : undefined;
}
