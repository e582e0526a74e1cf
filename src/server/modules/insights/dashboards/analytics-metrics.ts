import { type SqlBool, sql } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import { isAllowed } from '@/contract/core/permissions';
import {
  analyticsAllow,
  averageOrderValue,
  type Days,
  type Metric,
  type PeriodInfo,
  type PeriodMetrics,
  type RevenueBasis,
  type VendorBalance,
} from '@/contract/insights/analytics';
import { within } from '@/server/core/business-time';
import type { Ctx, UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import { sumCommission } from '@/server/modules/ledger/platform-ledger';
import { orderSums, type StatusSum, soldIn } from './analytics-orders';
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
    figure(about, (days) => sumRefunds(ctx, scope, days)),
    scope.isWhole ? marketMetrics(ctx, about) : {},
  ]);
  return { ...about, figures: { revenue, orders: orders.orders, average, refunds, ...market } };
}

async function orderMetrics(ctx: Ctx, scope: Scope, about: PeriodInfo, basis: RevenueBasis) {
  const [sums, sold] = [await orderSums(ctx, scope, about), await soldIn(ctx, scope, about, basis)];
  const both = (read: (sum: typeof sums.now, sold: StatusSum) => number): Metric => ({
    value: read(sums.now, sold.now),
    previous: read(sums.before, sold.before),
  });
  return {
    revenue: both((_sums, { paid }) => fromMinor(paid)),
    orders: both((_sums, { orders }) => orders),
    average: both((_sums, { paid, orders }) => fromMinor(averageOrderValue(paid, orders))),
    completed: both((placed) => placed['order-completed'].orders),
    cancelled: both((placed) => placed['order-cancelled'].orders),
  };
}

/** Marketplace-only metrics: commission and new accounts. */
async function marketMetrics(ctx: Ctx, about: PeriodInfo) {
  const isCustomer = sql<SqlBool>`permissions = array['customer']::text[] and removed_email is null`;
  const isVendor = sql<SqlBool>`(permissions @> array['store_owner'] and is_active
    and not permissions @> array['super_admin'])`;
  const [commission, customers, shops, vendors] = await Promise.all([
    commissionMetric(ctx, about),
    figure(about, (days) => newIn(ctx, 'users', days, isCustomer)),
    figure(about, (days) => newIn(ctx, 'shops', days, sql<SqlBool>`true`)),
    figure(about, (days) => newIn(ctx, 'users', days, isVendor)),
  ]);
  return { commission, customers, shops, vendors };
}

/** Commission is summed by whole days, so it has no comparison for a day that is not over. */
async function commissionMetric(ctx: Ctx, { period, previous, until }: PeriodInfo): Promise<Metric> {
  const read = async (days: Days) => (await sumCommission(ctx, days)).commission;
  const isHalf = until !== null && period.from === period.to;
  return { value: await read(period), previous: isHalf ? null : await read(previous) };
}

/** Days of a period whose last one may end early. */
interface Stretch extends Days {
  until?: string | null;
}

async function figure(
  { period, previous, until }: PeriodInfo,
  read: (days: Stretch) => Promise<number>,
): Promise<Metric> {
  const [value, before] = await Promise.all([read(period), read({ ...previous, until })]);
  return { value, previous: before };
}

/** Start and end moments of a period. */
const during = (column: string, { until, ...days }: Stretch) =>
  until
    ? sql<SqlBool>`(${within(column, days)} and ${sql.ref(column)} < ${until}::timestamptz)`
    : within(column, days);

/** Approved refunds by the day of the decision: whole refunds, or the shares of the shops' goods. */
export async function sumRefunds(
  { db }: Ctx,
  { isWhole, shopIds }: Scope,
  days: Stretch | undefined,
): Promise<number> {
  const isThen = days ? during('r.decided_at', days) : sql<SqlBool>`true`;
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
  days: Stretch,
  are: ReturnType<typeof sql<SqlBool>>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}
    where deleted_at is null and ${during(`${table}.created_at`, days)} and ${are}`.execute(db);
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
