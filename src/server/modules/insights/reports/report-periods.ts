import type { AnyResource } from '@/contract/core/define';
import { parseSearch, toSearch } from '@/contract/core/search';
import type { Days } from '@/contract/insights/analytics';
import type { ReportPeriod } from '@/contract/insights/saved-reports';
import { dayAfter } from '@/server/core/business-time';

/** The days of a relative period as of a business day; periods of this week and month end with that day. */
export function reportDays(period: ReportPeriod, today: string): Days {
  const date = new Date(`${today}T00:00:00Z`);
  const monday = dayAfter(today, -((date.getUTCDay() + 6) % 7));
  const first = `${today.slice(0, 7)}-01`;
  const last = dayAfter(first, -1);
  const yesterday = dayAfter(today, -1);
  const days: Record<ReportPeriod, Days> = {
    yesterday: { from: yesterday, to: yesterday },
    'last-week': { from: dayAfter(monday, -7), to: dayAfter(monday, -1) },
    'last-month': { from: `${last.slice(0, 7)}-01`, to: last },
    'last-7': { from: dayAfter(today, -7), to: yesterday },
    'last-30': { from: dayAfter(today, -30), to: yesterday },
    'this-week': { from: monday, to: today },
    'this-month': { from: first, to: today },
  };
  return days[period];
}

export const listDayKeys = (list: AnyResource): string[] =>
  list.filters.filter(({ kind, upTo }) => kind === 'days' && upTo).map(({ key }) => key);

/** The list's query with these days instead of those that it was saved with. */
export function withDays(
  list: AnyResource,
  query: Record<string, string>,
  key: string,
  { from, to }: Days,
): Record<string, string> {
  const filter = list.filters.find((one) => one.key === key);
  const bounds = { [key]: from, [filter?.upTo ?? '']: to };
  if (filter?.via === 'param') return { ...query, ...bounds };
  const pairs = parseSearch(query.search ?? '').filter((pair) => !(pair.key in bounds));
  return {
    ...query,
    search: toSearch({ ...Object.fromEntries(pairs.map((pair) => [pair.key, pair.value])), ...bounds }),
    searchJoin: 'and',
  };
}
