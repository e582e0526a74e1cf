import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { skuKey } from '@/contract/catalogue/products/sku';
import { ownValue } from '@/contract/core/own-value';
import { paceDays } from '@/contract/insights/analytics/home';
import { defaultSettings } from '@/contract/settings';
import { type Ctx, isAdmin } from '@/server/core/context';
import { rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { readWhole, wholeNumber } from '@/server/core/numbers';
import type { CheckedList } from '@/server/core/resource/list-query';
import { type Condition, type RelationTo, refersToSlug } from '@/server/core/resource/relations';
import { hasCharacteristics } from '../characteristics';
import { catalogueShopIds } from '../policy';
import { matchesSearchBox, matchesValues } from '../product-search';

const stockThreshold = sql<number>`stock_threshold(${defaultSettings.lowStockThreshold}::int)`;

/**
 * The threshold of the settings, as a number where the session has read it: the planner needs the value for its
 * estimates.
 */
export const stockThresholdFor = ({ user }: Ctx): RawBuilder<number> =>
  user?.lowStockThreshold === undefined
    ? sql`(select ${stockThreshold})`
    : sql`${user.lowStockThreshold}::int`;

/** Below the product's own threshold, else below that of the settings. */
const isLow = (threshold: RawBuilder<number>) =>
  sql`((products.low_stock_threshold is null and products.quantity < ${threshold})
    or products.quantity - products.low_stock_threshold < 0)`;

export const isOutOrLow = (threshold: RawBuilder<number>) =>
  sql<SqlBool>`(products.quantity <= 0 or ${isLow(threshold)})`;

/** The search key `stock`: some of `out`, `low`, `enough`. Throws VALIDATION_FAILED. */
const hasStock: Condition = (eb, value, ctx) => {
  const threshold = stockThresholdFor(ctx);
  return eb.or(
    value.split(',').map((one) => ownValue(stockConditions, one)?.(threshold) ?? rejectValue('stock')),
  );
};

const stockConditions: Record<string, (threshold: RawBuilder<number>) => Expression<SqlBool>> = {
  out: () => sql<SqlBool>`products.quantity <= 0`,
  low: (threshold) => sql<SqlBool>`(products.quantity > 0 and ${isLow(threshold)})`,
  enough: (threshold) =>
    sql<SqlBool>`(products.quantity > 0 and products.quantity >= coalesce(products.low_stock_threshold, ${threshold}))`,
};

/** True for products in stock whose pieces last at most so many days at the pace of `product_pace`. */
export const endsWithin = (days: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`(products.quantity > 0 and exists (select from product_pace sold where sold.product_id = products.id
    and products.quantity::bigint * ${sql.lit(paceDays)} <= sold.sold::bigint * ${days}::int))`;

/** How fast a shop sells is known to its own people only, although everybody lists its products. */
const endsOwnWithin = (ctx: Ctx, days: number): Expression<SqlBool> =>
  isAdmin(ctx)
    ? endsWithin(days)
    : sql<SqlBool>`(products.shop_id = any(${catalogueShopIds(ctx)}::bigint[])
        and ${endsWithin(days)})`;

function byLinkedSlug(relation: RelationTo, link: 'product_tag'): Condition {
  return (eb, ...asked) =>
    eb(
      'id',
      'in',
      eb
        .selectFrom(link)
        .select('product_id')
        .where(refersToSlug(relation)(eb, ...asked)),
    );
}

const always: Condition = () => sql<boolean>`true`;

const below = (value: string) => sql<number[]>`categories_below(${value.split(',')}::text[])`;

/** Products of categories, by slug or id, descendants included. */
const inCategoriesOf = (ids: RawBuilder<unknown>): Expression<SqlBool> =>
  sql<boolean>`products.id in (select product_id from category_product where category_id = any(${ids}))`;

const inBranch: Condition = (_eb, value) => inCategoriesOf(sql`(select ${below(value)})::bigint[]`);

/**
 * Search keys and filters that are not plain columns. A variable product costs from `min_price` to `max_price`, a
 * simple one has both equal; a range matches when it overlaps.
 */
export const listConditions: Record<string, Condition> = {
  'type.slug': refersToSlug({ column: 'type_id', table: 'groups' }),
  'shop.slug': refersToSlug({ column: 'shop_id', table: 'shops' }),
  'author.slug': refersToSlug({ column: 'author_id', table: 'authors' }),
  'manufacturer.slug': refersToSlug({ column: 'manufacturer_id', table: 'manufacturers' }),
  'tags.slug': byLinkedSlug({ column: 'tag_id', table: 'tags' }, 'product_tag'),
  // By either key of the dialect: what lies below is found, too, as `products_count` says.
  categories: inBranch,
  'categories.slug': inBranch,
  // Evaluated together by `saleFilter`.
  flash_sale_builder: always,
  searchedByUser: always,
  free_from: always,
  free_to: always,
  except_flash_sale: always,
  name: (_eb, value, _ctx, query) => matchesSearchBox(value, query),
  // The SKU of a variation finds its product.
  sku: (_eb, value) =>
    sql<SqlBool>`products.id in (select product_id from product_skus where key = ${skuKey(String(value))})`,
  attribute_id: (_eb, value) => sql<SqlBool>`products.id in (select product_id from attributes_of_products
    where attribute_id = ${wholeNumber(value) ?? 0})`,
  attribute_value_id: (
    _eb,
    value,
  ) => sql<SqlBool>`products.id in (select product_id from attribute_value_product
    where attribute_value_id = ${wholeNumber(value) ?? 0})`,
  characteristics: (_eb, value) => hasCharacteristics(value),
  stock: hasStock,
  ends_within: (_eb, value, ctx) => endsOwnWithin(ctx, readWhole('ends_within', value, 1000)),
  price: (_eb, value) => priceOverlaps(value),
  price_from: (_eb, value) => priceOverlaps(`${value},`, 'price_from'),
  price_to: (_eb, value) => priceOverlaps(`,${value}`, 'price_to'),
  min_price: (_eb, value) => amountBetween('min_price', value),
  max_price: (_eb, value) => amountBetween('max_price', value),
  'variations.value': (_eb, value) => matchesValues(value),
};

/**
 * Conditions of a list that names categories: their ids are read first, because the planner needs them for its
 * estimates.
 */
export async function withCategoryIds(
  ctx: Ctx,
  { search, filters }: CheckedList,
): Promise<typeof listConditions> {
  const values = [...search, { key: 'categories', value: filters.categories ?? '' }]
    .filter(({ key, value }) => key === 'categories' && value !== '')
    .map(({ value }) => value);
  const known = new Map<string, number[]>();
  for (const value of new Set(values)) {
    const { rows } = await sql<{ ids: number[] }>`select ${below(value)} as ids`.execute(ctx.db);
    known.set(value, rows[0]?.ids.map(Number) ?? []);
  }
  if (known.size === 0) return listConditions;
  return {
    ...listConditions,
    categories: (_eb, value) => inCategoriesOf(sql`${known.get(value) ?? []}::bigint[]`),
  };
}

/** Variable products sort by their lowest price. */
export const lowestPrice = sql`products.min_price`;

/**
 * Combines `price_from` and `price_to` into one condition: the planner estimates two separate ones at half of
 * all products each. Throws VALIDATION_FAILED.
 */
export function withPriceRange(query: JsonRecord): JsonRecord {
  const { price_from, price_to, ...rest } = query;
  if (!price_from || !price_to || rest.price !== undefined) return query;
  return {
    ...rest,
    price: `${parseAmount('price_from', String(price_from))},${parseAmount('price_to', String(price_to))}`,
  };
}

/** Price range overlaps `10,50`; either bound may be empty. Uses index `products_prices`. */
function priceOverlaps(value: string, key = 'price'): Expression<SqlBool> {
  const [from = null, to = null] = parseRange(key, value);
  if (from !== null && to !== null && Number(from) > Number(to)) return sql<SqlBool>`false`;
  return sql<SqlBool>`(products.min_price is not null and
    numrange(products.min_price, products.max_price, '[]') && numrange(${from}::numeric, ${to}::numeric, '[]'))`;
}

/** `10,50` of one column; a single number is the minimum. */
function amountBetween(column: 'min_price' | 'max_price', value: string): Expression<SqlBool> {
  const [from, to] = parseRange(column, value);
  const at = sql.ref(`products.${column}`);
  const asked = [
    ...(from ? [sql`${at} >= ${from}::numeric`] : []),
    ...(to ? [sql`${at} <= ${to}::numeric`] : []),
  ];
  return asked.length > 0 ? sql<SqlBool>`(${sql.join(asked, sql` and `)})` : sql<SqlBool>`true`;
}

/** Parses two amounts separated by a comma; either may be empty. Throws VALIDATION_FAILED. */
function parseRange(key: string, value: string): (string | undefined)[] {
  const parts = value.split(',').map((part) => part.trim());
  if (parts.length > 2) rejectValue(key);
  return parts.map((part) => (part === '' ? undefined : parseAmount(key, part)));
}

/** Validates an amount and keeps its text: the database compares exactly. Throws VALIDATION_FAILED. */
function parseAmount(key: string, value: string): string {
  return /^\d{1,12}(\.\d{1,6})?$/.test(value) ? value : rejectValue(key);
}
