import type { AnyResource } from '@/contract/core/define';
import { defaultLimit, listKeys, maximumLimit } from '@/contract/core/paging';
import { parseSearch, type SearchPair } from '@/contract/core/search';
import { readWhole } from '@/server/core/numbers';
import { rejectValue } from '../errors';

/** The declared columns, filters and search keys of a list. */
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
}

/** True when all search keys must match, not one of several. */
export const requiresAll = ({ search, joinWithAnd }: CheckedList): boolean =>
  joinWithAnd || search.length < 2;

/** True for a query without search and filters. */
export const asksForAll = ({ search, filters }: CheckedList): boolean =>
  search.length === 0 && Object.keys(filters).length === 0;

/**
 * Parses a list query (rules/core: client input is an allow-list). Throws VALIDATION_FAILED for an unknown sort, search
 * key or filter, or a bad number.
 */
export function checkList(resource: ListRules, query: Record<string, unknown>): CheckedList {
  const text = (key: string) => {
    const value = query[key];
    if (Array.isArray(value)) rejectValue(key);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const orderBy = (text('orderBy') ?? resource.defaultSort.orderBy).toLowerCase();
  if (!sortKeys(resource).includes(orderBy)) rejectValue('orderBy');
  const sortedBy = (
    text('sortedBy') ?? (text('orderBy') ? 'asc' : resource.defaultSort.sortedBy)
  ).toLowerCase();
  if (sortedBy !== 'asc' && sortedBy !== 'desc') rejectValue('sortedBy');
  const search = parseSearch(text('search') ?? '');
  if (search.length > 20 || search.some(({ key }) => key !== '' && !Object.hasOwn(resource.search, key)))
    rejectValue('search');

  return {
    page: whole('page', text('page'), 1, 1_000_000),
    limit: Math.min(whole('limit', text('limit'), defaultLimit, 1_000_000), maximumLimit),
    orderBy,
    sortedBy: sortedBy as 'asc' | 'desc',
    search,
    joinWithAnd: text('searchJoin')?.toLowerCase() === 'and',
    filters: filtersOf(resource, query),
  };
}

/** Sort keys: `id`, the columns that declare it, and the default. */
export function sortKeys(resource: ListRules): string[] {
  const declared = resource.columns.filter((column) => column.sort).map((column) => column.key);
  return ['id', 'created_at', 'updated_at', ...declared, resource.defaultSort.orderBy];
}

function filtersOf(resource: ListRules, query: Record<string, unknown>): Record<string, string> {
  const filters: Record<string, string> = {};
  // A filter names its search key, which may differ from its own: `type` searches `type.slug`.
  const params = resource.filters.filter(({ via }) => via === 'param').map(({ key }) => key);
  const known = [...params, ...Object.keys(resource.search)];
  for (const [key, value] of Object.entries(query)) {
    if ((listKeys as readonly string[]).includes(key)) continue;
    // Other clients of this API send all of their filters, also empty ones.
    if (value === '' || value === 'undefined' || value === 'null') continue;
    if (!known.includes(key) || typeof value !== 'string') rejectValue(key);
    filters[key] = value;
  }
  return filters;
}

function whole(key: string, text: string | undefined, otherwise: number, most: number): number {
  return text === undefined ? otherwise : readWhole(key, text, most);
}
