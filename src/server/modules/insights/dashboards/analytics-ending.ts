import { type SqlBool, sql } from 'kysely';
import type { Attachment } from '@/contract/core/define';
import { type EndingGoods, type EndingStock, endingDays, paceDays } from '@/contract/insights/analytics/home';
import type { Database, UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import { endsWithin } from '@/server/modules/catalogue/products/list/product-filters';
import { readScope } from './analytics-scope';

const shown = 5;

interface Row extends Pick<EndingGoods, 'id' | 'name' | 'slug' | 'image' | 'quantity'> {
  shop_id: number;
  shop: string;
  shop_slug: string;
  sold: number;
  total: number;
}

/** `GET analytics/ending`: published products that run out soonest. Throws NOT_FOUND for another shop. */
export async function endingStock(ctx: UserCtx, query: JsonRecord): Promise<EndingStock> {
  const { isWhole, shopIds } = await readScope(ctx, query);
  const own = isWhole ? sql<SqlBool>`true` : sql<SqlBool>`products.shop_id = any(${[...shopIds]}::bigint[])`;
  const { rows } = await sql<Row>`
    select products.id, coalesce(products.translations -> ${ctx.locale} ->> 'name', products.name) as name,
      products.slug, products.image, products.quantity, pace.sold, s.id as shop_id, s.name as shop, s.slug as shop_slug,
      (count(*) over ())::int as total
    from product_pace pace join products on products.id = pace.product_id join shops s on s.id = products.shop_id
    where ${own} and products.deleted_at is null and products.status = 'publish' and ${endsWithin(endingDays)}
    order by products.quantity::numeric / pace.sold, products.id limit ${shown}`.execute(ctx.db);
  return {
    total: rows[0]?.total ?? 0,
    goods: rows.map(({ shop_id, shop, shop_slug, sold, total: _total, ...row }) => ({
      ...row,
      image: row.image as Attachment | null,
      shop: { id: shop_id, name: shop, slug: shop_slug },
      per_day: Math.round((sold / paceDays) * 10) / 10,
      days_left: Math.floor((row.quantity / sold) * paceDays * 2) / 2,
    })),
  };
}

/** Counts the pieces that each product sold in the last whole days; once a business day. */
export async function countPace(db: Database, now: Date): Promise<void> {
  const today = sql`(${now}::timestamptz at time zone business_time_zone())::date`;
  await sql`with today as (select ${today} as day)
    insert into product_pace (product_id, shop_id, sold, day)
    select l.product_id, l.shop_id, sum(l.quantity), today.day
    from today join orders o on o.created_at < today.day::timestamp at time zone business_time_zone()
        and o.created_at >= (today.day - ${paceDays}::int)::timestamp at time zone business_time_zone()
      join order_lines l on l.order_id = o.id
    where o.parent_id is not null and o.deleted_at is null and is_standing(o.order_status)
      and not exists (select from product_pace p where p.day = today.day)
    group by l.product_id, l.shop_id, today.day having sum(l.quantity) > 0
    on conflict (product_id) do update
      set shop_id = excluded.shop_id, sold = excluded.sold, day = excluded.day`.execute(db);
  await sql`delete from product_pace where day <> ${today}`.execute(db);
}
