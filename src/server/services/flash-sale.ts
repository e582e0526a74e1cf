import { type Expression, type SqlBool, sql } from 'kysely';
import { flashSale } from '@/contract/flash-sale';
import { stateOf } from '@/contract/flash-sale/price';
import type { FlashSale, SaleProduct } from '@/contract/flash-sale/schema';
import type { Page } from '@/contract/paging';
import { type Ctx, isAdmin, type UserCtx } from '../context';
import { AppError } from '../errors';
import type { Policy, RowFilter } from '../policies/own-shop';
import { chooseProducts, refuseOverlap } from './flash-sale-products';
import { dealOf } from './product-deals';
import { productPolicy, productsFor } from './products';
import type { ServiceOptions } from './resource-options';
import type { Values } from './resource-query';
import { type ResourceService, resourceService } from './resource-service';

/** Sales are an administrator's; all others see those that are on or to come (reference rules S-27, §3.18). */
const salePolicy: Policy = (ctx) =>
  isAdmin(ctx)
    ? undefined
    : () => sql<boolean>`(flash_sale.sale_status and flash_sale.end_date > ${ctx.now})`;

const statusOf: Record<string, (now: Date) => Expression<SqlBool>> = {
  finished: (now) => sql<boolean>`end_date <= ${now}`,
  disabled: (now) => sql<boolean>`(end_date > ${now} and not sale_status)`,
  scheduled: (now) => sql<boolean>`(start_date > ${now} and sale_status)`,
  running: (now) => sql<boolean>`(start_date <= ${now} and end_date > ${now} and sale_status)`,
};

/** The engine's service for one request: what is on depends on the moment. Lists leave out the products. */
function salesAt(now: Date, more?: RowFilter, present = presentSales): ResourceService {
  const policy: Policy = (ctx, purpose) => {
    const own = salePolicy(ctx, purpose);
    if (!more || !own) return more ?? own;
    return (eb) => eb.and([own(eb), more(eb)]);
  };
  const options: ServiceOptions = {
    table: 'flash_sale',
    policy,
    conditions: {
      status: (_eb, value) => statusOf[value]?.(now) ?? sql<boolean>`false`,
      // Sales offered to vendors are those to come (reference rules R-177).
      request_from: (_eb, value) =>
        value === 'vendor' ? sql<boolean>`(start_date > ${now} and sale_status)` : sql<boolean>`true`,
      shop_id: () => sql<boolean>`true`,
    },
    onCreate: async (ctx, { start_date }) => {
      // A form has no seconds: the minute that has begun is still now.
      if (Date.parse(String(start_date)) < ctx.now.getTime() - 60_000) {
        throw new AppError('VALIDATION_FAILED', { fields: { start_date: ['error-start-in-past'] } });
      }
      return {};
    },
    afterSave: saveProducts,
    present,
  };
  return resourceService(flashSale, options);
}

async function saveProducts(ctx: Ctx, id: number, input: Values, sent: readonly string[]): Promise<void> {
  if (sent.includes('sale_builder')) {
    await chooseProducts(ctx, id, (input as unknown as FlashSale).sale_builder.product_ids);
  }
  if (sent.includes('start_date') || sent.includes('end_date')) await refuseOverlap(ctx, id);
}

/** Adds the state of each sale and what it holds: one query for any number. */
async function presentSales(ctx: Ctx, rows: Values[]): Promise<Values[]> {
  const { rows: found } = await sql<{ id: number; count: number; chosen: number[] }>`
    select l.flash_sale_id as id, count(*)::int as count,
      coalesce(jsonb_agg(p.id order by p.id) filter (where l.request_id is null), '[]') as chosen
    from flash_sale_products l join products p on p.id = l.product_id and p.deleted_at is null
    where l.flash_sale_id = any(${rows.map((row) => row.id)}::bigint[])
    group by l.flash_sale_id`.execute(ctx.db);
  const held = new Map(found.map((row) => [row.id, row]));
  return rows.map((row) => {
    const { count = 0, chosen = [] } = held.get(row.id as number) ?? {};
    const dates = { start_date: isoOf(row.start_date), end_date: isoOf(row.end_date) };
    return {
      ...row,
      ...dates,
      sale_builder: { ...(row.sale_builder as object), product_ids: chosen },
      status: stateOf({ ...dates, sale_status: row.sale_status === true }, ctx.now),
      products_count: count,
    };
  });
}

