import { type RawBuilder, sql } from 'kysely';
import { products } from '@/contract/catalogue/products';
import { type ProductTab, productTabs } from '@/contract/catalogue/products/tabs';
import { tabCountLimit } from '@/contract/core/paging';
import { toSearch } from '@/contract/core/search';
import { type Ctx, isAdmin } from '@/server/core/context';
import { countByDays } from '@/server/core/db/daily-row-counts';
import { countUpTo } from '@/server/core/db/row-counts';
import { rejectValue } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { selectMatching } from '@/server/core/resource/list';
import { asksForAll, checkList } from '@/server/core/resource/list-query';
import { productOptions } from './product-options';

/**
 * `GET products/counts?tabs=&…`: how many products each tab of the list has, in one query. Each count stops at
 * `tabCountLimit` + 1. `scope` are search pairs common to all tabs. Throws VALIDATION_FAILED for an unknown tab.
 */
export async function countTabs(
  ctx: Ctx,
  { tabs, language: _language, ...scope }: JsonRecord,
): Promise<Record<string, number>> {
  const keys = typeof tabs === 'string' ? [...new Set(tabs.split(','))] : Object.keys(productTabs);
  const counts = keys.map((key) => (isTab(key) ? countTab(ctx, key, scope) : rejectValue('tabs')));
  const { rows } = await sql<{
    counts: number[];
  }>`select array[${sql.join(counts)}]::int[] as counts`.execute(ctx.db);
  return Object.fromEntries(keys.map((key, index) => [key, rows[0]?.counts[index] ?? 0]));
}

const isTab = (key: string): key is ProductTab => Object.hasOwn(productTabs, key);

function countTab(ctx: Ctx, tab: ProductTab, scope: JsonRecord): RawBuilder<number> {
  const asked = checkList(products, {
    search: toSearch({ ...scope, ...productTabs[tab] }),
    searchJoin: 'and',
  });
  if (isAdmin(ctx) && asksForAll(asked)) return countByDays('products');
  return countUpTo(selectMatching(products, productOptions, ctx, asked), tabCountLimit);
}
