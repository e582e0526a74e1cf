import { type RawBuilder, sql } from 'kysely';
import type { CategoryInShop, CategoryProducts, CategorySales } from '@/contract/analytics';
import { maximumLimit } from '@/contract/paging';
import type { Ctx, UserCtx } from '../context';
import { refuseValue } from '../errors';
import { productPolicy } from '../policies/products';
import { idOf } from './product-shelves';
import type { Values } from './resource-query';

/** `GET top-rate-product` (reference entities E93): the best rated of one's own shops; of equal ones what more people rated. */
export async function topRated(ctx: UserCtx, query: Values): Promise<Values[]> {
  const ratings = sql<{ product_id: number; total: number; count: number; average: number }>`(
    select product_id, sum(rating)::int as total, count(*)::int as count, round(avg(rating), 2) as average
    from reviews where deleted_at is null group by product_id)`.as('rated');
  return ofOwnShops(ctx, query)
    .innerJoin(ratings, (join) => join.onRef('rated.product_id', '=', 'products.id'))
    .innerJoin('groups', 'groups.id', 'products.type_id')
    .innerJoin('shops', 'shops.id', 'products.shop_id')
    .select([
      ...(['products.id', 'products.slug', 'products.price as regular_price', 'sale_price'] as const),
      ...(['min_price', 'max_price', 'product_type', 'products.description', 'type_id'] as const),
      ...(['groups.slug as type_slug', 'products.image', 'rated.total as total_rating'] as const),
      ...(['rated.count as rating_count', 'rated.average as actual_rating'] as const),
      ...(['shops.name as shop_name', 'shops.slug as shop_slug'] as const),
      inLanguage(ctx, 'products').as('name'),
    ])
    .orderBy('rated.average', 'desc')
    .orderBy('rated.count', 'desc')
    .orderBy('products.id')
    .limit(limitOf(query, 10))
    .execute();
}

/** `GET category-wise-product` (reference entities E91): how many products each category has in each of one's own shops. */
export function countByCategory(ctx: UserCtx, query: Values): Promise<CategoryProducts[]> {
  return byCategory(ctx, query, 'product_count', sql<number>`count(*)::int`);
}

/**
 * `GET category-wise-product-sale` (reference entities E92): how many pieces each category sold in each of one's own
 * shops, ever; what was cancelled or came back is not sold.
 */
export function sellByCategory(ctx: UserCtx, query: Values): Promise<CategorySales[]> {
  return byCategory(ctx, query, 'total_sales', sql<number>`sum(products.sold_quantity)::int`);
}

async function byCategory<Key extends 'product_count' | 'total_sales'>(
  ctx: UserCtx,
  query: Values,
  key: Key,
  figure: RawBuilder<number>,
): Promise<(CategoryInShop & Record<Key, number>)[]> {
  // Named after they are counted: a marketplace has more of these pairs than products.
  const counted = ofOwnShops(ctx, query)
    .innerJoin('category_product as l', 'l.product_id', 'products.id')
    .where('l.category_id', 'in', (eb) =>
      eb.selectFrom('categories').select('id').where('deleted_at', 'is', null),
    )
    .groupBy(['l.category_id', 'products.shop_id'])
    .select(['l.category_id', 'products.shop_id', figure.as('figure')])
    .$if(key === 'total_sales', (found) => found.where('products.sold_quantity', '>', 0))
    .orderBy('figure', 'desc')
    .orderBy('l.category_id')
    .orderBy('products.shop_id')
    .limit(limitOf(query, 15));
  const rows = await ctx.db
    .selectFrom(counted.as('counted'))
    .innerJoin('categories', 'categories.id', 'counted.category_id')
    .innerJoin('shops', 'shops.id', 'counted.shop_id')
    .select(['counted.category_id', inLanguage(ctx, 'categories').as('category_name')])
    .select(['categories.slug as category_slug', 'shops.name as shop_name', 'shops.slug as shop_slug'])
    .select('counted.figure')
    .orderBy('counted.figure', 'desc')
    .orderBy('counted.category_id')
    .orderBy('counted.shop_id')
    .execute();
  return rows.map(({ figure: value, ...row }) => Object.assign(row, { [key]: value } as Record<Key, number>));
}

function ofOwnShops(ctx: Ctx, query: Values) {
  const mine = productPolicy(ctx, 'write');
  const shop = idOf('shop_id', query.shop_id);
  return ctx.db
    .selectFrom('products')
    .where('products.deleted_at', 'is', null)
    .where((eb) => mine?.(eb) ?? eb.val(true))
    .$if(shop !== undefined, (found) => found.where('products.shop_id', '=', shop ?? 0));
}

const inLanguage = (ctx: Ctx, table: 'products' | 'categories') =>
  sql<string>`coalesce(${sql.ref(`${table}.translations`)} -> ${ctx.locale} ->> 'name', ${sql.ref(`${table}.name`)})`;

function limitOf({ limit }: Values, otherwise: number): number {
  const asked = idOf('limit', limit) ?? otherwise;
  return asked > 0 ? Math.min(asked, maximumLimit) : refuseValue('limit');
}
