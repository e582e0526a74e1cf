import { type SqlBool, sql } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import { isAllowed } from '@/contract/core/permissions';
import {
  analyticsAllow,
  type Days,
  type Metric,
  type PeriodInfo,
  type PeriodMetrics,
  type PeriodShops,
  type ShopLine,
  type VendorBalance,
} from '@/contract/insights/analytics';
import { within } from '@/server/core/business-time';
import { type Ctx, shopIdsOf, type UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/resource/query';
import { commissionOf } from '@/server/modules/ledger/platform-ledger';
import { sumsOf } from './analytics-orders';
import { readPeriodInfo, readScope, type Scope } from './analytics-scope';

/** `GET analytics/figures`: metrics of a period and the previous one that the user may see. */
export async function periodMetrics(ctx: UserCtx, query: JsonRecord): Promise<PeriodMetrics> {
  const scope = await readScope(ctx, query);
  const about = await readPeriodInfo(ctx, query);
  const orders = await orderMetrics(ctx, scope, about);
  if (!isAllowed(analyticsAllow.money, ctx.user.permissions)) {
    const { completed, cancelled } = orders;
    return { ...about, figures: { orders: orders.orders, completed, cancelled } };
  }
  const { revenue, average } = orders;
  const [refunds, market] = await Promise.all([
    figure(about, (days) => refundsOf(ctx, scope, days)),
    scope.isWhole ? marketMetrics(ctx, about) : {},
  ]);
  return { ...about, figures: { revenue, orders: orders.orders, average, refunds, ...market } };
}

async function orderMetrics(ctx: Ctx, scope: Scope, about: PeriodInfo) {
  const { now, before } = await sumsOf(ctx, scope, about);
  const both = (read: (sums: typeof now) => number): Metric => ({ value: read(now), previous: read(before) });
  return {
    revenue: both((sums) => fromMinor(sums['order-completed'].paid)),
    orders: both((sums) => Object.values(sums).reduce((all, { orders }) => all + orders, 0)),
    average: both(({ 'order-completed': { paid, orders } }) =>
      orders === 0 ? 0 : fromMinor(Math.round(paid / orders)),
    ),
    completed: both((sums) => sums['order-completed'].orders),
    cancelled: both((sums) => sums['order-cancelled'].orders),
  };
}

/** Marketplace-only metrics: commission and new accounts. */
async function marketMetrics(ctx: Ctx, about: PeriodInfo) {
  const isCustomer = sql<SqlBool>`permissions = array['customer']::text[]`;
  const isVendor = sql<SqlBool>`(permissions @> array['store_owner'] and is_active
    and not permissions @> array['super_admin'])`;
  const [commission, customers, shops, vendors] = await Promise.all([
    figure(about, async (days) => (await commissionOf(ctx, days)).commission),
    figure(about, (days) => newIn(ctx, 'users', days, isCustomer)),
    figure(about, (days) => newIn(ctx, 'shops', days, sql<SqlBool>`true`)),
    figure(about, (days) => newIn(ctx, 'users', days, isVendor)),
  ]);
  return { commission, customers, shops, vendors };
}

async function figure(
  { period, previous }: PeriodInfo,
  read: (days: Days) => Promise<number>,
): Promise<Metric> {
  const [value, before] = await Promise.all([read(period), read(previous)]);
  return { value, previous: before };
}

/** Approved refunds by the day of the decision: whole refunds, or the shares of the shops' goods. */
export async function refundsOf(
  { db }: Ctx,
  { isWhole, shopIds }: Scope,
  days: Days | undefined,
): Promise<number> {
  const isThen = days ? within('r.decided_at', days) : sql<SqlBool>`true`;
  const approved = sql<SqlBool>`r.status = 'approved' and r.deleted_at is null and ${isThen}`;
  const { rows } = await (isWhole
    ? sql<{ amount: number }>`select coalesce(sum(r.amount), 0) as amount from refunds r where ${approved}`
    : sql<{ amount: number }>`select coalesce(sum(l.amount), 0) as amount
        from refunds r join refund_lines l on l.refund_id = r.id
        where l.shop_id = any(${[...shopIds]}::bigint[]) and ${approved}`
  ).execute(db);
  return fromMinor(toMinor(rows[0]?.amount ?? 0));
}

/** Rows created in the period. */
export async function newIn(
  { db }: Ctx,
  table: 'users' | 'shops',
  days: Days,
  are: ReturnType<typeof sql<SqlBool>>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}
    where deleted_at is null and ${within(`${table}.created_at`, days)} and ${are}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** `GET analytics/balance`: current balances of the shops. */
export async function vendorBalance(ctx: UserCtx, query: JsonRecord): Promise<VendorBalance> {
  const { isWhole, shopIds } = await readScope(ctx, query);
  const own = isWhole ? sql<SqlBool>`true` : sql<SqlBool>`shop_id = any(${[...shopIds]}::bigint[])`;
  const { rows } = await sql<VendorBalance>`
    select coalesce(sum(balance) filter (where kind = 'shop' and balance > 0), 0) as current,
      coalesce(sum(balance) filter (where kind = 'shop_on_hold'), 0) as on_hold,
      coalesce(-sum(balance) filter (where kind = 'shop' and balance < 0), 0) as debts
    from ledger_accounts where kind in ('shop', 'shop_on_hold') and ${own}`.execute(ctx.db);
  return rows[0] ?? { current: 0, on_hold: 0, debts: 0 };
}

type Row = Omit<ShopLine, 'shop'> & { id: number; name: string; slug: string };

/** `GET analytics/shops`: metrics, pending work and balance of each owned shop. */
export async function periodShops(ctx: UserCtx, query: JsonRecord): Promise<PeriodShops> {
  const about = await readPeriodInfo(ctx, query);
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
