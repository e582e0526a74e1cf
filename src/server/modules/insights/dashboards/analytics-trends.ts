import { type SqlBool, sql } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import { isAllowed } from '@/contract/core/permissions';
import { analyticsAllow, averageOrderValue, type Days, stepFor } from '@/contract/insights/analytics';
import type { PeriodTrends } from '@/contract/insights/analytics/home';
import { daysIn, within } from '@/server/core/business-time';
import type { Ctx, UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import { daysOfStatus, soldByDay, soldDays, splitPeriod, totalIn } from './analytics-orders';
import { readBasis, readPeriodInfo, readScope, type Scope } from './analytics-scope';

/** `GET analytics/trends`: the tiles' figures by day, week or month, without the bucket of today. */
export async function periodTrends(ctx: UserCtx, query: JsonRecord): Promise<PeriodTrends> {
  const scope = await readScope(ctx, query);
  const about = await readPeriodInfo(ctx, query);
  const step = stepFor(daysIn(about.period));
  const all = splitPeriod(about.period, step);
  const buckets = about.until ? all.slice(0, -1) : all;
  const seesMoney = isAllowed(analyticsAllow.money, ctx.user.permissions);
  const sold = await soldByDay(ctx, scope, about.period, soldDays[readBasis(query)]);
  const sums = buckets.map((days) => totalIn(sold, days));
  const orders = sums.map((sum) => sum.orders);
  if (!seesMoney) {
    const [completed, cancelled] = await Promise.all(
      (['order-completed', 'order-cancelled'] as const).map(async (status) => {
        const counted = await soldByDay(ctx, scope, about.period, daysOfStatus([status]));
        return buckets.map((days) => totalIn(counted, days).orders);
      }),
    );
    return {
      ...about,
      step,
      buckets,
      trends: { orders, ...(completed && { completed }), ...(cancelled && { cancelled }) },
    };
  }
  const [refunds, commission] = await Promise.all([
    refundsByDay(ctx, scope, about.period),
    scope.isWhole ? commissionByDay(ctx, about.period) : undefined,
  ]);
  const moneyOf = (byDay: ReadonlyMap<string, number>) =>
    buckets.map((days) => fromMinor(totalIn(asSums(byDay), days).paid));
  const trends = {
    revenue: sums.map(({ paid }) => fromMinor(paid)),
    orders,
    average: sums.map((sum) => fromMinor(averageOrderValue(sum.paid, sum.orders))),
    refunds: moneyOf(refunds),
    ...(commission && { commission: moneyOf(commission) }),
  };
  return { ...about, step, buckets, trends };
}

const asSums = (byDay: ReadonlyMap<string, number>) =>
  new Map([...byDay].map(([day, paid]) => [day, { orders: 0, paid }]));

/** Approved refunds by the day of the decision, in kopecks: `sumRefunds` of analytics-metrics, by day. */
async function refundsByDay(
  { db }: Ctx,
  { isWhole, shopIds }: Scope,
  days: Days,
): Promise<Map<string, number>> {
  const day = sql`(r.decided_at at time zone business_time_zone())::date::text`;
  const approved = sql<SqlBool>`r.status = 'approved' and r.deleted_at is null and ${within('r.decided_at', days)}`;
  const { rows } = await (isWhole
    ? sql<DaySum>`select ${day} as day, sum(r.amount) as amount from refunds r where ${approved} group by 1`
    : sql<DaySum>`select ${day} as day, sum(l.amount) as amount
        from refunds r join refund_lines l on l.refund_id = r.id
        where l.shop_id = any(${[...shopIds]}::bigint[]) and ${approved} group by 1`
  ).execute(db);
  return byDay(rows);
}

/** Commission of the marketplace, net of refunds, in kopecks. */
async function commissionByDay({ db }: Ctx, { from, to }: Days): Promise<Map<string, number>> {
  const { rows } =
    await sql<DaySum>`select day::text as day, sum(goods - credited) as amount from commission_days
    where day between ${from}::date and ${to}::date group by day`.execute(db);
  return byDay(rows);
}

interface DaySum {
  day: string;
  amount: number;
}

const byDay = (rows: readonly DaySum[]) => new Map(rows.map(({ day, amount }) => [day, toMinor(amount)]));
