import { type RawBuilder, sql } from 'kysely';
import { toSearch } from '@/contract/core/search';
import type { Ctx } from '../context';
import { rejectValue } from '../errors';
import type { JsonRecord } from '../json-record';

/**
 * `GET <family>/counts?tabs=&…`: how many rows each tab of a list has, in one query. The other parameters are search pairs
 * common to all tabs. Throws VALIDATION_FAILED for an unknown tab.
 */
export async function countTabs<Tab extends string>(
  ctx: Ctx,
  tabs: Record<Tab, Record<string, string>>,
  { tabs: asked, language: _language, ...scope }: JsonRecord,
  countOf: (search: JsonRecord) => RawBuilder<number>,
): Promise<Record<string, number>> {
  const isTab = (key: string): key is Tab => Object.hasOwn(tabs, key);
  const keys = typeof asked === 'string' ? [...new Set(asked.split(','))] : Object.keys(tabs);
  const counts = keys.map((key) =>
    isTab(key)
      ? countOf({ search: toSearch({ ...scope, ...tabs[key] }), searchJoin: 'and' })
      : rejectValue('tabs'),
  );
  const { rows } = await sql<{
    counts: number[];
  }>`select array[${sql.join(counts)}]::int[] as counts`.execute(ctx.db);
  return Object.fromEntries(keys.map((key, index) => [key, rows[0]?.counts[index] ?? 0]));
}
