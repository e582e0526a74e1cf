import { type SqlBool, sql } from 'kysely';
import type { CategoryInShop } from '@/contract/insights/analytics';
import type { UserCtx } from '@/server/core/context';
import { rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { countByCategory, countSalesByCategory } from '@/server/modules/catalogue/products/storefront-lists';
import { readScope } from './analytics-scope';

/** The screen shows the first five; a file has this many. */
const most = 100;

interface SoldGoods {
  name: string;
  sku: string | null;
  shop: string;
  sold: number;
}

/**
 * Bestselling published products, of the whole marketplace or of the user's shops. Throws NOT_FOUND for another shop.
 */
export async function bestSold(ctx: UserCtx, query: JsonRecord): Promise<SoldGoods[]> {
  const { isWhole, shopIds } = await readScope(ctx, query);
  const isSeen = isWhole ? sql<SqlBool>`true` : sql<SqlBool>`p.shop_id = any(${[...shopIds]}::bigint[])`;
  const { rows } = await sql<SoldGoods>`
    select coalesce(p.translations -> ${ctx.locale} ->> 'name', p.name) as name, p.sku, s.name as shop,
      p.sold_quantity as sold
    from products p join shops s on s.id = p.shop_id and s.is_active and s.deleted_at is null
    where p.status = 'publish' and p.deleted_at is null and p.sold_quantity > 0 and ${isSeen}
    order by p.sold_quantity desc, p.id limit ${most}`.execute(ctx.db);
  return rows;
}

/**
 * Categories by shop with their sales, or with `by=products` their numbers of products. Throws NOT_FOUND,
 * VALIDATION_FAILED.
 */
export async function bestCategories(
  ctx: UserCtx,
  { by, ...query }: JsonRecord,
): Promise<{ by: 'sales' | 'products'; rows: (CategoryInShop & { figure: number })[] }> {
  const asked = by === undefined || by === '' ? 'sales' : by;
  if (asked !== 'sales' && asked !== 'products') rejectValue('by');
  await readScope(ctx, query);
  const all = { ...query, limit: String(most) };
  if (asked === 'products') {
    const counted = await countByCategory(ctx, all);
    return { by: 'products', rows: counted.map((row) => ({ ...row, figure: row.product_count })) };
  }
  const sold = await countSalesByCategory(ctx, all);
  return { by: 'sales', rows: sold.map((row) => ({ ...row, figure: row.total_sales })) };
}
