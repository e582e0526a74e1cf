import { sql } from 'kysely';
import { valueKey } from '@/contract/catalogue/attributes/schema';
import { products } from '@/contract/catalogue/products';
import type { Changes } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/resource/query';
import { type HeldVariation, waitingOfVariations } from '../moderation/hold-variations';
import { submitChange } from '../moderation/product-reviews';
import type { Job, VariationOutcome } from './job';
import { type Dictionary, makeAttributes } from './options';
import { isHeld } from './plan-rows';
import { recordRows } from './write-rows';

export interface PlannedVariation {
  line: number;
  outcome: VariationOutcome;
}

const columns = {
  price: 'numeric',
  sale_price: 'numeric',
  quantity: 'integer',
  sku: 'text',
  barcode: 'text',
};
const all: Record<string, string> = { ...columns, is_disable: 'boolean', image: 'jsonb' };
const defaults: JsonRecord = { quantity: 0, is_disable: false };

/** Stores what rows do to variations, all at once, with the attributes and values that the shop lacks. */
export async function writeVariations(
  ctx: UserCtx,
  job: Job,
  attributes: Dictionary,
  planned: readonly PlannedVariation[],
): Promise<void> {
  if (planned.length === 0) return;
  const fresh = planned.filter(({ outcome }) => !outcome.before);
  await makeAttributes(
    ctx,
    job,
    attributes,
    fresh.flatMap(({ outcome }) => outcome.options),
  );
  const held = await holdPictures(ctx, job, planned);
  await insertVariations(ctx, job, attributes, fresh);
  await updateVariations(
    ctx,
    planned.filter(({ outcome }) => outcome.before),
  );
  const ids = [...new Set(planned.map(({ outcome }) => outcome.productId))];
  await sql`update products set version = version + 1, updated_at = ${ctx.now}
    where id = any(${ids}::bigint[])`.execute(ctx.db);
  await recordRows(ctx, products.name, entriesOf(planned));
  for (const [id, ofProduct] of held)
    await submitChange(ctx, { id, shop_id: job.shopId }, await waitingOfVariations(ctx, id, ofProduct));
}

/** Takes the pictures of a vendor's products that are on sale out of what is written: they wait for an administrator. */
async function holdPictures(
  ctx: UserCtx,
  job: Job,
  planned: readonly PlannedVariation[],
): Promise<Map<number, HeldVariation[]>> {
  const pictured = planned.filter(({ outcome: { before, values, changes } }) =>
    before ? 'image' in changes : Boolean(values.image),
  );
  if (pictured.length === 0) return new Map();
  const ids = [...new Set(pictured.map(({ outcome }) => outcome.productId ?? 0))];
  const rows = await ctx.db.selectFrom('products').select(['id', 'status']).where('id', 'in', ids).execute();
  const watched = new Set(rows.flatMap((row) => (isHeld(job, row) ? [row.id] : [])));
  const held = pictured.filter(({ outcome }) => watched.has(outcome.productId ?? 0));
  const byProduct = Map.groupBy(held, ({ outcome }) => outcome.productId ?? 0);
  return new Map(
    [...byProduct].map(([id, ofProduct]) => [id, ofProduct.map(({ outcome }) => hold(outcome))]),
  );
}

function hold({ before, values, changes }: VariationOutcome): HeldVariation {
  const { image } = values;
  delete values.image;
  delete changes.image;
  return { id: before && Number(before.id), sku: String(values.sku ?? ''), values: { image: image ?? null } };
}

async function insertVariations(
  ctx: UserCtx,
  job: Job,
  attributes: Dictionary,
  planned: readonly PlannedVariation[],
): Promise<void> {
  if (planned.length === 0) return;
  const rows = planned.map(({ outcome: { productId, title, options, values } }) => ({
    ...filled(values),
    product_id: productId,
    title,
    options,
    chosen: options.map((option) => valueId(attributes, option)),
  }));
  const names = sql.join(Object.keys(all).map((name) => sql.ref(name)));
  const typed = sql.raw(
    Object.entries({ ...all, product_id: 'bigint', title: 'text', options: 'jsonb', chosen: 'bigint[]' })
      .map(([name, type]) => `${name} ${type}`)
      .join(', '),
  );
  const given = sql`rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (${typed}))
    with ordinality as row`;
  await sql`insert into variation_options
      (product_id, shop_id, title, options, value_ids, position, created_at, updated_at, ${names})
    select row.product_id, ${job.shopId}, row.title, row.options,
      array(select one from unnest(row.chosen) as one order by one),
      coalesce((select max(o.position) from variation_options o where o.product_id = row.product_id), 0)
        + row_number() over (partition by row.product_id order by row.ordinality),
      ${ctx.now}, ${ctx.now}, ${sql.join(Object.keys(all).map((name) => sql.ref(`row.${name}`)))}
    from ${given}`.execute(ctx.db);
  // In the order in which they come: the attributes of the first variation, and in each its values.
  await sql`insert into attribute_value_product (product_id, attribute_value_id, position)
    select product_id, value_id,
      coalesce((select max(l.position) from attribute_value_product l where l.product_id = c.product_id), 0)
        + row_number() over (partition by product_id order by place, first)
    from (
      select row.product_id, c.value_id, min(c.place) as place, min(row.ordinality) as first
      from ${given}, unnest(row.chosen) with ordinality as c (value_id, place)
      group by row.product_id, c.value_id
    ) c
    on conflict do nothing`.execute(ctx.db);
}

function valueId(attributes: Dictionary, { name, value }: { name: string; value: string }): number {
  return attributes.get(valueKey(name))?.values.get(valueKey(value))?.id ?? 0;
}

async function updateVariations(ctx: UserCtx, planned: readonly PlannedVariation[]): Promise<void> {
  if (planned.length === 0) return;
  const given = new Set(planned.flatMap(({ outcome }) => Object.keys(outcome.values)));
  const names = Object.keys(all).filter((name) => given.has(name));
  const rows = planned.map(({ outcome: { before = {}, values } }) => ({
    id: before.id,
    ...Object.fromEntries(names.map((name) => [name, name in values ? values[name] : before[name]])),
  }));
  const sets = names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`row.${name}`)}, `);
  const typed = sql.raw(['id bigint', ...names.map((name) => `${name} ${all[name]}`)].join(', '));
  await sql`update variation_options set ${sql.join(sets, sql``)} version = version + 1, updated_at = ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (${typed})
    where variation_options.id = row.id`.execute(ctx.db);
}

function filled(values: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.keys(all).map((name) => [name, values[name] ?? defaults[name] ?? null]));
}

/** One record for each product: `Красный/XL.price` from and to, and SKUs of those that are new. */
function entriesOf(planned: readonly PlannedVariation[]) {
  return [...Map.groupBy(planned, ({ outcome }) => outcome.productId ?? 0)].map(([id, ofProduct]) => {
    const changes: Changes = {};
    for (const { outcome } of ofProduct) {
      if (!outcome.before) changes[`variation_options.${outcome.title}`] = [null, outcome.values.sku];
      else
        for (const [key, pair] of Object.entries(outcome.changes))
          changes[`variation_options.${outcome.title}.${key}`] = pair;
    }
    return { id, action: 'update', changes };
  });
}
