import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import {
  type Days,
  type PeriodInfo,
  type PeriodSales,
  type PeriodStatuses,
  type RevenueBasis,
  type SalesPoint,
  type SalesStep,
  salesSteps,
  standingStatuses,
  stepFor,
} from '@/contract/insights/analytics';
import { type OrderStatus, orderStatuses } from '@/contract/orders/status';
import { dayAfter, daysIn, startOfDay } from '@/server/core/business-time';
import type { Ctx, UserCtx } from '@/server/core/context';
import { rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { readBasis, readPeriodInfo, readScope, type Scope } from './analytics-scope';

/** Sums of `order_days` by status, for a period and the previous one. Money in kopecks. */
export interface StatusSum {
  orders: number;
  paid: number;
}

type Sums = Record<OrderStatus, StatusSum>;

/** Counts and totals of placed orders by status for a period and the previous one. */
export async function orderSums(
  ctx: Ctx,
  scope: Scope,
  about: PeriodInfo,
): Promise<{ now: Sums; before: Sums }> {
  const { period, previous } = about;
  const { rows } = await sql<{ status: OrderStatus; is_now: boolean; orders: number; paid: number }>`
    select status, day >= ${period.from}::date as is_now, sum(orders)::int as orders, sum(paid) as paid
    from order_days where shop_id = any(${[...scope.counted]}::bigint[])
      and day between ${previous.from}::date and ${period.to}::date
    group by 1, 2`.execute(ctx.db);
  const [now, before] = [empty(), empty()];
  for (const { status, is_now, orders, paid } of rows) {
    (is_now ? now : before)[status] = { orders, paid: toMinor(paid) };
  }
  for (const { status, orders, paid } of await laterThatDay(ctx, scope, about, 'created_at')) {
    before[status] = { orders: before[status].orders - orders, paid: before[status].paid - paid };
  }
  return { now, before };
}

/** Revenue of a period and the previous one. */
export async function soldIn(
  ctx: Ctx,
  scope: Scope,
  about: PeriodInfo,
  basis: RevenueBasis,
): Promise<{ now: StatusSum; before: StatusSum }> {
  const { period, previous } = about;
  const sold = await soldByDay(ctx, scope, { from: previous.from, to: period.to }, soldDays[basis]);
  await cutLaterThatDay(ctx, scope, about, { basis, sold });
  return { now: totalIn(sold, period), before: totalIn(sold, previous) };
}

/** Cuts the last previous day off at the current time of day. */
async function cutLaterThatDay(
  ctx: Ctx,
  scope: Scope,
  about: PeriodInfo,
  { basis, sold }: { basis: RevenueBasis; sold: Map<string, StatusSum> },
): Promise<void> {
  const last = sold.get(about.previous.to);
  if (!last) return;
  const later = await laterThatDay(ctx, scope, about, basis === 'paid' ? 'paid_at' : 'created_at');
  const counted = later.filter(({ status }) => basis === 'paid' || standingStatuses.includes(status));
  const less = (key: 'orders' | 'paid') => last[key] - counted.reduce((all, one) => all + one[key], 0);
  sold.set(about.previous.to, { orders: less('orders'), paid: less('paid') });
}

/** Orders of the last previous day after `until`: today has not reached these hours yet. */
async function laterThatDay(
  { db }: Ctx,
  { isWhole, counted }: Scope,
  { previous, until }: PeriodInfo,
  column: 'created_at' | 'paid_at',
): Promise<(StatusSum & { status: OrderStatus })[]> {
  if (!until) return [];
  const own = isWhole
    ? sql<SqlBool>`parent_id is null`
    : sql<SqlBool>`parent_id is not null and shop_id = any(${[...counted]}::bigint[])`;
  const moment = sql.ref(column);
  const { rows } = await sql<StatusSum & { status: OrderStatus }>`
    select order_status as status, count(*)::int as orders, sum(paid_total) as paid from orders
    where deleted_at is null and ${own} and ${moment} < ${startOfDay(previous.to, 1)}
      and ${moment} >= greatest(${until}::timestamptz, ${startOfDay(previous.to)})
    group by 1`.execute(db);
  return rows.map(({ paid, ...row }) => ({ ...row, paid: toMinor(paid) }));
}

const empty = () => byStatus(() => ({ orders: 0, paid: 0 }));

function byStatus<Value>(read: (status: OrderStatus) => Value): Record<OrderStatus, Value> {
  return Object.fromEntries(orderStatuses.map((status) => [status, read(status)])) as Record<
    OrderStatus,
    Value
  >;
}

/** `GET analytics/statuses`: current statuses of the orders of a period. */
export async function periodStatuses(ctx: UserCtx, query: JsonRecord): Promise<PeriodStatuses> {
  const scope = await readScope(ctx, query);
  const about = await readPeriodInfo(ctx, query);
  const { now, before } = await orderSums(ctx, scope, about);
  const statuses = byStatus((status) => ({ value: now[status].orders, previous: before[status].orders }));
  return { ...about, statuses };
}

/** `GET analytics/sales`: revenue and its orders by `step`. Throws VALIDATION_FAILED. */
export async function periodSales(ctx: UserCtx, query: JsonRecord): Promise<PeriodSales> {
  const scope = await readScope(ctx, query);
  const about = await readPeriodInfo(ctx, query);
  const length = daysIn(about.period);
  const step = readStep(query.step) ?? stepFor(length);
  const both = { from: about.previous.from, to: about.period.to };
  const basis = readBasis(query);
  const sold = await soldByDay(ctx, scope, both, soldDays[basis]);
  await cutLaterThatDay(ctx, scope, about, { basis, sold });
  const points = splitPeriod(about.period, step).map((stretch): SalesPoint => {
    const now = totalIn(sold, stretch);
    const before = totalIn(sold, {
      from: dayAfter(stretch.from, -length),
      to: dayAfter(stretch.to, -length),
    });
    return {
      ...stretch,
      revenue: fromMinor(now.paid),
      orders: now.orders,
      previous_revenue: fromMinor(before.paid),
      previous_orders: before.orders,
    };
  });
  return { ...about, step, points };
}

function readStep(step: unknown): SalesStep | undefined {
  if (step === undefined || step === '') return undefined;
  return salesSteps.find((one) => one === step) ?? rejectValue('step');
}

/**
 * Daily counts that make up revenue: orders that were not cancelled by the day of placement, paid ones by the day of
 * payment.
 */
export const soldDays: Record<RevenueBasis, RawBuilder<unknown>> = {
  placed: daysOfStatus(standingStatuses),
  paid: sql`paid_days`,
};

/** Daily counts of orders that have one of these statuses now. */
export function daysOfStatus(statuses: readonly OrderStatus[]): RawBuilder<unknown> {
  return sql`(select * from order_days where status = any(${[...statuses]}::text[]))`;
}

/** Daily counts of a scope, by day. */
export async function soldByDay(
  { db }: Ctx,
  { counted }: Scope,
  { from, to }: Days,
  days: RawBuilder<unknown>,
): Promise<Map<string, StatusSum>> {
  const { rows } = await sql<{ day: string; orders: number; paid: number }>`
    select day::text as day, sum(orders)::int as orders, sum(paid) as paid
    from ${days} d where shop_id = any(${[...counted]}::bigint[]) and day between ${from}::date and ${to}::date
    group by day`.execute(db);
  return new Map(rows.map(({ day, orders, paid }) => [day, { orders, paid: toMinor(paid) }]));
}

export function totalIn(sold: ReadonlyMap<string, StatusSum>, { from, to }: Days): StatusSum {
  const sum = { orders: 0, paid: 0 };
  for (let day = from; day <= to; day = dayAfter(day, 1)) {
    sum.orders += sold.get(day)?.orders ?? 0;
    sum.paid += sold.get(day)?.paid ?? 0;
  }
  return sum;
}

/** Splits a period into days, calendar weeks or calendar months; the first and last may be partial. */
export function splitPeriod({ from, to }: Days, step: SalesStep): Days[] {
  const found: Days[] = [];
  for (let day = from; day <= to; ) {
    const end = lastDay(day, step);
    const last = end < to ? end : to;
    found.push({ from: day, to: last });
    day = dayAfter(last, 1);
  }
  return found;
}

function lastDay(day: string, step: SalesStep): string {
  if (step === 'day') return day;
  const date = new Date(`${day}T00:00:00Z`);
  // Weeks begin on Monday.
  if (step === 'week') return dayAfter(day, (7 - date.getUTCDay()) % 7);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
}
