import { type SqlBool, sql } from 'kysely';
import { attributes } from '@/contract/catalogue/attributes';
import type { AttributeInput, OwnValue } from '@/contract/catalogue/attributes/schema';
import type { Stub } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import { toSlug } from '@/contract/core/slug';
import type { Ctx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { ownShop } from '@/server/core/resource/policy';
import type { Ids } from '@/server/core/resource/relations';
import { resourceService } from '@/server/core/resource/service';
import { countUses, type UsedBy } from '@/server/core/trash/uses';

export const usedByProducts: UsedBy = {
  table: 'attribute_value_product',
  column: 'attribute_value_id',
  family: 'products',
  isLink: true,
};

/** Attributes of a shop with their values, which are a family of their own. */
export const attributesService = resourceService(attributes, {
  table: 'attributes',
  policy: ownShop,
  immutableFields: ['shop_id'],
  relations: { shop: { column: 'shop_id', table: 'shops' } },
  usedBy: [{ table: 'attributes_of_products', column: 'attribute_id', family: 'products', isLink: true }],
  virtualFields: ['values'],
  afterSave: async (ctx, id, input, sent) => {
    if (sent.includes('values')) await saveValues(ctx, id, input.values as AttributeInput['values']);
  },
  include: { values: valuesInclude },
  conditions: {
    // An attribute belongs to the groups of the goods that use its values.
    'type.slug': (_eb, value) => sql<SqlBool>`exists (select 1 from attribute_values v
        join attribute_value_product l on l.attribute_value_id = v.id join products p on p.id = l.product_id
        join groups g on g.id = p.type_id
      where v.attribute_id = attributes.id and p.deleted_at is null and g.slug in (${sql.join(value.split(','))}))`,
  },
  present: withNames,
});

/** Replaces the values: rows with an id are kept, missing ones removed. The attribute is locked. */
async function saveValues(ctx: Ctx, attributeId: number, given: AttributeInput['values']): Promise<void> {
  const before = await ctx.db
    .selectFrom('attribute_values')
    .select(['id', 'value', 'meta', 'position'])
    .where('attribute_id', '=', attributeId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const known = new Map(before.map((row) => [row.id, row]));
  const ids = given.flatMap(({ id }) => (id ? [id] : []));
  if (new Set(ids).size < ids.length || ids.some((id) => !known.has(id))) rejectValue('values');
  const placed = given.map(({ id, value, meta }, position) => ({ id, value, meta, position }));
  const gone = before.flatMap(({ id }) => (ids.includes(id) ? [] : id));
  const changed = placed.flatMap(({ id, ...row }) => {
    const old = id ? known.get(id) : undefined;
    const isSame = old && old.value === row.value && old.meta === row.meta && old.position === row.position;
    return old && !isSame ? [{ ...row, id: old.id, isRenamed: old.value !== row.value }] : [];
  });
  const added = placed.flatMap(({ id, ...row }) => (id ? [] : [{ ...row, attribute_id: attributeId }]));
  await removeValues(ctx, gone);
  await updateValues(ctx, changed);
  await insertValues(ctx, added);
}

/** Refuses to remove values that products use. Throws IN_USE. */
async function removeValues(ctx: Ctx, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const { used, uses } = await countUses(ctx, [usedByProducts], ids);
  if (used.size > 0) throw new AppError('IN_USE', { uses });
  await ctx.db
    .updateTable('attribute_values')
    .set({ deleted_at: ctx.now, updated_at: ctx.now, version: sql`version + 1` })
    .where('id', 'in', ids)
    .execute();
}

interface ValueChange {
  id: number;
  value: string;
  meta: string;
  position: number;
  isRenamed: boolean;
}

async function updateValues(ctx: Ctx, changes: ValueChange[]): Promise<void> {
  const renamed = changes.filter(({ isRenamed }) => isRenamed).map(({ id }) => id);
  // Two values may swap texts, so neither may collide with an old text on the way.
  if (renamed.length > 0) {
    await ctx.db
      .updateTable('attribute_values')
      .set({ value: sql`chr(1) || id`, spelling: 1 })
      .where('id', 'in', renamed)
      .execute();
  }
  if (changes.length === 0) return;
  await sql`update attribute_values set value = changed.value, meta = changed.meta, position = changed.position,
      version = version + 1, updated_at = ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as changed (id bigint, value text, meta text, position integer)
    where attribute_values.id = changed.id`.execute(ctx.db);
}

export async function insertValues(
  ctx: Ctx,
  values: readonly Pick<OwnValue & { position: number }, 'attribute_id' | 'value' | 'meta' | 'position'>[],
): Promise<void> {
  const batch = 1000;
  for (let from = 0; from < values.length; from += batch) {
    const rows = values.slice(from, from + batch).map((row) => ({
      ...row,
      slug: toSlug(row.value) || 'value',
      created_at: ctx.now,
      updated_at: ctx.now,
    }));
    await ctx.db.insertInto('attribute_values').values(rows).execute();
  }
}

/** Positions after the last value of each attribute, those in the trash included; 0 for attributes without values. */
export async function nextPositions(ctx: Ctx, attributeIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await ctx.db
    .selectFrom('attribute_values')
    .select(['attribute_id', sql<number>`max(position) + 1`.as('next')])
    .where('attribute_id', '=', sql<number>`any(${[...attributeIds]}::bigint[])`)
    .groupBy('attribute_id')
    .execute();
  return new Map(rows.map((row) => [row.attribute_id, row.next]));
}

function valuesInclude(ctx: Ctx, ids: Ids) {
  return sql`select attribute_id as id, jsonb_agg(jsonb_build_object('id', id, 'slug', slug,
      'attribute_id', attribute_id, 'value', ${localizedValue(ctx)}, 'meta', meta, 'language', ${ctx.locale}::text)
      order by position, id) as value
    from attribute_values where attribute_id = any(${ids}) and deleted_at is null
    group by attribute_id`;
}

function localizedValue(ctx: Ctx) {
  return ctx.locale === defaultLanguage
    ? sql<string>`value`
    : sql<string>`coalesce(translations -> ${ctx.locale} ->> 'value', value)`;
}

async function withNames(_ctx: Ctx, rows: JsonRecord[]): Promise<JsonRecord[]> {
  return rows.map((row) => ({
    ...row,
    full_name: fullName(String(row.name), row.shop as Stub | null),
    values: row.values ?? [],
  }));
}

/** `Цвет (Shop)`: distinguishes attributes of different shops. */
export function fullName(name: string, shop: Stub | null | undefined): string {
  return shop ? `${name} (${shop.name})` : name;
}

/** Values by attribute, in the default language. */
export async function loadAttributeValues(
  ctx: Ctx,
  attributes: readonly { id: number }[],
): Promise<Map<number, Pick<OwnValue, 'value' | 'meta'>[]>> {
  if (attributes.length === 0) return new Map();
  const ids = attributes.map(({ id }) => id);
  const rows = await ctx.db
    .selectFrom('attribute_values')
    .select(['attribute_id', 'value', 'meta'])
    .where('attribute_id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('attribute_id')
    .orderBy('position')
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, (row) => row.attribute_id);
}
