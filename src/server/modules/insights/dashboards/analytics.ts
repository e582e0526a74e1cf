import { sql } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import { isAllowed } from '@/contract/core/permissions';
import { type Analytics, analyticsAllow, periodDays, statusKeys } from '@/contract/insights/analytics';
import { type OrderStatus, orderStatuses } from '@/contract/orders/status';
import { dayAfter, findBusinessDay } from '@/server/core/business-time';
import type { Ctx, UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import { newIn, sumRefunds } from './analytics-metrics';
import { daysOfStatus, soldByDay } from './analytics-orders';
import { readScope, type Scope } from './analytics-scope';

/** `GET analytics`: all metrics in the dialect's shape. */
export async function analytics(ctx: UserCtx, query: JsonRecord): Promise<Analytics> {
  const scope = await readScope(ctx, query);
  const today = await findBusinessDay(ctx, ctx.now);
  const seesMoney = isAllowed(analyticsAllow.money, ctx.user.permissions);
  const [standing, months, refunds, people] = await Promise.all([
    standingOf(ctx, scope, today),
    monthsOf(ctx, scope, today),
    seesMoney ? sumRefunds(ctx, scope, undefined) : 0,
    scope.isWhole
      ? peopleOf(ctx, today)
      : { totalShops: scope.shopIds.length, totalVendors: 0, newCustomers: 0 },
  ]);
  const { revenue, todaysRevenue, ...counts } = standing;
  return {
    totalRevenue: seesMoney ? revenue : 0,
    todaysRevenue: seesMoney ? todaysRevenue : 0,
    totalRefunds: refunds,
    ...people,
    ...counts,
    totalYearSaleByMonth: seesMoney ? months : months.map(({ month }) => ({ month, total: 0 })),
  };
}

const spans = {
  todayTotalOrderByStatus: periodDays.today,
  weeklyTotalOrderByStatus: periodDays['7'],
  monthlyTotalOrderByStatus: periodDays['30'],
  yearlyTotalOrderByStatus: periodDays.year,
} as const;

type Span = keyof typeof spans;
type Counts = Pick<Analytics, Span>;

async function standingOf({ db }: Ctx, { counted }: Scope, today: string) {
  const names = Object.keys(spans) as Span[];
  const columns = names.map(
    (name) => sql`coalesce(sum(orders) filter (where day between ${dayAfter(today, 1 - spans[name])}::date
      and ${today}::date), 0)::int as ${sql.id(name)}`,
  );
  const { rows } = await sql<
    Record<Span, number> & { status: OrderStatus; orders: number; paid: number; today: number }
  >`
    select status, sum(orders)::int as orders, sum(paid) as paid,
      coalesce(sum(paid) filter (where day = ${today}::date), 0) as today, ${sql.join(columns)}
    from order_days where shop_id = any(${[...counted]}::bigint[]) group by status`.execute(db);
  const byStatus = new Map(rows.map((row) => [row.status, row]));
  const completed = byStatus.get('order-completed');
  const counts: Partial<Counts> = {};
  for (const name of names) {
    const entries = orderStatuses.map((status) => [statusKeys[status], byStatus.get(status)?.[name] ?? 0]);
    counts[name] = Object.fromEntries(entries);
  }
  return {
    ...(counts as Counts),
    totalOrders: rows.reduce((all, { orders }) => all + orders, 0),
    revenue: fromMinor(toMinor(completed?.paid ?? 0)),
    todaysRevenue: fromMinor(toMinor(completed?.today ?? 0)),
  };
}

async function monthsOf(ctx: Ctx, scope: Scope, today: string): Promise<Analytics['totalYearSaleByMonth']> {
  const year = today.slice(0, 4);
  const whole = { from: `${year}-01-01`, to: `${year}-12-31` };
  const sold = await soldByDay(ctx, scope, whole, daysOfStatus(['order-completed']));
  const words = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, index) => {
    const month = String(index + 1).padStart(2, '0');
    const days = [...sold].filter(([day]) => day.slice(5, 7) === month);
    const total = days.reduce((all, [, { paid }]) => all + paid, 0);
    return { month: words.format(Date.UTC(2000, index, 1)), total: fromMinor(total) };
  });
}

async function peopleOf(ctx: Ctx, today: string) {
  const days = { from: dayAfter(today, 1 - periodDays['30']), to: today };
  const [{ rows }, newCustomers] = await Promise.all([
    sql<{ shops: number; vendors: number }>`
      select (select count(*)::int from shops where deleted_at is null) as shops,
        (select count(*)::int from users where deleted_at is null and permissions @> array['store_owner']
          and not permissions @> array['super_admin']) as vendors`.execute(ctx.db),
    newIn(ctx, 'users', days, sql`permissions = array['customer']::text[] and removed_email is null`),
  ]);
  const { shops = 0, vendors = 0 } = rows[0] ?? {};
  return { totalShops: shops, totalVendors: vendors, newCustomers };
}
