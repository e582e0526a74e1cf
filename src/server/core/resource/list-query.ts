import type { AnyResource } from '@/contract/core/define';
import { defaultLimit, listKeys, maximumLimit } from '@/contract/core/paging';
import { parseSearch, type SearchPair } from '@/contract/core/search';
import type { Reading } from '@/server/core/db/like';
import { readWhole } from '@/server/core/numbers';
import type { Ctx } from '../context';
import { rejectValue } from '../errors';
import type { JsonRecord } from '../json-record';

type Check = (isKnown: boolean, key: string) => boolean;

export type ListRules = Pick<
  AnyResource,
  'endpoint' | 'columns' | 'filters' | 'search' | 'defaultSort' | 'translatable'
>;

/** A list request, validated against the family's declaration. */
export interface CheckedList {
  page: number;
  limit: number;
  orderBy: string;
  sortedBy: 'asc' | 'desc';
  search: SearchPair[];
  joinWithAnd: boolean;
  /** Filters that are query parameters of their own. */
  filters: Record<string, string>;
  /** How a text is understood; the first way where left out. */
  reading?: Reading | undefined;
}

/** True when all search keys must match, not one of several. */
export const requiresAll = ({ search, joinWithAnd }: Pick<CheckedList, 'search' | 'joinWithAnd'>): boolean =>
  joinWithAnd || search.length < 2;

/** Search keys and filters alike. */
export const askedPairs = ({ search, filters }: CheckedList): SearchPair[] => [
  ...search,
  ...Object.entries(filters).map(([key, value]) => ({ key, value })),
];

/** True for a query without search and filters. */
export const asksForAll = ({ search, filters }: CheckedList): boolean =>
  search.length === 0 && Object.keys(filters).length === 0;

/**
 * Parses a list query (rules/core: client input is an allow-list). An unknown sort, search key or filter is ignored and
 * named for another client (rules/core: other clients may send more than we know). Otherwise, and for a bad number, throws
 * VALIDATION_FAILED.
 */
export function checkList(
  resource: ListRules,
  query: JsonRecord,
  { ignoredKeys: ignored }: Pick<Ctx, 'ignoredKeys'> = {},
): CheckedList {
  const check = (isKnown: boolean, key: string, name = key): boolean =>
    isKnown || (ignored ? !ignored.push(name) : rejectValue(key));
  const text = (key: string) => {
    const value = query[key];
    if (Array.isArray(value)) rejectValue(key);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const known = (key: string, values: readonly string[]) => {
    const value = text(key)?.toLowerCase();
    return value !== undefined && check(values.includes(value), key) ? value : undefined;
  };
  const search = parseSearch(text('search') ?? '');
  if (search.length > 20) rejectValue('search');
  const hasKey = ({ key }: SearchPair) => key === '' || Object.hasOwn(resource.search, key);
  const orderBy = known('orderBy', sortKeys(resource));
  const usual = orderBy === undefined ? resource.defaultSort.sortedBy : 'asc';
  return {
    page: readWhole('page', text('page') ?? '1', 1_000_000),
    limit: Math.min(readWhole('limit', text('limit') ?? `${defaultLimit}`, 1_000_000), maximumLimit),
    orderBy: orderBy ?? resource.defaultSort.orderBy.toLowerCase(),
    sortedBy: (known('sortedBy', ['asc', 'desc']) ?? usual) as 'asc' | 'desc',
    search: search.filter((pair) => check(hasKey(pair), 'search', `search.${pair.key}`)),
    joinWithAnd: text('searchJoin')?.toLowerCase() === 'and',
    filters: filtersOf(resource, query, check),
  };
}

/** Sort keys: `id`, the columns that declare it, and the default. */
export function sortKeys(resource: ListRules): string[] {
  const declared = resource.columns.filter((column) => column.sort).map((column) => column.key);
  return ['id', 'created_at', 'updated_at', ...declared, resource.defaultSort.orderBy];
}

function filtersOf(resource: ListRules, query: JsonRecord, check: Check): Record<string, string> {
  const filters: Record<string, string> = {};
  // A filter names its search key, which may differ from its own: `type` searches `type.slug`.
  const params = resource.filters.filter(({ via }) => via === 'param').map(({ key }) => key);
  const known = [...params, ...Object.keys(resource.search)];
  for (const [key, value] of Object.entries(query)) {
    if ((listKeys as readonly string[]).includes(key)) continue;
    // Other clients of this API send all of their filters, also empty ones.
    if (value === '' || value === 'undefined' || value === 'null') continue;
    if (check(known.includes(key) && typeof value === 'string', key)) filters[key] = String(value);
  }
  return filters;
}
