import { sql } from 'kysely';
import { valueKey } from '@/contract/catalogue/attributes/schema';
import { combinationKey } from '@/contract/catalogue/products/variations';
import type { Ctx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/resource/query';
import type { Stored } from './find-records';
import type { Job } from './job';
import { findAttributes, type Option } from './options';
import { type Around, namesKey, readOptions, type VariationRow } from './variations';

/** Finds what the variations of a batch are judged by; with `isLocking` stored ones are locked, in the order of their ids. */
export async function findAround(
  ctx: Ctx,
  job: Job,
  stored: Stored,
  rows: readonly VariationRow[],
  isLocking: boolean,
): Promise<Around> {
  const options = new Map(rows.map((one) => [one, readOptions(job, one.row, one.read)]));
  const attributes = await findAttributes(ctx, job, [...options.values()].flat());
  const productIds = [...stored.products].flatMap(([id, row]) =>
    row.product_type === 'variable' ? [id] : [],
  );
  const skuIds = rows.flatMap(({ row: { texts } }) => stored.skus.get(texts.sku ?? '')?.variationId ?? []);
  const combinations = rows.flatMap((one) => {
    const ids = (options.get(one) ?? []).map(
      (option: Option) => attributes.get(valueKey(option.name))?.values.get(valueKey(option.value))?.id,
    );
    return ids.length > 0 && ids.every((id) => id !== undefined)
      ? [ids.sort((a, b) => Number(a) - Number(b))]
      : [];
  });
  const found = await findVariations(ctx, productIds, skuIds, combinations, isLocking);
  return {
    stored,
    attributes,
    byId: new Map(found.map((row) => [Number(row.id), row])),
    byCombination: new Map(
      found.map((row) => [`${Number(row.product_id)} ${combinationKey(row.value_ids as number[])}`, row]),
    ),
    ...(await shapesOf(ctx, productIds)),
    states: await statesOf(ctx, job, rows),
  };
}

async function findVariations(
  ctx: Ctx,
  productIds: readonly number[],
  ids: readonly number[],
  combinations: readonly unknown[],
  isLocking: boolean,
): Promise<JsonRecord[]> {
  if (productIds.length === 0) return [];
  const { rows } = await sql<JsonRecord>`select v.* from variation_options v
    where v.deleted_at is null and v.product_id = any(${productIds}::bigint[]) and v.id in (
      select unnest(${ids}::bigint[])
      union select o.id from variation_options o
        join jsonb_to_recordset(${JSON.stringify(combinations.map((value_ids) => ({ value_ids })))}::jsonb)
          as c (value_ids bigint[]) on o.value_ids = c.value_ids
        where o.deleted_at is null and o.product_id = any(${productIds}::bigint[]))
    order by v.id ${isLocking ? sql`for update of v` : sql``}`.execute(ctx.db);
  return rows;
}

/** What the variations of products differ by, and how many there are. */
async function shapesOf(ctx: Ctx, productIds: readonly number[]) {
  const { rows } = await sql<{ id: number; names: string[]; count: number }>`select p.id,
      array(select distinct a.name from attribute_value_product l
        join attribute_values v on v.id = l.attribute_value_id join attributes a on a.id = v.attribute_id
        where l.product_id = p.id) as names,
      (select count(*)::int from variation_options o where o.product_id = p.id and o.deleted_at is null) as count
    from unnest(${productIds}::bigint[]) as p (id)`.execute(ctx.db);
  return {
    namesOf: new Map(rows.map(({ id, names, count }) => [Number(id), count > 0 ? namesKey(names) : ''])),
    countOf: new Map(rows.map(({ id, count }) => [Number(id), count])),
  };
}

/** What has become of the rows that others name as their product. */
async function statesOf(ctx: Ctx, job: Job, rows: readonly VariationRow[]) {
  const lines = rows.flatMap(({ row: { texts } }) => {
    const { parent = '' } = texts;
    return job.file.bySku.get(parent) ?? job.file.bySlug.get(parent.toLowerCase()) ?? [];
  });
  const found = await ctx.db
    .selectFrom('product_import_rows')
    .select(['line', 'state', 'product_id'])
    .where('import_id', '=', job.id)
    .where('line', '=', sql<number>`any(${[...new Set(lines)]}::int[])`)
    .execute();
  return new Map(found.map((row) => [row.line, { state: row.state, productId: row.product_id }]));
}