function isoOf(moment: unknown): string {
  return moment instanceof Date ? moment.toISOString() : String(moment);
}

/** A sale by itself carries its products, as far as the person may see them. */
const saleAt = (now: Date) => salesAt(now, undefined, presentWithProducts);

async function presentWithProducts(ctx: Ctx, rows: Values[]): Promise<Values[]> {
  const [sale] = await presentSales(ctx, rows);
  return sale ? [{ ...sale, products: await stubsOfSale(ctx, sale.id as number) }] : [];
}

async function stubsOfSale(ctx: Ctx, saleId: number): Promise<SaleProduct[]> {
  const filter = productPolicy(ctx, 'read');
  return ctx.db
    .selectFrom('products')
    .select(['id', 'slug', 'price', 'min_price', 'max_price', 'image', 'product_type'])
    .select(sql<string>`coalesce(translations -> ${ctx.locale} ->> 'name', name)`.as('name'))
    .where('deleted_at', 'is', null)
    .where((eb) => (filter ? filter(eb) : eb.val(true)))
    .where('id', 'in', (eb) =>
      eb.selectFrom('flash_sale_products').select('product_id').where('flash_sale_id', '=', saleId),
    )
    .orderBy('id')
    .execute() as unknown as Promise<SaleProduct[]>;
}

/** Sales: prices follow from them when products are read; nothing here ever writes a price (hazards H-24 … H-26). */
export const flashSaleService: ResourceService = {
  list: (ctx, query) => salesAt(ctx.now).list(ctx, query),
  get: (ctx, key) => saleAt(ctx.now).get(ctx, key),
  create: (ctx, body) => saleAt(ctx.now).create(ctx, body),
  update: (ctx, key, body) => saleAt(ctx.now).update(ctx, key, body),
  remove: (ctx, key) => saleAt(ctx.now).remove(ctx, key),
  async restore(ctx, key) {
    const sale = await saleAt(ctx.now).restore(ctx, key);
    await refuseOverlap(ctx, sale.id as number);
    return sale;
  },
  purge: (ctx, id, typed) => saleAt(ctx.now).purge(ctx, id, typed),
  exportList: (ctx, query) => salesAt(ctx.now).exportList(ctx, query),
  bulkRemove: (ctx, body) => salesAt(ctx.now).bulkRemove(ctx, body),
  bulkSet: (ctx, body) => salesAt(ctx.now).bulkSet(ctx, body),
  async bulkUndo(ctx, id) {
    const answer = await salesAt(ctx.now).bulkUndo(ctx, id);
    const { rows } = await ctx.db
      .selectFrom('bulk_operations')
      .select('rows')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    for (const sale of rows as unknown as { id: number }[]) await refuseOverlap(ctx, sale.id);
    return answer;
  },
};

/** `GET products-by-flash-sale`: a page of a sale's products, each with its price under this very sale. */
export async function productsBySale(ctx: UserCtx, { slug, ...query }: Values): Promise<Page<Values>> {
  const sale = await salesAt(ctx.now).get(ctx, String(slug ?? ''));
  const inSale: RowFilter = () => sql<boolean>`products.id in (
    select product_id from flash_sale_products where flash_sale_id = ${sale.id})`;
  const page = await productsFor(inSale).list(ctx, query);
  const deal = (row: Values) => dealOf(row as never, sale as never, ctx.now);
  return { ...page, data: page.data.map((row) => ({ ...row, flash_sale: deal(row) })) };
}

/** `GET product-flash-sale-info`: the sales that hold one of the person's own products. Throws NOT_FOUND. */
export async function salesOfProduct(ctx: UserCtx, id: number): Promise<Values[]> {
  const filter = productPolicy(ctx, 'write');
  const product = await ctx.db
    .selectFrom('products')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where((eb) => (filter ? filter(eb) : eb.val(true)))
    .executeTakeFirst();
  if (!product) throw new AppError('NOT_FOUND');
  const holding: RowFilter = () => sql<boolean>`flash_sale.id in (
    select flash_sale_id from flash_sale_products where product_id = ${id})`;
  const page = await salesAt(ctx.now, holding).list(ctx, { orderBy: 'start_date', limit: '100' });
  return page.data;
}
