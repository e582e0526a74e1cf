import { type SqlBool, sql } from 'kysely';
import { draftStatuses, products } from '@/contract/catalogue/products';
import { maximumLimit, type Page } from '@/contract/core/paging';
import type { CategoryInShop, CategoryProducts, CategorySales } from '@/contract/insights/analytics';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { wholeNumber } from '@/server/core/numbers';
import { checkList } from '@/server/core/resource/list-query';
import type { RowFilter } from '@/server/core/resource/policy';
import { listProducts, productRows } from './list/list-products';
import { isOutOrLow, stockThresholdFor } from './list/product-filters';
import { catalogueShopIds, productPolicy } from './policy';

/** Products of the user's own shops that match. */
function inOwnShops(ctx: Ctx, fits: RowFilter): RowFilter {
  const mine = productPolicy(ctx, 'write');
  return (eb) => eb.and([...(mine ? [mine(eb)] : []), fits(eb)]);
}

/**
 * `GET draft-products`: unpublished products of one's own shops; `user_id` narrows to shops of that owner, `status` to
 * one of the draft statuses.
 */
export function listDrafts(ctx: UserCtx, { user_id, ...query }: JsonRecord): Promise<Page<JsonRecord>> {
  const owner = parseQueryId('user_id', user_id);
  const fits: RowFilter = (eb) =>
    eb.and([
      sql<boolean>`products.status = any(${[...draftStatuses]})`,
      ...(owner === undefined
        ? []
        : [sql<boolean>`products.shop_id in (select id from shops where owner_id = ${owner})`]),
    ]);
  return listProducts(ctx, query, inOwnShops(ctx, fits), { endpoint: 'draft-products' });
}

/** `GET products-stock`: out of stock or low. */
export function listOutOrLow(ctx: UserCtx, query: JsonRecord): Promise<Page<JsonRecord>> {
  return listProducts(ctx, query, outOrLowInOwnShops(ctx), { endpoint: 'products-stock' });
}

/** `GET low-stock-products`: the same as an array, lowest quantity first. */
export function listLowest(ctx: UserCtx, query: JsonRecord): Promise<JsonRecord[]> {
  return listTop(ctx, query, 'quantity', 'asc', outOrLowInOwnShops(ctx));
}

const outOrLowInOwnShops = (ctx: UserCtx): RowFilter =>
  inOwnShops(ctx, () => isOutOrLow(stockThresholdFor(ctx)));

/**
 * `GET popular-products` and `GET best-selling-products`: published products as an array, most sold first.
 * Both count all sales; `range` is validated but not used.
 */
export function listBestSelling(ctx: Ctx, { range, ...query }: JsonRecord): Promise<JsonRecord[]> {
  parseQueryId('range', range);
  const onSale: RowFilter = () => sql<boolean>`(products.status = 'publish' and exists (select 1 from shops
    where shops.id = products.shop_id and shops.is_active and shops.deleted_at is null))`;
  return listTop(ctx, query, 'sold_quantity', 'desc', onSale);
}

/** Ten products, or `limit`; `type_id`, `type_slug`, `shop_id` and search keys narrow the list. */
async function listTop(
  ctx: Ctx,
  { limit = '10', type_id, type_slug = '', ...query }: JsonRecord,
  orderBy: string,
  sortedBy: 'asc' | 'desc',
  fits: RowFilter,
): Promise<JsonRecord[]> {
  const group = parseQueryId('type_id', type_id);
  const narrow: RowFilter = (eb) =>
    group === undefined ? fits(eb) : eb.and([fits(eb), eb('type_id', '=', group)]);
  const asked = checkList(products, { ...query, limit, 'type.slug': type_slug, orderBy, sortedBy }, ctx);
  return productRows(ctx, asked, narrow);
}

/** Parses an integer of a query; undefined when absent. Throws VALIDATION_FAILED. */
export function parseQueryId(key: string, value: unknown): number | undefined {
  if (value === undefined || value === '' || value === 'undefined' || value === 'null') return undefined;
  return wholeNumber(value) ?? rejectValue(key);
}

