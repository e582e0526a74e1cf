import { sql } from 'kysely';
import { attributeValues } from '@/contract/catalogue/attribute-values';
import { maxValues } from '@/contract/catalogue/attributes/schema';
import type { Stub } from '@/contract/core/define';
import { toSlug } from '@/contract/core/slug';
import { type Ctx, isAdmin, ownShopIds, type UserCtx } from '@/server/core/context';
import { isOneOf } from '@/server/core/db/like';
import { rejectField, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { isId, parseId } from '@/server/core/numbers';
import type { Policy } from '@/server/core/resource/policy';
import type { Ids } from '@/server/core/resource/relations';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { fullName, nextPositions, usedByProducts } from './attributes';

/** Values of live attributes in the user's own shops; an administrator sees all. */
const valuePolicy: Policy = (ctx) => {
  const own = isAdmin(ctx)
    ? sql`true`
    : sql`a.shop_id = any(${ctx.user ? ownShopIds(ctx.user) : []}::bigint[])`;
  return () => sql<boolean>`exists (select 1 from attributes a
    where a.id = attribute_values.attribute_id and a.deleted_at is null and ${own})`;
};

const base = resourceService(attributeValues, {
  table: 'attribute_values',
  policy: valuePolicy,
  relations: { attribute: { column: 'attribute_id', table: 'attributes' } },
  usedBy: [usedByProducts],
  conditions: {
    shop_id: (_eb, id) => sql<boolean>`exists (select 1 from attributes a
      where a.id = attribute_values.attribute_id and ${isOneOf('a.shop_id', [id])})`,
  },
  onCreate: async (ctx, input) => {
    const attribute = Number(input.attribute_id);
    const next = await nextPositions(ctx, [attribute]);
    const slug = toSlug(String(input.value)) || 'value';
    return { slug, position: next.get(attribute) ?? 0, meta: input.meta ?? '' };
  },
  // The engine stores an empty text as null, and a value without a hint has an empty one.
  onUpdate: (_ctx, _before, { meta }) => (meta === null ? { meta: '' } : {}),
  include: { shop: shopInclude },
  present: presentFullNames,
});

/**
 * A write of a value also bumps the version of its attribute, so that a stale attribute form is refused. The
 * attribute is locked first, as in its own edits, to avoid deadlocks.
 */
export const attributeValuesService: ResourceService = {
  ...base,
  async create(ctx, body) {
    const asked = relatedId(body.attribute_id);
    await lockAttributes(ctx, [asked]);
    const row = await base.create(ctx, body);
    await touchAttributes(ctx, [Number(row.attribute_id)]);
    return row;
  },
  async update(ctx, key, body) {
    const asked = 'attribute_id' in body ? [relatedId(body.attribute_id)] : [];
    const before = await lockAttributeOf(ctx, key, asked);
    const row = await base.update(ctx, key, body);
    await touchAttributes(ctx, [...before, Number(row.attribute_id)]);
    return row;
  },
  async remove(ctx, key) {
    const before = await lockAttributeOf(ctx, key);
    await base.remove(ctx, key);
    await touchAttributes(ctx, before);
  },
  async restore(ctx, key) {
    const before = await lockAttributeOf(ctx, key);
    const row = await base.restore(ctx, key);
    await touchAttributes(ctx, before);
    return row;
  },
  async bulkRemove(ctx, body) {
    await lockOwnAttributes(ctx);
    const answer = await base.bulkRemove(ctx, body);
    if (answer.id !== null) await touchAttributes(ctx, await attributesOfOperation(ctx, answer.id));
    return answer;
  },
  async bulkUndo(ctx, id) {
    await lockOwnAttributes(ctx);
    const answer = await base.bulkUndo(ctx, id);
    await touchAttributes(ctx, await attributesOfOperation(ctx, id));
    return answer;
  },
};

/** Id of a related record, sent as an id or as the record; 0 matches no row. */
function relatedId(value: unknown): number {
  return parseId(value !== null && typeof value === 'object' && 'id' in value ? value.id : value);
}

/**
 * Locks the attributes that a value will belong to. Throws VALIDATION_FAILED when one is deleted or belongs
 * to another shop.
 */
async function lockAttributes(ctx: Ctx, ids: number[]): Promise<void> {
  const found = await ctx.db
    .selectFrom('attributes')
    .select(['id', 'shop_id', 'deleted_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  const isOwn = (shopId: number) => isAdmin(ctx) || (ctx.user && ownShopIds(ctx.user).includes(shopId));
  const wrong = found.some(({ shop_id, deleted_at }) => deleted_at !== null || !isOwn(shop_id));
  // A missing attribute is reported by the schema or the engine, which distinguish an empty field from a
  // wrong one.
  if (wrong) rejectValue('attribute_id');
}

/** Locks the attribute of a value and those it moves to; the engine checks the value itself. */
async function lockAttributeOf(ctx: Ctx, key: string, asked: number[] = []): Promise<number[]> {
  const query = ctx.db.selectFrom('attribute_values').select('attribute_id');
  const found = isId(key)
    ? await query
        .where('id', '=', Number(key))
        .where((eb) => valuePolicy(ctx, 'write')?.(eb) ?? eb.val(true))
        .execute()
    : [];
  const before = found.map((row) => row.attribute_id);
  if (before.length > 0) await lockAttributes(ctx, [...before, ...asked]);
  return before;
}

/** Locks all attributes the user may write: a bulk operation knows its rows too late. */
async function lockOwnAttributes(ctx: UserCtx): Promise<void> {
  let query = ctx.db.selectFrom('attributes').select('id').where('deleted_at', 'is', null);
  if (!isAdmin(ctx)) query = query.where('shop_id', '=', sql<number>`any(${ownShopIds(ctx.user)}::bigint[])`);
  await query.orderBy('id').forUpdate().execute();
}

async function attributesOfOperation(ctx: UserCtx, operationId: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('attribute_values')
    .select('attribute_id')
    .distinct()
    .where(
      sql<boolean>`id in (select (row ->> 'id')::bigint from bulk_operations, jsonb_array_elements(rows) as row
        where bulk_operations.id = ${operationId})`,
    )
    .execute();
  return rows.map((row) => row.attribute_id);
}

async function touchAttributes(ctx: Ctx, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await ctx.db
    .updateTable('attributes')
    .set({ version: sql`version + 1`, updated_at: ctx.now })
    .where('id', 'in', ids)
    .execute();
  const crowded = await ctx.db
    .selectFrom('attribute_values')
    .select('attribute_id')
    .where('attribute_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .groupBy('attribute_id')
    .having(sql<boolean>`count(*) > ${maxValues}`)
    .executeTakeFirst();
  if (crowded) rejectField('attribute_id', 'error-too-many-values');
}

function shopInclude(_ctx: Ctx, ids: Ids) {
  return sql`select v.id, jsonb_build_object('id', s.id, 'slug', s.slug, 'name', s.name) as value
    from attribute_values v join attributes a on a.id = v.attribute_id join shops s on s.id = a.shop_id
    where v.id = any(${ids})`;
}

async function presentFullNames(_ctx: Ctx, rows: JsonRecord[]): Promise<JsonRecord[]> {
  // Among equal spellings of former releases only the index asks for the place.
  return rows.map(({ spelling: _place, ...row }) => {
    const attribute = row.attribute as Stub | null;
    const full_name = attribute && fullName(attribute.name, row.shop as Stub | null);
    return { ...row, attribute: attribute && { ...attribute, full_name } };
  });
}
