import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { effectivePrice } from '@/contract/catalogue/products/sale-price';
import { skuKey } from '@/contract/catalogue/products/sku';
import type { Attachment } from '@/contract/core/define';
import type { TillGood, TillGoods } from '@/contract/orders/till';
import type { Ctx, UserCtx } from '@/server/core/context';
import { firstFound } from '@/server/core/db/search';
import { rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { readWhole } from '@/server/core/numbers';
import { loadListExtras } from '@/server/modules/catalogue/products/product-deals';
import { matchesSearchBox } from '@/server/modules/catalogue/products/product-search';
import { sellingShop } from './till-shop';

/** Products of a page; fewer where they have many variations, about `fullPage` rows in all. */
const pageSize = 60;
const fullPage = 1020;

/**
 * `GET till/{shop}/goods?search&category&in_stock&page`: goods on sale, each variation on its own, those of a product
 * together and never on two pages; bestsellers first, out of stock last, or left out. Throws NOT_FOUND,
 * VALIDATION_FAILED.
 */
export async function listTillGoods(ctx: UserCtx, slug: string, query: JsonRecord): Promise<TillGoods> {
  const shop = await sellingShop(ctx, slug);
  const text = typeof query.search === 'string' ? query.search.trim().slice(0, 200) : '';
  const category = readNumber('category', query.category, null);
  const page = readNumber('page', query.page, 1) ?? 1;
  const isInCategory =
    category === null
      ? sql<SqlBool>`true`
      : sql<SqlBool>`exists (select from category_product l where l.product_id = products.id
          and l.category_id = ${category})`;
  const isShown = query.in_stock === undefined ? sql<SqlBool>`true` : sql<SqlBool>`not ${isOut}`;
  const asked = sql<SqlBool>`${isInCategory} and ${isShown}`;
  const find = (condition: Expression<SqlBool>) =>
    findProducts(ctx, shop?.id ?? null, sql<SqlBool>`${condition} and ${asked}`, page);
  const found =
    text === ''
      ? await find(sql`true`)
      : await firstFound(
          (reading) => find(matchesSearchBox(text, { reading })),
          (rows) => rows.length > 0,
        );
  const ids = sql`${found.map(({ id }) => id)}::bigint[]`;
  const rows = await findGoods(ctx, shop?.id ?? null, {
    condition: sql<SqlBool>`products.id = any(${ids}) and ${isShown}`,
    order: sql`array_position(${ids}, products.id), o.position, o.id`,
  });
  return { data: await priced(ctx, rows), has_more: found.some(({ last }) => page < last) };
}

/**
 * `GET till/{shop}/scan?code`: goods with exactly this barcode or SKU; several when variations share it, none for an
 * unknown code. Throws NOT_FOUND for the shop, VALIDATION_FAILED.
 */
export async function scanTillGoods(ctx: UserCtx, slug: string, code: unknown): Promise<TillGood[]> {
  const shop = await sellingShop(ctx, slug);
  const text = typeof code === 'string' ? code.trim() : '';
  if (text === '' || text.length > 100) rejectValue('code');
  const found = await findGoods(ctx, shop?.id ?? null, {
    condition: sql<SqlBool>`(${isCode('o', text)} or ${isCode('products', text)})`,
    order: sql`${isOut}, products.sold_quantity desc, products.id, o.position, o.id limit ${pageSize}`,
  });
  return priced(ctx, found);
}

/** Scanners print UPC-A with and without its leading zero. */
function isCode(table: 'o' | 'products', code: string) {
  const from = sql.ref(`${table}.barcode`);
  const isBarcode = /^\d{8,14}$/.test(code)
    ? sql`ltrim(${from}, '0') = ltrim(${code}, '0')`
    : sql`${from} = ${code}`;
  const owner = table === 'o' ? sql`o.id in (select variation_id` : sql`products.id in (select product_id`;
  const ofProduct = table === 'o' ? sql`variation_id is not null` : sql`variation_id is null`;
  return sql<SqlBool>`(${isBarcode} or ${owner} from product_skus where key = ${skuKey(code)} and ${ofProduct}))`;
}

interface GoodRow extends Omit<TillGood, 'price' | 'image' | 'shop'> {
  shop: TillGood['shop'] | null;
  price: number | null;
  sale_price: number | null;
  image: Attachment | null;
}

const isOut = sql<SqlBool>`(not products.in_stock or coalesce(o.quantity, products.quantity) <= 0)`;

/** Products and variations that a shop, or every open shop, sells over the counter. */
const fromGoods = (shopId: number | null) => sql`
    from products
      join shops s on s.id = products.shop_id and s.is_active and s.deleted_at is null
      left join variation_options o on o.product_id = products.id and o.deleted_at is null and not o.is_disable
        and not o.is_digital
    where ${shopId === null ? sql`true` : sql`products.shop_id = ${shopId}`} and products.status = 'publish' and products.deleted_at is null
      and not products.is_digital and not products.is_external
      and (products.product_type = 'variable') = (o.id is not null)`;

/** Products of the shop, or of all, of which nothing is in stock. */
export async function countOutOfStock(ctx: Ctx, shopId: number | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from
      (select ${fromGoods(shopId)} group by products.id having bool_and(${isOut})) as hidden`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

/**
 * A page of products, and the number of the last page. Each takes room for its variations: sixty products of two thousand
 * would be too much for one answer.
 */
async function findProducts(
  ctx: Ctx,
  shopId: number | null,
  condition: RawBuilder<SqlBool>,
  page: number,
): Promise<{ id: number; last: number }[]> {
  const room = sql`greatest(count(*), ${fullPage / pageSize}::int)`;
  const place = sql`bool_and(${isOut}), products.sold_quantity desc, products.id`;
  const { rows } = await sql<{ id: number; last: number }>`
    select id, last from (
      select id, place, page, (max(page) over ())::int as last from (
        select id, place, dense_rank() over (order by div(filled, ${fullPage}::int)) as page from (
          select products.id, row_number() over (order by ${place}) as place,
            sum(${room}) over (order by ${place}) - ${room} as filled
          ${fromGoods(shopId)} and ${condition} group by products.id) rooms) pages) paged
    where page = ${page} order by place`.execute(ctx.db);
  return rows;
}

async function findGoods(
  ctx: Ctx,
  shopId: number | null,
  { condition, order }: { condition: RawBuilder<SqlBool>; order: RawBuilder<unknown> },
): Promise<GoodRow[]> {
  const { rows } = await sql<GoodRow>`
    select products.id as product_id, o.id as variation_option_id,
      coalesce(products.translations -> ${ctx.locale} ->> 'name', products.name) as name, o.title as variation,
      products.requires_marking,
      case when o.id is null then products.sku else o.sku end as sku, products.unit,
      coalesce(nullif(o.image, 'null'::jsonb), nullif(products.image, 'null'::jsonb)) as image,
      case when o.id is null then products.price else o.price end as price,
      case when o.id is null then products.sale_price else o.sale_price end as sale_price,
      case when products.in_stock then coalesce(o.quantity, products.quantity) else 0 end as "left",
      ${shopId === null ? sql`json_build_object('id', s.id, 'name', s.name)` : sql`null::json`} as shop
    ${fromGoods(shopId)} and ${condition}
    order by ${order}`.execute(ctx.db);
  return rows;
}

/** Goods without a price cannot be sold. */
async function priced(ctx: Ctx, rows: readonly GoodRow[]): Promise<TillGood[]> {
  const deals = await loadListExtras(ctx, [...new Set(rows.map(({ product_id }) => product_id))]);
  return rows.flatMap(({ price: base, sale_price, image, shop, ...good }) => {
    const price = effectivePrice(base, sale_price, deals.get(good.product_id)?.sales ?? [], ctx.now);
    return price === null
      ? []
      : [{ ...good, price, image: image && (image.thumbnail || image.original), ...(shop && { shop }) }];
  });
}

/** Parses a positive integer of the query. Throws VALIDATION_FAILED for anything else. */
function readNumber(key: string, value: unknown, otherwise: number | null): number | null {
  return value === undefined || value === '' ? otherwise : readWhole(key, value, 1_000_000_000);
}
