import { type SqlBool, sql } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import {
  type DuePayouts,
  type PayoutDay,
  payoutBankDays,
  payoutDays,
} from '@/contract/insights/analytics/home';
import { bankDayAfter, isBankDay } from '@/contract/insights/bank-days';
import { dayAfter, findBusinessDay } from '@/server/core/business-time';
import type { UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import { readScope } from './analytics-scope';

type Open = 'pending' | 'processing' | 'on_hold';

/**
 * `GET analytics/payouts`: open withdrawals by the last bank day on which they are due (rules/insights: money is due on
 * bank days). Throws NOT_FOUND for another shop.
 */
export async function duePayouts(ctx: UserCtx, query: JsonRecord): Promise<DuePayouts> {
  const { isWhole, shopIds } = await readScope(ctx, query);
  const own = isWhole ? sql<SqlBool>`true` : sql<SqlBool>`shop_id = any(${[...shopIds]}::bigint[])`;
  const today = await findBusinessDay(ctx, ctx.now);
  const { rows } = await sql<{ status: Open; day: string; count: number; amount: number }>`
    select status, (created_at at time zone business_time_zone())::date::text as day, count(*)::int as count,
      sum(amount) as amount
    from withdraws where deleted_at is null and status in ('pending', 'processing', 'on_hold') and ${own}
    group by 1, 2`.execute(ctx.db);
  const first = bankDayAfter(today, 0);
  const days = daysFrom(today);
  const totals = { pending: none(), processing: none(), on_hold: none() };
  for (const { status, day, count, amount } of rows) {
    totals[status].count += count;
    totals[status].amount += toMinor(amount);
    if (status === 'on_hold') continue;
    const until = bankDayAfter(day, payoutBankDays);
    // Overdue ones stand on the first open day; the longest holidays end within the days of the picture.
    const place = days.get(until) ?? days.get(first);
    if (place) place[status === 'pending' ? 'waiting' : 'due'] += toMinor(amount);
  }
  const roubles = ({ count, amount }: ReturnType<typeof none>) => ({ count, amount: fromMinor(amount) });
  return {
    days: [...days.values()].map((day) => ({
      ...day,
      waiting: fromMinor(day.waiting),
      due: fromMinor(day.due),
    })),
    waiting: roubles(totals.pending),
    due: roubles(totals.processing),
    held: roubles(totals.on_hold),
  };
}

const none = () => ({ count: 0, amount: 0 });

/** Empty days; money in kopecks. */
function daysFrom(today: string): Map<string, PayoutDay> {
  const days = Array.from({ length: payoutDays }, (_, later) => dayAfter(today, later));
  return new Map(days.map((day) => [day, { day, is_closed: !isBankDay(day), waiting: 0, due: 0 }] as const));
}
