import { sql } from 'kysely';
import { attributes } from '@/contract/catalogue/attributes';
import { attributeSchema, maxValues, valueError, valueKey } from '@/contract/catalogue/attributes/schema';
import type { Ctx } from '@/server/core/context';
import { freeSlugs } from '@/server/core/resource/slugs';
import { insertValues } from '../attributes/attributes';
import type { Job } from './job';

export type Option = { name: string; value: string };

/** An attribute of the shop, and its values by their keys. */
export interface KnownAttribute {
  id: number;
  name: string;
  values: Map<string, { id: number; value: string }>;
}

/** The shop's attributes by the key of their name. */
export type Dictionary = Map<string, KnownAttribute>;

/** The shop's attributes that are named, with the values that are; of several of one name the oldest. */
export async function findAttributes(ctx: Ctx, job: Job, options: readonly Option[]): Promise<Dictionary> {
  if (options.length === 0) return new Map();
  const names = [...new Set(options.map(({ name }) => valueKey(name)))];
  const values = [...new Set(options.map(({ value }) => valueKey(value)))];
  const { rows } = await sql<{ id: number; name: string; value_id: number | null; value: string | null }>`
    select a.id, a.name, v.id as value_id, v.value
    from attributes a left join attribute_values v on v.attribute_id = a.id and v.deleted_at is null
      and lower(v.value collate "und-x-icu") = any(${values}::text[])
    where a.shop_id = ${job.shopId} and a.deleted_at is null
      and lower(a.name collate "und-x-icu") = any(${names}::text[])
    order by a.id, v.id`.execute(ctx.db);
  const found: Dictionary = new Map();
  for (const { id, name, value_id, value } of rows) {
    const known = found.get(valueKey(name)) ?? { id, name, values: new Map() };
    found.set(valueKey(name), known);
    if (known.id === id && value_id !== null && value !== null) {
      known.values.set(valueKey(value), { id: value_id, value });
    }
  }
  return found;
}

/** Makes the attributes and values that the shop lacks, and adds them to what is known. */
export async function makeAttributes(
  ctx: Ctx,
  job: Job,
  known: Dictionary,
  options: readonly Option[],
): Promise<void> {
  const missing = onceEach(options.filter(({ name }) => !known.has(valueKey(name))));
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name);
    const slugs = await freeSlugs(ctx, attributes, 'attributes', names);
    const rows = names.map((name, index) => ({ name, slug: slugs[index] ?? '', shop_id: job.shopId }));
    const made = await ctx.db.insertInto('attributes').values(rows).returning(['id', 'name']).execute();
    for (const { id, name } of made) known.set(valueKey(name), { id, name, values: new Map() });
  }
  const added = new Map<string, { attribute_id: number; value: string; meta: string }>();
  for (const { name, value } of options) {
    const attribute = known.get(valueKey(name));
    if (!attribute || attribute.values.has(valueKey(value))) continue;
    added.set(`${attribute.id} ${valueKey(value)}`, { attribute_id: attribute.id, value, meta: value });
  }
  if (added.size === 0) return;
  const next = await positionsAfter(ctx, [...added.values()]);
  await insertValues(
    ctx,
    [...added.values()].map((row) => ({ ...row, position: next(row.attribute_id) })),
  );
  const stored = await findAttributes(ctx, job, options);
  for (const [key, attribute] of stored) known.set(key, attribute);
}

/** What is wrong with the name of an attribute or with a value that would be made; undefined when nothing is. */
export function optionError(known: Dictionary, { name, value }: Option): string | undefined {
  const attribute = known.get(valueKey(name));
  if (attribute?.values.has(valueKey(value))) return undefined;
  if (!attribute && !nameSchema.isValidSync({ name })) return 'error-import-option-name';
  if ((attribute?.values.size ?? 0) >= maxValues) return 'error-too-many-values';
  return valueError(value);
}

const nameSchema = attributeSchema.pick(['name']);

function onceEach(options: readonly Option[]): Option[] {
  return [...new Map(options.map((option) => [valueKey(option.name), option])).values()];
}

async function positionsAfter(ctx: Ctx, rows: readonly { attribute_id: number }[]) {
  const ids = [...new Set(rows.map((row) => row.attribute_id))];
  const found = await ctx.db
    .selectFrom('attribute_values')
    .select(['attribute_id', sql<number>`max(position) + 1`.as('next')])
    .where('attribute_id', '=', sql<number>`any(${ids}::bigint[])`)
    .groupBy('attribute_id')
    .execute();
  const next = new Map(found.map((row) => [row.attribute_id, row.next]));
  return (id: number) => {
    const position = next.get(id) ?? 0;
    next.set(id, position + 1);
    return position;
  };
}
