import { type SqlBool, sql } from 'kysely';
import { skuKey } from '@/contract/catalogue/products/sku';
import { inOtherLayout } from '@/contract/core/keyboard';
import type { SearchResult } from '@/contract/insights/everything';
import { type Ctx, isAdmin } from '@/server/core/context';
import { wordsSearched } from '@/server/core/db/search';
import { catalogueShopIds, productPolicy } from '@/server/modules/catalogue/products/policy';
import type { SearchInput } from './search-input';

/** Maximum index matches to inspect. */
const maxLines = 60;

/** Editable products by name, SKU, barcode or slug: exact matches first, then prefixes, then by sales. */
export async function searchProducts(
  ctx: Ctx,
  { text, reading, limit }: SearchInput,
): Promise<SearchResult[]> {
  const shops = isAdmin(ctx) ? null : catalogueShopIds(ctx);
  if (shops?.length === 0) return [];
  const said = wordsSearched(text, reading);
  const inShops = shops === null ? sql`` : sql` and shop_id = any(${shops}::bigint[])`;
  const exactly = sql<SqlBool>`products.id in (
    select product_id from product_skus where key = any(${numbersOf(text)}::text[])${inShops}
    union all select id from products where slug = ${text.toLowerCase()})`;
  const saying = !said
    ? sql<SqlBool>`false`
    : // MATERIALIZED plans the subquery as if all rows were wanted, so the index is used, yet reading stops at the limit.
      sql<SqlBool>`products.id in (with said as materialized (select product_id from product_search
          where ${said} and deleted_at is null${inShops})
          select product_id from said limit ${sql.lit(maxLines)})`;
  const own = productPolicy(ctx, 'write');
  const find = (condition: typeof exactly) =>
    ctx.db
      .selectFrom('products')
      .innerJoin('shops', 'shops.id', 'products.shop_id')
      .select(['products.id', 'products.name', 'products.slug', 'products.sku', 'products.status'])
      .select(['shops.name as shop', 'shops.slug as shop_slug'])
      .select(sql<string | null>`products.image ->> 'thumbnail'`.as('picture'))
      .where('products.deleted_at', 'is', null)
      .where((eb) => own?.(eb) ?? eb.lit(true))
      .where(condition)
      .orderBy(sql`starts_with(lower(products.name), ${text.toLowerCase()})`, 'desc')
      .orderBy(sql`products.status = 'publish'`, 'desc')
      .orderBy('products.sold_quantity', 'desc')
      .orderBy('products.id', 'desc')
      .limit(limit)
      .execute();
  const [exact, others] = await Promise.all([find(exactly), find(saying)]);
  const rows = [...new Map([...exact, ...others].map((row) => [row.id, row])).values()].slice(0, limit);
  return rows.map((row) => ({
    id: row.id,
    title: row.name,
    subtitle: [row.shop, row.sku].filter(Boolean).join(' · '),
    picture: row.picture,
    path: `${shops === null ? '' : `/${encodeURIComponent(row.shop_slug)}`}/products/${encodeURIComponent(row.slug)}`,
    status: row.status,
    amount: null,
    at: null,
  }));
}

/** A number as it was typed and in the other keyboard layout, by its key. */
function numbersOf(text: string): string[] {
  return [...new Set([text, inOtherLayout(text) ?? text].map(skuKey))];
}
