import { sql } from 'kysely';
import type { PeriodHours, WeekHour } from '@/contract/insights/analytics/home';
import type { UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import { readBasis, readPeriodInfo, readScope } from './analytics-scope';

/** `GET analytics/hours`: orders of the period by weekday and hour of the business time zone. Throws VALIDATION_FAILED. */
export async function periodHours(ctx: UserCtx, query: JsonRecord): Promise<PeriodHours> {
  const { counted } = await readScope(ctx, query);
  const about = await readPeriodInfo(ctx, query);
  const { from, to } = about.period;
  const { rows } = await sql<WeekHour>`
    select extract(isodow from day)::int as weekday, hour, sum(orders)::int as orders
    from order_hours where shop_id = any(${[...counted]}::bigint[]) and basis = ${readBasis(query)}
      and day between ${from}::date and ${to}::date
    group by 1, 2 having sum(orders) <> 0 order by 1, 2`.execute(ctx.db);
  return { ...about, orders: rows.reduce((all, { orders }) => all + orders, 0), hours: rows };
}
