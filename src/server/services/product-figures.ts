import { sql } from 'kysely';
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
    .select([
      ...(['products.id', 'products.slug', 'products.price as regular_price', 'sale_price'] as const),
      ...(['min_price', 'max_price', 'product_type', 'products.description', 'type_id'] as const),
      ...(['groups.slug as type_slug', 'products.image', 'rated.total as total_rating'] as const),
      ...(['rated.count as rating_count', 'rated.average as actual_rating'] as const),
      inLanguage(ctx, 'products').as('name'),
    ])
    .orderBy('rated.average', 'desc')
    .orderBy('rated.count', 'desc')
    .orderBy('products.id')
    .limit(limitOf(query, 10))
    .execute();
}

/** `GET category-wise-product` (reference entities E91): how many products each category has in each of one's own shops. */
export async function countByCategory(ctx: UserCtx, query: Values): Promise<Values[]> {
  return ofOwnShops(ctx, query)
    .innerJoin('category_product', 'category_product.product_id', 'products.id')
    .innerJoin('categories', 'categories.id', 'category_product.category_id')
    .innerJoin('shops', 'shops.id', 'products.shop_id')
    .where('categories.deleted_at', 'is', null)
    .groupBy(['categories.id', 'shops.id'])
    .select([
      'categories.id as category_id',
      inLanguage(ctx, 'categories').as('category_name'),
      'shops.name as shop_name',
      sql<number>`count(*)::int`.as('product_count'),
    ])
    .orderBy('product_count', 'desc')
    .orderBy('categories.id')
    .orderBy('shops.id')
    .limit(limitOf(query, 15))
    .execute();
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
