import { type RawBuilder, sql } from 'kysely';
import type { Ctx, Database } from '@/server/core/context';
import { jobCtx } from '@/server/core/jobs/job';
import { inTransaction } from '@/server/core/transaction';
import { addRun } from './report-rows';

/**
 * Starts the runs of schedules whose moment has come: each once, also with several processes, because the row is locked
 * and stores the moment.
 */
export async function startDueReports(db: Database, now: Date, publicUrl: string): Promise<void> {
  const ctx = jobCtx(db, now, publicUrl);
  while (await inTransaction(ctx, startNext));
}

async function startNext(ctx: Ctx): Promise<boolean> {
  const { rows } = await sql<{ id: number; moment: Date }>`
    select r.id, t.moment from saved_reports r cross join lateral (select ${lastMoment(ctx)} as moment) t
    where r.schedule <> 'none' and (r.scheduled_for is null or r.scheduled_for < t.moment)
    order by r.id limit 1 for update of r skip locked`.execute(ctx.db);
  const [due] = rows;
  if (!due) return false;
  await ctx.db
    .updateTable('saved_reports')
    .set({ scheduled_for: due.moment })
    .where('id', '=', due.id)
    .execute();
  await addRun(ctx, due.id, true);
  return true;
}

/** The next moment of each schedule. */
export async function dueBefore(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const step = sql`case r.schedule when 'weekly' then interval '7 days' when 'monthly' then interval '1 month'
    else interval '1 day' end`;
  const { rows } = await sql<{ id: number; moment: Date }>`
    select r.id, ((${lastMoment(ctx)} at time zone business_time_zone()) + ${step}) at time zone business_time_zone()
      as moment
    from saved_reports r where r.schedule <> 'none' and r.id = any(${[...ids]}::bigint[])`.execute(ctx.db);
  return new Map(rows.map(({ id, moment }) => [id, moment.toISOString()]));
}

/** Latest moment of a schedule in the business time zone: that hour of a day, of Monday, or of the month's first day. */
const lastMoment = ({ now }: Ctx): RawBuilder<unknown> => sql`(
  (date_trunc(case r.schedule when 'weekly' then 'week' when 'monthly' then 'month' else 'day' end,
    (${now}::timestamptz at time zone business_time_zone()) - make_interval(hours => r.hour))
    + make_interval(hours => r.hour)) at time zone business_time_zone())`;
