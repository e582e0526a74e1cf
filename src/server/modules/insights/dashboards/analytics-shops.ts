import { sql } from 'kysely';
import type { PeriodShops, ShopLine } from '@/contract/insights/analytics';
import { within } from '@/server/core/business-time';
import { shopIdsOf, type UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/resource/query';
import { readAbout } from './analytics-scope';

type Row = Omit<ShopLine, 'shop'> & { id: number; name: string; slug: string };

/** `GET analytics/shops`: metrics, pending work and balance of each owned shop. */
export async function periodShops(ctx: UserCtx, query: JsonRecord): Promise<PeriodShops> {
  const about = await readAbout(ctx, query);
  const { from, to } = about.period;
  const { rows } = await sql<Row>`
    select s.id, s.name, s.slug, coalesce(placed.revenue, 0) as revenue, coalesce(placed.orders, 0)::int as orders,
      coalesce(given.amount, 0) as refunds, waiting.count::int as waiting, coalesce(a.balance, 0) as balance
    from shops s
      left join lateral (select sum(paid) filter (where status = 'order-completed') as revenue, sum(orders) as orders
        from order_days where shop_id = s.id and day between ${from}::date and ${to}::date) placed on true
      left join lateral (select sum(l.amount) as amount from refund_lines l join refunds r on r.id = l.refund_id
        where l.shop_id = s.id and r.status = 'approved' and r.deleted_at is null
          and ${within('r.decided_at', about.period)}) given on true
      cross join lateral (select count(*) from orders o where o.shop_id = s.id and o.parent_id is not null
        and o.deleted_at is null and o.order_status = 'order-processing') waiting
      left join ledger_accounts a on a.kind = 'shop' and a.shop_id = s.id
    where s.id = any(${shopIdsOf(ctx.user)}::bigint[]) and s.deleted_at is null
    order by revenue desc, orders desc, s.id`.execute(ctx.db);
  const shops = rows.map(({ id, name, slug, ...line }) => ({ shop: { id, name, slug }, ...line }));
  return { ...about, shops };
}
