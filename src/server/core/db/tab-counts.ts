import { type RawBuilder, sql } from 'kysely';
import type { AnyResource } from '@/contract/core/define';
import { tabCountLimit } from '@/contract/core/paging';
import { toSearch } from '@/contract/core/search';
import type { Ctx } from '../context';
import { rejectValue } from '../errors';
import type { JsonRecord } from '../json-record';
import { selectMatching } from '../resource/list';
import { checkList } from '../resource/list-query';
import type { ServiceOptions } from '../resource/options';
import { countUpTo } from './row-counts';
import { countAsMeant } from './search';

export interface TabCounts {
  /** Rows in each tab that the family declares, counted up to `tabCountLimit` + 1. */
  countTabs: (ctx: Ctx, query: JsonRecord) => Promise<Record<string, number>>;
}

/** `GET <family>/counts` for the tabs of a declaration (rules/panel: tabs count what they show). */
export function tabCounts(resource: AnyResource, options: ServiceOptions): TabCounts {
  return {
    countTabs: (ctx, query) =>
      countTabs(ctx, resource.tabs ?? {}, query, (search) =>
        countAsMeant(resource, checkList(resource, search), (asked) =>
          countUpTo(selectMatching(resource, options, ctx, asked), tabCountLimit),
        ),
      ),
  };
}

/**
 * How many rows each tab of a list has, in one query. `tabs` of the query are those asked for, its other parameters search
 * pairs common to all tabs. Throws VALIDATION_FAILED for an unknown tab.
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
