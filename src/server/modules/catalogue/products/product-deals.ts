import { sql } from 'kysely';
import {
  bestDeal,
  type DatedSale,
  dealPrice,
  deriveSaleState,
  effectivePrice,
  isLive,
  type SaleTerms,
} from '@/contract/catalogue/products/sale-price';
import type { Product, ProductDeal } from '@/contract/catalogue/products/schema';
import type { Stub } from '@/contract/core/define';
import { defaultSettings } from '@/contract/settings';
import type { Ctx } from '@/server/core/context';
import { prepared } from '@/server/core/db/prepared';
import { type Ids, type Include, toIdArray } from '@/server/core/resource/relations';
import { mayEditProducts } from './policy';

/** A sale of a product, in the shape of the query below. */
export type SaleOfProduct = DatedSale & { title: string; slug: string; sale_status: boolean };

export interface ListExtras {
  id: number;
  type: Stub | null;
  shop: Stub | null;
  sales: SaleOfProduct[] | null;
  /** Distinct pairs of price and own sale price of enabled variations; null when no sale is live. */
  prices: [number, number | null][] | null;
  low_at: number;
  ratings: number;
  variations_count: number;
  has_waiting_change: boolean;
  in_wishlist: boolean;
}

export type ProductPrices = Pick<Product, 'price' | 'sale_price' | 'min_price' | 'max_price' | 'shop_id'>;

const maxDiscount = sql`coalesce((select (options ->> 'maxSaleDiscount')::numeric from settings limit 1),
  ${defaultSettings.maxSaleDiscount}::numeric)`;

/** How a storefront shows goods of group `g`; the blocks of the group's home page are left out. */
const layout = sql`json_build_object('isHome', coalesce(g.settings -> 'isHome', 'false'),
  'layoutType', coalesce(g.settings ->> 'layoutType', 'classic'),
  'productCard', coalesce(g.settings ->> 'productCard', 'helium'))`;

/** Selects id, group, shop, stock threshold, and live or upcoming sales of products: the only query of their sales. */
const selectListExtras = (ctx: Ctx, ids: Ids) => sql<ListExtras>`select p.id,
      case when g.id is not null then json_build_object('id', g.id, 'slug', g.slug,
        'name', coalesce(g.translations -> ${ctx.locale} ->> 'name', g.name), 'settings', ${layout}) end as type,
      json_build_object('id', s.id, 'name', s.name, 'slug', s.slug, 'logo', s.logo) as shop,
      (select json_agg(json_build_object('id', f.id, 'slug', f.slug, 'type', f.type, 'rate', f.rate,
          'title', coalesce(f.translations -> ${ctx.locale} ->> 'title', f.title), 'sale_status', f.sale_status,
          'start_date', f.start_date, 'end_date', f.end_date, 'min_price', c.min_price,
          -- What a shop agreed to is not widened by a later setting.
          'max_discount', least(c.max_discount, ${maxDiscount})) order by f.start_date, f.id)
        from flash_sale_products l join flash_sale f on f.id = l.flash_sale_id
          join flash_sale_consents c on c.id = l.consent_id and c.ended_at is null
        where l.product_id = p.id and f.deleted_at is null and f.sale_status and f.end_date > ${ctx.now}) as sales,
      case when p.product_type = 'variable' and exists (select 1
          from flash_sale_products l join flash_sale f on f.id = l.flash_sale_id
          where l.product_id = p.id and f.deleted_at is null and f.sale_status and f.start_date <= ${ctx.now}
            and f.end_date > ${ctx.now})
        then (select jsonb_agg(distinct jsonb_build_array(v.price, v.sale_price)) from variation_options v
          where v.product_id = p.id and v.deleted_at is null and not v.is_disable) end as prices,
      coalesce(p.low_stock_threshold, (select (options ->> 'lowStockThreshold')::int from settings limit 1),
        ${defaultSettings.lowStockThreshold}::int) as low_at,
      (select coalesce(round(avg(rating), 2), 0) from reviews
        where product_id = p.id and deleted_at is null) as ratings,
      case when p.product_type = 'variable' then (select count(*)::int from variation_options v
        where v.product_id = p.id and v.deleted_at is null) else 0 end as variations_count,
      exists (select 1 from product_reviews r
        where r.product_id = p.id and r.decision is null and r."values" is not null) as has_waiting_change,
      exists (select 1 from wishlists w
        where w.user_id = ${ctx.user?.id ?? 0} and w.product_id = p.id) as in_wishlist
    from products p
      join shops s on s.id = p.shop_id
      left join groups g on g.id = p.type_id
    where p.id = any(${ids})`;

/** What lists show with each product, by its id, in one query. */
export async function loadListExtras(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ListExtras>> {
  if (ids.length === 0) return new Map();
  const { rows } =
    await sql<ListExtras>`select ${prepared} * from (${selectListExtras(ctx, toIdArray(ids))}) extras`.execute(
      ctx.db,
    );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The same as an include of the rows of a list, for `presentListed`. */
export const listExtras: Include = (ctx, ids) =>
  sql`select extras.id, row_to_json(extras) as value from (${selectListExtras(ctx, ids)}) extras`;

/** Effective prices and the live or next sale of a product (rules/catalogue: prices under a sale are derived). */
export function effectivePrices(
  ctx: Ctx,
  product: ProductPrices,
  extras: Pick<ListExtras, 'sales' | 'prices'> | undefined,
) {
  const sales = extras?.sales ?? [];
  const base = product.price ?? product.min_price;
  const live = sales.filter((sale) => isLive(sale, ctx.now));
  const sale = bestDeal(base, sales, ctx.now)?.sale ?? live[0] ?? sales[0];
  const effective = effectivePrice(product.price, product.sale_price, sales, ctx.now);
  const paid = effective !== null && product.price !== null && effective < product.price ? effective : null;
  const sold = (extras?.prices ?? []).flatMap(
    ([price, own]) => effectivePrice(price, own, sales, ctx.now) ?? [],
  );
  const isSold = sold.length > 0;
  return {
    sale_price: mayEditProducts(ctx, product.shop_id) ? product.sale_price : paid,
    effective_price: effective,
    effective_min_price: effective ?? (isSold ? Math.min(...sold) : product.min_price),
    effective_max_price: effective ?? (isSold ? Math.max(...sold) : product.max_price),
    in_flash_sale: live.length > 0,
    flash_sale: sale ? describeDeal(product, sale, ctx.now) : null,
  };
}

export function describeDeal(product: ProductPrices, sale: SaleOfProduct, now: Date): ProductDeal {
  const { id, title, slug, type, rate, start_date, end_date } = sale;
  const under = (price: number | null, terms: SaleTerms) => (price === null ? null : dealPrice(price, terms));
  return {
    id,
    title,
    slug,
    type,
    rate,
    start_date: new Date(start_date).toISOString(),
    end_date: new Date(end_date).toISOString(),
    status: deriveSaleState(sale, now),
    price: under(product.price ?? product.min_price, sale),
    max_price: under(product.price ?? product.max_price, sale),
  };
}
