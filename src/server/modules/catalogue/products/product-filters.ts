import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { defaultSettings } from '@/contract/settings';
import { rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/resource/query';
import type { Condition } from '@/server/core/resource/relations';
import { bySearchBox, byValues } from './product-search';

/** That of the settings (migration 0056). */
const threshold = sql`stock_threshold(${defaultSettings.lowStockThreshold}::int)`;

/** Fewer pieces than the product's own threshold, else than that of the settings (reference rules R-053). */
const isLow = sql`((products.low_stock_threshold is null and products.quantity < ${threshold})
  or products.quantity - products.low_stock_threshold < 0)`;

/** Out of stock, or nearly. */
export const isShort = sql<SqlBool>`(products.quantity <= 0 or ${isLow})`;

const stockConditions: Record<string, Expression<SqlBool>> = {
  out: sql<SqlBool>`products.quantity <= 0`,
  low: sql<SqlBool>`(products.quantity > 0 and ${isLow})`,
  enough: sql<SqlBool>`(products.quantity > 0
    and products.quantity >= coalesce(products.low_stock_threshold, ${threshold}))`,
};

/**
 * Search keys and filters of products that are not simply a column (reference rules L-20). A variable product costs from
 * `min_price` to `max_price`, a simple one has both the same; any price between those asked for will do.
 */
export const listConditions: Record<string, Condition> = {
  name: (_eb, value) => bySearchBox(value),
  // A variation's number finds its product.
  sku: (_eb, value) =>
    sql<SqlBool>`products.id in (select product_id from product_skus where sku = ${value})`,
  stock: (eb, value) => eb.or(value.split(',').map((one) => stockConditions[one] ?? rejectValue('stock'))),
  price: (_eb, value) => costs(value),
  price_from: (_eb, value) => costs(`${value},`, 'price_from'),
  price_to: (_eb, value) => costs(`,${value}`, 'price_to'),
  min_price: (_eb, value) => between('min_price', value),
  max_price: (_eb, value) => between('max_price', value),
  'variations.value': (_eb, value) => byValues(value),
};

/** What lists of products are sorted by where that is not the column itself. */
export const listSorts: Record<string, RawBuilder<unknown>> = {
  // Variable products stand where their lowest price does.
  price: sql`products.min_price`,
};

/**
 * `price_from` and `price_to` as the one condition that they are: apart, the planner takes each for half of all products.
 * Throws VALIDATION_FAILED.
 */
export function withPriceRange(query: JsonRecord): JsonRecord {
  const { price_from, price_to, ...rest } = query;
  if (!price_from || !price_to || rest.price !== undefined) return query;
  return {
    ...rest,
    price: `${amountOf('price_from', String(price_from))},${amountOf('price_to', String(price_to))}`,
  };
}

/** Any price from `10,50`; either may be left out. Index `products_prices`. */
function costs(value: string, key = 'price'): Expression<SqlBool> {
  const [from = null, to = null] = pairOf(key, value);
  if (from !== null && to !== null && Number(from) > Number(to)) return sql<SqlBool>`false`;
  return sql<SqlBool>`(products.min_price is not null and
    numrange(products.min_price, products.max_price, '[]') && numrange(${from}::numeric, ${to}::numeric, '[]'))`;
}

/** `10,50` in one column; a single number is the least there may be (reference rules L-14). */
function between(column: 'min_price' | 'max_price', value: string): Expression<SqlBool> {
  const [from, to] = pairOf(column, value);
  const at = sql.ref(`products.${column}`);
  const asked = [
    ...(from ? [sql`${at} >= ${from}::numeric`] : []),
    ...(to ? [sql`${at} <= ${to}::numeric`] : []),
  ];
  return asked.length > 0 ? sql<SqlBool>`(${sql.join(asked, sql` and `)})` : sql<SqlBool>`true`;
}

/** Two amounts with a comma between them; either may be left out. */
function pairOf(key: string, value: string): (string | undefined)[] {
  const parts = value.split(',').map((part) => part.trim());
  if (parts.length > 2) rejectValue(key);
  return parts.map((part) => (part === '' ? undefined : amountOf(key, part)));
}

/** An amount of money as it was written: the database compares it to the kopeck. Anything else is VALIDATION_FAILED. */
function amountOf(key: string, value: string): string {
  return /^\d{1,12}(\.\d{1,6})?$/.test(value) ? value : rejectValue(key);
}
