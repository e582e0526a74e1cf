import { type SqlBool, sql } from 'kysely';
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
  soldStatuses,
  stepFor,
} from '@/contract/insights/analytics';
import { type OrderStatus, orderStatuses } from '@/contract/orders/status';
import { dayAfter, daysIn } from '@/server/core/business-time';
import type { Ctx, UserCtx } from '@/server/core/context';
import { rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/resource/query';
import { readBasis, readPeriodInfo, readScope, type Scope } from './analytics-scope';

/** Sums of `order_days` by status, for a period and the previous one. Money in kopecks. */
export interface StatusSum {
  orders: number;
  paid: number;
}

type Sums = Record<OrderStatus, StatusSum>;

/** Order counts and totals by status for a period and the previous one. */
export async function sumsOf(
  { db }: Ctx,
  { counted }: Scope,
  { period, previous }: PeriodInfo,
): Promise<{ now: Sums; before: Sums }> {
  const { rows } = await sql<{ status: OrderStatus; is_now: boolean; orders: number; paid: number }>`
    select status, day >= ${period.from}::date as is_now, sum(orders)::int as orders, sum(paid) as paid
    from order_days where shop_id = any(${[...counted]}::bigint[])
      and day between ${previous.from}::date and ${period.to}::date
    group by 1, 2`.execute(db);
  const [now, before] = [empty(), empty()];
  for (const { status, is_now, orders, paid } of rows) {
    (is_now ? now : before)[status] = { orders, paid: toMinor(paid) };
  }
  return { now, before };
}

function empty(): Sums {
  const sums: Partial<Sums> = {};
  for (const status of orderStatuses) sums[status] = { orders: 0, paid: 0 };
  return sums as Sums;
}

/** `GET analytics/statuses`: current statuses of the orders of a period. */
export async function periodStatuses(ctx: UserCtx, query: JsonRecord): Promise<PeriodStatuses> {
  const scope = await readScope(ctx, query);
  const about = await readPeriodInfo(ctx, query);
  const { now, before } = await sumsOf(ctx, scope, about);
  const statuses: Partial<PeriodStatuses['statuses']> = {};
  for (const status of orderStatuses) {
    statuses[status] = { value: now[status].orders, previous: before[status].orders };
  }
  return { ...about, statuses: statuses as PeriodStatuses['statuses'] };
}

/** Orders of the basis and their revenue. */
export function soldOf(sums: Sums, basis: RevenueBasis): StatusSum {
  const counted = soldStatuses[basis];
  return {
    orders: counted.reduce((all, status) => all + sums[status].orders, 0),
    paid: counted.reduce((all, status) => all + sums[status].paid, 0),
  };
}

/** `GET analytics/sales`: revenue and its orders by `step`. Throws VALIDATION_FAILED. */
export async function periodSales(ctx: UserCtx, query: JsonRecord): Promise<PeriodSales> {
  const scope = await readScope(ctx, query);
  const about = await readPeriodInfo(ctx, query);
  const length = daysIn(about.period);
  const step = readStep(query.step) ?? stepFor(length);
  const both = { from: about.previous.from, to: about.period.to };
  const sold = await soldByDay(ctx, scope, both, readBasis(query));
  const points = splitPeriod(about.period, step).map((stretch): SalesPoint => {
    const now = total(sold, stretch);
    const before = total(sold, { from: dayAfter(stretch.from, -length), to: dayAfter(stretch.to, -length) });
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

/** Orders of the basis by the day of placement. */
export async function soldByDay(
  { db }: Ctx,
  { counted }: Scope,
  { from, to }: Days,
  basis: RevenueBasis,
): Promise<Map<string, StatusSum>> {
  const { rows } = await sql<{ day: string; orders: number; paid: number }>`
    select day::text as day, sum(orders)::int as orders, sum(paid) as paid
    from order_days where shop_id = any(${[...counted]}::bigint[]) and ${isSold(basis)}
      and day between ${from}::date and ${to}::date
    group by day`.execute(db);
  return new Map(rows.map(({ day, orders, paid }) => [day, { orders, paid: toMinor(paid) }]));
}

/** Condition on rows of `order_days`. */
export const isSold = (basis: RevenueBasis) =>
  sql<SqlBool>`status = any(${[...soldStatuses[basis]]}::text[])`;

function total(sold: ReadonlyMap<string, StatusSum>, { from, to }: Days): StatusSum {
  const sum = { orders: 0, paid: 0 };
  for (let day = from; day <= to; day = dayAfter(day, 1)) {
    sum.orders += sold.get(day)?.orders ?? 0;
    sum.paid += sold.get(day)?.paid ?? 0;
  }
  return sum;
}

/** Splits a period into days, calendar weeks or calendar months; the first and last may be partial. */
function splitPeriod({ from, to }: Days, step: SalesStep): Days[] {
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
