import type { AnyResource } from '@/contract/core/define';
import { defaultLimit, listKeys, maximumLimit } from '@/contract/core/paging';
import { parseSearch, type SearchPair } from '@/contract/core/search';
import { readWhole } from '@/server/core/numbers';
import type { Ctx } from '../context';
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

/** Where unknown keys are collected instead of refused: lists that another client reads. */
type Reader = Pick<Ctx, 'ignoredKeys'>;

/**
 * Parses a list query (rules/core: client input is an allow-list). An unknown sort, search key or filter is ignored and
 * named when `reader` is another client (rules/core: other clients may send more than we know). Otherwise, and for a bad
 * number, throws VALIDATION_FAILED.
 */
export function checkList(
  resource: ListRules,
  query: Record<string, unknown>,
  { ignoredKeys }: Reader = {},
): CheckedList {
  const refuse: Refuse = (key, name = key) => (ignoredKeys ? void ignoredKeys.push(name) : rejectValue(key));
  const text = (key: string) => {
    const value = query[key];
    if (Array.isArray(value)) rejectValue(key);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const search = parseSearch(text('search') ?? '');
  if (search.length > 20) rejectValue('search');
  const isKnown = ({ key }: SearchPair) => key === '' || Object.hasOwn(resource.search, key);
  for (const { key } of search.filter((pair) => !isKnown(pair))) refuse('search', `search.${key}`);

  return {
    page: whole('page', text('page'), 1, 1_000_000),
    limit: Math.min(whole('limit', text('limit'), defaultLimit, 1_000_000), maximumLimit),
    ...sortIn(resource, { orderBy: text('orderBy'), sortedBy: text('sortedBy') }, refuse),
    search: search.filter(isKnown),
    joinWithAnd: text('searchJoin')?.toLowerCase() === 'and',
    filters: filtersOf(resource, query, refuse),
  };
}

/** Refuses a key of the query, or notes its name. */
type Refuse = (key: string, name?: string) => void;

function sortIn(
  resource: ListRules,
  asked: { orderBy: string | undefined; sortedBy: string | undefined },
  refuse: Refuse,
): Pick<CheckedList, 'orderBy' | 'sortedBy'> {
  const orderBy = asked.orderBy?.toLowerCase();
  const isKnown = orderBy === undefined || sortKeys(resource).includes(orderBy);
  if (!isKnown) refuse('orderBy');
  if (orderBy === undefined || !isKnown) {
    const { orderBy: usual, sortedBy } = resource.defaultSort;
    return { orderBy: usual.toLowerCase(), sortedBy: directionIn(asked.sortedBy, refuse) ?? sortedBy };
  }
  return { orderBy, sortedBy: directionIn(asked.sortedBy, refuse) ?? 'asc' };
}

function directionIn(text: string | undefined, refuse: Refuse): 'asc' | 'desc' | undefined {
  const direction = text?.toLowerCase();
  if (direction === 'asc' || direction === 'desc') return direction;
  if (direction !== undefined) refuse('sortedBy');
  return undefined;
}

/** Sort keys: `id`, the columns that declare it, and the default. */
export function sortKeys(resource: ListRules): string[] {
  const declared = resource.columns.filter((column) => column.sort).map((column) => column.key);
  return ['id', 'created_at', 'updated_at', ...declared, resource.defaultSort.orderBy];
}

function filtersOf(
  resource: ListRules,
  query: Record<string, unknown>,
  refuse: Refuse,
): Record<string, string> {
  const filters: Record<string, string> = {};
  // A filter names its search key, which may differ from its own: `type` searches `type.slug`.
  const params = resource.filters.filter(({ via }) => via === 'param').map(({ key }) => key);
  const known = [...params, ...Object.keys(resource.search)];
  for (const [key, value] of Object.entries(query)) {
    if ((listKeys as readonly string[]).includes(key)) continue;
    // Other clients of this API send all of their filters, also empty ones.
    if (value === '' || value === 'undefined' || value === 'null') continue;
    if (known.includes(key) && typeof value === 'string') filters[key] = value;
    else refuse(key);
  }
  return filters;
}

function whole(key: string, text: string | undefined, otherwise: number, most: number): number {
  return text === undefined ? otherwise : readWhole(key, text, most);
}