/** `GET top-rate-product`: best rated products of one's own shops; ties by number of ratings. */
export async function listTopRated(ctx: UserCtx, query: JsonRecord): Promise<JsonRecord[]> {
  const ratings = sql<{ product_id: number; total: number; count: number; average: number }>`(
    select product_id, sum(rating)::int as total, count(*)::int as count, round(avg(rating), 2) as average
    from reviews where deleted_at is null group by product_id)`.as('rated');
  return selectOwn(ctx, query)
    .innerJoin(ratings, (join) => join.onRef('rated.product_id', '=', 'products.id'))
    .innerJoin('groups', 'groups.id', 'products.type_id')
    .innerJoin('shops', 'shops.id', 'products.shop_id')
    .select([
      'products.id',
      'products.slug',
      'products.price as regular_price',
      'sale_price',
      'min_price',
      'max_price',
      'product_type',
      'products.description',
      'type_id',
      'groups.slug as type_slug',
      'products.image',
      'rated.total as total_rating',
      'rated.count as rating_count',
      'rated.average as actual_rating',
      'shops.name as shop_name',
      'shops.slug as shop_slug',
      inLanguage(ctx, 'products').as('name'),
    ])
    .orderBy('rated.average', 'desc')
    .orderBy('rated.count', 'desc')
    .orderBy('products.id')
    .limit(parseLimit(query, 10))
    .execute();
}

/** `GET category-wise-product`: number of products per category and own shop. */
export async function countByCategory(ctx: UserCtx, query: JsonRecord): Promise<CategoryProducts[]> {
  const rows = await topCategoryCounts(ctx, query, 'products');
  return rows.map(({ figure, ...row }) => ({ ...row, product_count: figure }));
}

/**
 * `GET category-wise-product-sale`: pieces ever sold per category and own shop, without cancelled and returned ones.
 */
export async function countSalesByCategory(ctx: UserCtx, query: JsonRecord): Promise<CategorySales[]> {
  const rows = await topCategoryCounts(ctx, query, 'sold');
  return rows.map(({ figure, ...row }) => ({ ...row, total_sales: figure }));
}

/**
 * Top counts by category and shop. Unsummed rows can move a pair up or down, so those pairs are always counted, with as
 * many more of the summed ones.
 */
async function topCategoryCounts(
  ctx: UserCtx,
  query: JsonRecord,
  key: 'products' | 'sold',
): Promise<(CategoryInShop & { figure: number })[]> {
  const limit = parseLimit(query, 15);
  const shop = parseQueryId('shop_id', query.shop_id);
  const own = isAdmin(ctx) ? undefined : catalogueShopIds(ctx);
  const shops = shop === undefined ? own : [shop].filter((id) => own?.includes(id) ?? true);
  const isOwn = shops ? sql<SqlBool>`shop_id = any(${shops}::bigint[])` : sql<SqlBool>`true`;
  const figure = sql.ref(key);
  const isThere = sql<SqlBool>`category_id in (select id from categories where deleted_at is null)`;
  const { rows } = await sql<CategoryInShop & { figure: number }>`
    with fresh as (select distinct category_id, shop_id from category_counts where not is_summed and ${isOwn}),
    best as (select category_id, shop_id from category_counts where is_summed and ${isOwn} and ${isThere}
      order by ${figure} desc, category_id, shop_id limit ${limit}::int + (select count(*) from fresh)),
    -- Each pair by its index: how few there are the planner does not know.
    counted as (select category_id, shop_id, total.figure from (select * from fresh union select * from best) pairs
      cross join lateral (select sum(${figure})::int as figure from category_counts s
        where s.category_id = pairs.category_id and s.shop_id = pairs.shop_id) total
      where ${isThere} and total.figure > 0 order by 3 desc, 1, 2 limit ${limit})
    select counted.category_id, ${inLanguage(ctx, 'categories')} as category_name, categories.slug as category_slug,
      shops.name as shop_name, shops.slug as shop_slug, counted.figure
    from counted join categories on categories.id = counted.category_id join shops on shops.id = counted.shop_id
    order by counted.figure desc, counted.category_id, counted.shop_id`.execute(ctx.db);
  return rows;
}

function selectOwn(ctx: Ctx, query: JsonRecord) {
  const mine = productPolicy(ctx, 'write');
  const shop = parseQueryId('shop_id', query.shop_id);
  return ctx.db
    .selectFrom('products')
    .where('products.deleted_at', 'is', null)
    .where((eb) => mine?.(eb) ?? eb.val(true))
    .$if(shop !== undefined, (found) => found.where('products.shop_id', '=', shop ?? 0));
}

const inLanguage = (ctx: Ctx, table: 'products' | 'categories') =>
  sql<string>`coalesce(${sql.ref(`${table}.translations`)} -> ${ctx.locale} ->> 'name', ${sql.ref(`${table}.name`)})`;

/** Rows of an array. Throws VALIDATION_FAILED. */
export function parseLimit({ limit }: JsonRecord, otherwise: number): number {
  const asked = parseQueryId('limit', limit) ?? otherwise;
  return asked > 0 ? Math.min(asked, maximumLimit) : rejectValue('limit');
}
