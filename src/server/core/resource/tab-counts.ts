import { sql } from 'kysely';
import { tabCountLimit } from '@/contract/core/paging';
import { toSearch } from '@/contract/core/search';
import type { Ctx } from '../context';
import { rejectValue } from '../errors';
import { checkList, type ListRules } from '../http/list-query';
import { asksForAll, listedCount } from './daily-row-counts';
import type { ServiceOptions } from './options';
import { type AnyDb, conditionOf, type JsonRecord } from './query';

/** Search pairs of each tab of a list, by its key. */
export type TabQueries = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * `GET <endpoint>/counts?tabs=&…`: how many rows each tab has, in one query. Each count stops at `tabCountLimit` + 1.
 * `scope` are search pairs common to all tabs. Throws VALIDATION_FAILED for an unknown tab.
 */
export async function countTabs(
  resource: ListRules,
  options: ServiceOptions,
  ctx: Ctx,
  queries: TabQueries,
  { tabs, language: _language, ...scope }: JsonRecord,
): Promise<Record<string, number>> {
  const keys = typeof tabs === 'string' ? [...new Set(tabs.split(','))] : Object.keys(queries);
  const asked = keys.map((key) => {
    const query = Object.hasOwn(queries, key) ? queries[key] : rejectValue('tabs');
    return {
      key,
      list: checkList(resource, { search: toSearch({ ...scope, ...query }), searchJoin: 'and' }),
    };
  });
  const daily = options.dailyRowCounts?.(ctx);
  const columns = asked.map(({ list }) => {
    if (daily && asksForAll(list)) return listedCount(daily);
    const matching = (ctx.db as AnyDb)
      .selectFrom(options.table)
      .select('id')
      .where((eb) => conditionOf(resource, options, ctx, list, eb))
      .limit(tabCountLimit + 1);
    return sql`(select count(*)::int from (${matching}) matching)`;
  });
  const { rows } = await sql<{
    counts: number[];
  }>`select array[${sql.join(columns)}]::int[] as counts`.execute(ctx.db);
  return Object.fromEntries(keys.map((key, index) => [key, rows[0]?.counts[index] ?? 0]));
}
