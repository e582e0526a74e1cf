import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isDay } from '@/contract/core/day';
import type { Days } from '@/contract/insights/analytics';
import type { Ctx } from './context';
import { rejectValue } from './errors';
import type { Condition } from './resource/relations';

/** Start of a business day in UTC, or of the day `later` days after it. */
export function startOfDay(day: string, later = 0): RawBuilder<unknown> {
  return sql`((${day}::date + ${later}::int)::timestamp at time zone business_time_zone())`;
}

/** Matches moments within these business days, both included. */
export function within(column: string, { from, to }: Days): RawBuilder<SqlBool> {
  const moment = sql.ref(column);
  return sql<SqlBool>`(${moment} >= ${startOfDay(from)} and ${moment} < ${startOfDay(to, 1)})`;
}

/** The search keys `<key>_from` and `<key>_to` of a family: business days, both included. */
export function dayConditions(key: string, column: string): Record<string, Condition> {
  const moment = sql.ref(column);
  return {
    [`${key}_from`]: (_eb, value) => {
      return sql<SqlBool>`${moment} >= ${startOfDay(dayIn(`${key}_from`, value))}`;
    },
    [`${key}_to`]: (_eb, value) => {
      return sql<SqlBool>`${moment} < ${startOfDay(dayIn(`${key}_to`, value), 1)}`;
    },
  };
}

/** Parses a calendar day (`YYYY-MM-DD`). Throws VALIDATION_FAILED for anything else. */
export function dayIn(key: string, value: unknown): string {
  const text = String(value);
  return isDay(text) ? text : rejectValue(key);
}

export async function findBusinessDay({ db }: Ctx, moment: Date): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select (${moment}::timestamptz at time zone business_time_zone())::date::text as day`.execute(db);
  return rows[0]?.day ?? moment.toISOString().slice(0, 10);
}

/** The calendar day `days` days later. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Number of days in a period, both ends included. */
export function daysIn({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}
