import { type RawBuilder, sql } from 'kysely';
import { products } from '@/contract/catalogue/products';
import {
  type BulkStepAnswer,
  type PriceChangeInput,
  toPriceChange,
} from '@/contract/catalogue/products/bulk';
import type { PriceChange, PriceChangePreview } from '@/contract/catalogue/products/price-change';
import { buildTarget } from '@/server/core/bulk/bulk-service';
import type { UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import type { ServiceOptions } from '@/server/core/resource/options';
import type { AnyDb } from '@/server/core/resource/rows';
import { lockNextStep } from './bulk-products';

/** Variations listed in one audit entry. */
const maxNamed = 50;

/** A changed price, rounded half up in exact arithmetic; null when it is not a valid price. */
function changedSql(price: RawBuilder<unknown>, { by, value, roundTo }: PriceChange): RawBuilder<unknown> {
  const exact =
    by === 'percent'
      ? sql`(${price} * (100 + round(${value}::numeric, 2)) / 100)`
      : sql`(${price} + round(${value}::numeric, 2))`;
  const rounded = sql`(floor(${exact} / ${roundTo}::numeric + 0.5) * ${roundTo}::numeric)`;
  return sql`case when ${exact} > 0 and ${rounded} > 0 and ${rounded} <= 1000000000 then ${rounded} end`;
}

/** New price and sale price; `is_refused` when invalid, `is_same` when unchanged. */
function pricesAfter(change: PriceChange): RawBuilder<unknown> {
  if (change.target === 'clear-discount') {
    return sql`price as new_price, null::numeric as new_sale, false as is_refused, sale_price is null as is_same`;
  }
  const changed = changedSql(sql`price`, change);
  if (change.target === 'discount') {
    return sql`price as new_price, ${changed} as new_sale, coalesce(${changed} >= price, true) as is_refused,
      ${changed} is not distinct from sale_price as is_same`;
  }
  return sql`${changed} as new_price, sale_price as new_sale, coalesce(${changed} <= sale_price, ${changed} is null) as is_refused,
    ${changed} is not distinct from price as is_same`;
}

interface ChangedPrice {
  id: number;
  variation_id: number | null;
  title: string | null;
  price: number;
  sale_price: number | null;
  new_price: number;
  new_sale: number | null;
  version: number;
}

/** Prices of simple products and of variations, with their new values. */
const selectPrices = (ids: RawBuilder<unknown>, change: PriceChange) => sql`
  select one.*, ${pricesAfter(change)} from (
    select p.id, null::bigint as variation_id, null::text as title, p.price, p.sale_price, p.version
    from products p where p.id in (${ids}) and p.product_type = 'simple' and p.price is not null
    union all
    select v.product_id, v.id, v.title, v.price, v.sale_price, v.version
    from variation_options v join products p on p.id = v.product_id
    where v.product_id in (${ids}) and p.product_type = 'variable' and v.deleted_at is null
  ) as one`;

/** `POST products/bulk/price`: changes the prices of one step, or returns a preview. */
export async function bulkPrices(
  options: ServiceOptions,
  ctx: UserCtx,
  body: JsonRecord,
  input: PriceChangeInput,
): Promise<BulkStepAnswer | PriceChangePreview> {
  const change = toPriceChange(input);
  if (body.preview === true) return previewPrices(options, ctx, body, change);
  const { rows, record } = await lockNextStep(options, ctx, body, 'price');
  const ids = sql`select unnest(${rows.map(({ id }) => id)}::bigint[])`;
  // Variations are locked too, in id order, as in orders that take stock.
  await sql`select id from variation_options where product_id in (${ids}) and deleted_at is null order by id for update`.execute(
    ctx.db,
  );
  const { rows: found } = await sql<
    ChangedPrice & { is_refused: boolean; is_same: boolean }
  >`${selectPrices(ids, change)} order by id, variation_id`.execute(ctx.db);
  const changed = found.filter((one) => !one.is_refused && !one.is_same);
  await writePrices(ctx, changed);
  const byProduct = [...Map.groupBy(changed, ({ id }) => id)];
  const concerned = new Set(found.filter((one) => one.is_refused || !one.is_same).map(({ id }) => id));
  return record(
    byProduct.map(([id, prices]) => ({ id, before: pricesBefore(prices), changes: priceChanges(prices) })),
    { prices_refused: found.filter((one) => one.is_refused).length, same: rows.length - concerned.size },
  );
}

async function writePrices(ctx: UserCtx, changed: readonly ChangedPrice[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
    as c (id bigint, variation_id bigint, new_price numeric, new_sale numeric)`;
  await sql`update variation_options v set price = c.new_price, sale_price = c.new_sale, version = v.version + 1,
      updated_at = ${ctx.now} from ${given} where v.id = c.variation_id`.execute(ctx.db);
  await sql`update products p set price = c.new_price, sale_price = c.new_sale, version = p.version + 1,
      updated_at = ${ctx.now} from ${given} where p.id = c.id and c.variation_id is null`.execute(ctx.db);
  await sql`update products p set version = p.version + 1, updated_at = ${ctx.now}
    where p.id in (select c.id from ${given} where c.variation_id is not null)`.execute(ctx.db);
}

function pricesBefore(prices: readonly ChangedPrice[]): JsonRecord {
  const variations = prices
    .filter(({ variation_id }) => variation_id !== null)
    .map(({ variation_id, version, price, sale_price }) => ({
      id: variation_id,
      version: version + 1,
      price,
      sale_price,
    }));
  const [own] = prices;
  return own && own.variation_id === null ? { price: own.price, sale_price: own.sale_price } : { variations };
}

/** `price`, or `variation_options.<title>.price`, as `[before, after]`. */
function priceChanges(prices: readonly ChangedPrice[]): Record<string, [unknown, unknown]> {
  return Object.fromEntries(
    prices.slice(0, maxNamed).flatMap(({ title, price, sale_price, new_price, new_sale }) => {
      const at = title === null ? '' : `variation_options.${title}.`;
      return [
        ...(price !== new_price ? [[`${at}price`, [price, new_price]]] : []),
        ...(sale_price !== new_sale ? [[`${at}sale_price`, [sale_price, new_sale]]] : []),
      ];
    }),
  );
}

async function previewPrices(
  options: ServiceOptions,
  ctx: UserCtx,
  body: JsonRecord,
  change: PriceChange,
): Promise<PriceChangePreview> {
  const target = (ctx.db as AnyDb)
    .selectFrom('products')
    .select('id')
    .where((eb) => buildTarget(products, options, ctx, body, eb));
  const prices = selectPrices(sql`select t.id from target t`, change);
  const { rows } = await sql<{
    totals: Omit<PriceChangePreview, 'samples'>;
    samples: PriceChangePreview['samples'] | null;
  }>`
    with target as materialized (${target}), prices as materialized (${prices})
    select
      (select jsonb_build_object(
        'products', count(distinct id) filter (where not is_refused and not is_same),
        'prices', count(*) filter (where not is_refused and not is_same),
        'refused', count(*) filter (where is_refused)) from prices) as totals,
      (select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'before', s.before, 'after', s.after)) from (
        select p.id, p.name || coalesce(' · ' || c.title, '') as name,
          case when ${change.target} = 'price' then c.price else coalesce(c.sale_price, c.price) end as before,
          case when c.is_refused then null when ${change.target} = 'price' then c.new_price
            else coalesce(c.new_sale, c.new_price) end as after
        from prices c join products p on p.id = c.id order by c.is_refused, c.id, c.variation_id limit 5) as s) as samples`.execute(
    ctx.db,
  );
  const [found] = rows;
  return { ...(found?.totals ?? { products: 0, prices: 0, refused: 0 }), samples: found?.samples ?? [] };
}
