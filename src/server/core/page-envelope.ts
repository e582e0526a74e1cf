import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Page } from '@/contract/core/paging';
import type { DB } from './db/types';
import { apiBase } from './files/attachments';
import type { JsonRecord } from './json-record';
import type { CheckedList, ListRules } from './resource/list-query';

interface Declared extends Partial<Pick<ListRules, 'search' | 'defaultSort'>> {
  /** Filters that are query parameters of their own. */
  params?: readonly string[];
}

/** What may be asked of a list that is not a family's; latest first unless it says otherwise. */
export const listRules = (endpoint: string, { params = [], ...declared }: Declared = {}): ListRules => ({
  endpoint,
  columns: [],
  filters: params.map((key) => ({ key, via: 'param', kind: 'select' })),
  search: {},
  defaultSort: { orderBy: 'id', sortedBy: 'desc' },
  translatable: [],
  ...declared,
});

/** The requested page of the chosen rows of a table, by id, and how many there are in all. */
export async function readPage<Table extends keyof DB>(
  chosen: SelectQueryBuilder<DB, Table, object>,
  { page, limit, sortedBy }: Pick<CheckedList, 'page' | 'limit' | 'sortedBy'>,
): Promise<{ rows: Selectable<DB[Table]>[]; total: number }> {
  const { total } = await chosen
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await chosen
    .selectAll()
    .orderBy(sql`id`, sortedBy)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { rows: rows as Selectable<DB[Table]>[], total };
}

/** The envelope of a list. Page addresses repeat the query. */
export function wrapPage<Row = JsonRecord>(
  resource: Pick<ListRules, 'endpoint'>,
  query: Pick<CheckedList, 'page' | 'limit'>,
  asked: JsonRecord,
  found: { data: Row[]; total: number; isEstimate?: boolean },
): Page<Row> {
  const { data, total, isEstimate } = found;
  const lastPage = Math.max(1, Math.ceil(total / query.limit));
  const from = (query.page - 1) * query.limit;
  const url = (page: number) => {
    const text = Object.entries({ ...asked, page }).map(([key, value]) => [key, String(value)]);
    return `${apiBase}/${resource.endpoint}?${new URLSearchParams(text)}`;
  };
  return {
    data,
    current_page: query.page,
    per_page: query.limit,
    from: data.length > 0 ? from + 1 : null,
    to: data.length > 0 ? from + data.length : null,
    last_page: lastPage,
    total,
    ...(isEstimate && { total_is_estimate: true }),
    first_page_url: url(1),
    last_page_url: url(lastPage),
    next_page_url: query.page < lastPage ? url(query.page + 1) : null,
    prev_page_url: query.page > 1 ? url(query.page - 1) : null,
  };
}
