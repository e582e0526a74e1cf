import { type SqlBool, sql } from 'kysely';
import { type PeriodShops, type ShopLine, shownShops } from '@/contract/insights/analytics';
import { within } from '@/server/core/business-time';
import { isAdmin, ownShopIds, type UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import { soldDays } from './analytics-orders';
import { readBasis, readPeriodInfo } from './analytics-scope';

type Row = Omit<ShopLine, 'shop' | 'hours_to_ship'> & { id: number; name: string; slug: string };

/** `GET analytics/shops`: own shops; for administrators the top ones by revenue. */
export const periodShops = (ctx: UserCtx, query: JsonRecord): Promise<PeriodShops> =>
  shopLines(ctx, query, isAdmin(ctx) ? shownShops : allShops);

const allShops = 100_000;

/** Metrics, pending work and balance of each shop, highest revenue first. */
export async function shopLines(ctx: UserCtx, query: JsonRecord, limit = allShops): Promise<PeriodShops> {
  const about = await readPeriodInfo(ctx, query);
  const { from, to } = about.period;
  const basis = readBasis(query);
  const isCounted = isAdmin(ctx)
    ? sql<SqlBool>`sold.orders > 0`
    : sql<SqlBool>`s.id = any(${ownShopIds(ctx.user)}::bigint[])`;
  const { rows } = await sql<Row>`
    with first as (
      select s.id, s.name, s.slug, coalesce(sold.revenue, 0) as revenue, coalesce(sold.orders, 0)::int as orders
      from shops s
        cross join lateral (select sum(paid) as revenue, sum(orders) as orders from ${soldDays[basis]} d
          where d.shop_id = s.id and d.day between ${from}::date and ${to}::date) sold
      where ${isCounted} and s.deleted_at is null order by revenue desc, orders desc, s.id limit ${limit})
    select first.*, coalesce(given.amount, 0) as refunds,
      round(coalesce(given.amount, 0) / nullif(first.revenue, 0), 4)::float as refund_rate,
      waiting.count::int as waiting, coalesce(a.balance, 0) as balance
    from first
      left join lateral (select sum(l.amount) as amount from refund_lines l join refunds r on r.id = l.refund_id
        where l.shop_id = first.id and r.status = 'approved' and r.deleted_at is null
          and ${within('r.decided_at', about.period)}) given on true
      cross join lateral (select count(*) from orders o where o.shop_id = first.id and o.parent_id is not null
        and o.deleted_at is null and o.order_status = 'order-processing') waiting
      left join ledger_accounts a on a.kind = 'shop' and a.shop_id = first.id
    order by first.revenue desc, first.orders desc, first.id`.execute(ctx.db);
  const ids = rows.map(({ id }) => id);
  const hours = await hoursToShip(ctx, about.period, ids);
  const shops = rows.map(({ id, name, slug, ...line }) => ({
    shop: { id, name, slug },
    ...line,
    hours_to_ship: hours.get(id) ?? null,
  }));
  return { ...about, shops };
}

/** Orders per shop used for its time to ship: the latest ones suffice. */
const maxShipped = 200;

/** Median time from the placement of a part to its first step towards the customer. */
async function hoursToShip(
  { db }: UserCtx,
  days: { from: string; to: string },
  shopIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; hours: number | null }>`
    select one.id, percentile_cont(0.5) within group (
      order by extract(epoch from sent.at - latest.created_at) / 3600) as hours
    from unnest(${[...shopIds]}::bigint[]) one (id)
      cross join lateral (select o.id, coalesce(o.parent_id, o.id) as root_id, o.created_at from orders o
        where o.shop_id = one.id and o.parent_id is not null and o.deleted_at is null
          and ${within('o.created_at', days)}
          and o.order_status in ('order-at-local-facility', 'order-out-for-delivery', 'order-completed')
        order by o.created_at desc, o.id desc limit ${maxShipped}) latest
      cross join lateral (select min(e.at) as at from order_events e
        where e.root_id = latest.root_id and e.order_id in (latest.id, latest.root_id) and e.kind = 'status'
          and e."to" in ('order-at-local-facility', 'order-out-for-delivery', 'order-completed')) sent
    where sent.at is not null group by one.id`.execute(db);
  return new Map(rows.map(({ id, hours }) => [id, Math.round(Number(hours) * 10) / 10]));
}
