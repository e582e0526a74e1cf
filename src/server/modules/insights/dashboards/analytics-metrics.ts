import { type SqlBool, sql } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import { isAllowed } from '@/contract/core/permissions';
import {
  analyticsAllow,
  type Days,
  type Metric,
  type PeriodInfo,
  type PeriodMetrics,
  type RevenueBasis,
  type VendorBalance,
} from '@/contract/insights/analytics';
import { within } from '@/server/core/business-time';
import type { Ctx, UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/resource/query';
import { commissionOf } from '@/server/modules/ledger/platform-ledger';
import { soldOf, sumsOf } from './analytics-orders';
import { readBasis, readPeriodInfo, readScope, type Scope } from './analytics-scope';

/** `GET analytics/figures`: metrics of a period and the previous one that the user may see. */
export async function periodMetrics(ctx: UserCtx, query: JsonRecord): Promise<PeriodMetrics> {
  const scope = await readScope(ctx, query);
  const about = await readPeriodInfo(ctx, query);
  const orders = await orderMetrics(ctx, scope, about, readBasis(query));
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

async function orderMetrics(ctx: Ctx, scope: Scope, about: PeriodInfo, basis: RevenueBasis) {
  const { now, before } = await sumsOf(ctx, scope, about);
  const both = (read: (sums: typeof now) => number): Metric => ({ value: read(now), previous: read(before) });
  return {
    revenue: both((sums) => fromMinor(soldOf(sums, basis).paid)),
    orders: both((sums) => Object.values(sums).reduce((all, { orders }) => all + orders, 0)),
    average: both((sums) => {
      const { paid, orders } = soldOf(sums, basis);
      return orders === 0 ? 0 : fromMinor(Math.round(paid / orders));
    }),
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
