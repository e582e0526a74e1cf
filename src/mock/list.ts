import type { AnyResource } from '@/contract/core/define';
import { defaultLimit, listKeys, maximumLimit, type Page } from '@/contract/core/paging';
import { parseSearch, type SearchPair } from '@/contract/core/search';
import { wrongValue } from './refusal';
import type { Row } from './world';

/** One page of a family's rows by the rules of its declaration: search, filters, sort, paging. */
export function buildPage(resource: AnyResource, rows: readonly Row[], query: URLSearchParams): Page<Row> {
  const sorted = sortedRows(resource, matching(resource, rows, query), query);
  const limit = Math.min(whole(query, 'limit', defaultLimit), maximumLimit);
  const page = whole(query, 'page', 1);
  const start = (page - 1) * limit;
  const data = sorted.slice(start, start + limit);
  const last = Math.max(1, Math.ceil(sorted.length / limit));
  const address = (number: number) => `${resource.endpoint}?page=${number}`;
  return {
    data,
    current_page: page,
    per_page: limit,
    last_page: last,
    total: sorted.length,
    from: data.length > 0 ? start + 1 : null,
    to: data.length > 0 ? start + data.length : null,
    first_page_url: address(1),
    last_page_url: address(last),
    next_page_url: page < last ? address(page + 1) : null,
    prev_page_url: page > 1 ? address(page - 1) : null,
  };
}

/** The rows of a list without paging. */
export function matching(resource: AnyResource, rows: readonly Row[], query: URLSearchParams): Row[] {
  const pairs = parseSearch(query.get('search') ?? '');
  if (pairs.some(({ key }) => key !== '' && !Object.hasOwn(resource.search, key))) throw wrongValue('search');
  const filters = filtersOf(resource, query);
  const needsAll = query.get('searchJoin')?.toLowerCase() === 'and';
  return rows.filter((row) => {
    const fits = (pair: SearchPair) => matches(resource, row, pair);
    const found = pairs.length === 0 || (needsAll ? pairs.every(fits) : pairs.some(fits));
    return found && filters.every(fits);
  });
}

function filtersOf(resource: AnyResource, query: URLSearchParams): SearchPair[] {
  const params = resource.filters.filter(({ via }) => via === 'param').map(({ key }) => key);
  const known = [...params, ...Object.keys(resource.search)];
  return [...query].flatMap(([key, value]) => {
    if ((listKeys as readonly string[]).includes(key)) return [];
    if (!known.includes(key)) throw wrongValue(key);
    return value === '' ? [] : [{ key, value }];
  });
}

/** Search keys that are not columns; any other unknown key, such as `own`, leaves every row. */
const derived: Record<string, (row: Row, value: string) => boolean> = {
  created_from: (row, day) => row.created_at.slice(0, 10) >= day,
  created_to: (row, day) => row.created_at.slice(0, 10) <= day,
  paid_from: (row, day) => String(row.paid_at ?? '').slice(0, 10) >= day,
  paid_to: (row, day) => Boolean(row.paid_at) && String(row.paid_at).slice(0, 10) <= day,
  role: (row, role) => valuesAt(row, 'permissions.name')[0] === role,
  parent: (row, id) => (id === 'null' ? row.parent_id === null : String(row.parent_id) === id),
  self: (row, id) => String(row.id) !== id,
  exclude: (row, id) => String(row.id) !== id,
  answered: (row, flag) => Boolean(row.answer) === isOn(flag),
  reported: (row, flag) => Number(row.abusive_reports_count) > 0 === isOn(flag),
  stock: (row, states) => states.split(',').includes(stockOf(row)),
  contact: (row, text) => includes(valuesAt(row, 'profile.contact'), text),
  'users.name': (row, text) => includes(valuesAt(row, 'owner.name'), text),
};

function matches(resource: AnyResource, row: Row, { key, value }: SearchPair): boolean {
  if (key === '') return likeKeys(resource).some((each) => includes(valuesAt(row, each), value));
  const own = derived[key];
  if (own) return own(row, value);
  const values = valuesAt(row, key);
  if (values.length === 0) return !((key.split('.')[0] ?? key) in row);
  if (resource.search[key] === 'like') return includes(values, value);
  const wanted = resource.search[key] === 'in' ? value.split(',') : [value];
  return values.some((one) => wanted.some((text) => isSame(one, text)));
}

const likeKeys = ({ search }: AnyResource) => Object.keys(search).filter((key) => search[key] === 'like');
const isOn = (flag: string) => flag === '1' || flag === 'true';
const isSame = (one: unknown, text: string) =>
  typeof one === 'boolean' ? one === isOn(text) : String(one) === text;
const includes = (values: readonly unknown[], text: string) =>
  values.some((one) =>
    String(one ?? '')
      .toLocaleLowerCase('ru')
      .includes(text.toLocaleLowerCase('ru')),
  );

function stockOf({ quantity, low_at }: Row): string {
  if (Number(quantity) === 0) return 'out';
  return Number(quantity) <= Number(low_at) ? 'low' : 'enough';
}

/** Values at a path such as `shop.slug` or `categories.slug`; none when the row lacks it. */
function valuesAt(row: Row, path: string): unknown[] {
  const parts = path.split('.');
  let values: unknown[] = [row];
  for (const part of parts) {
    values = values.flatMap((value) => {
      const next =
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined;
      return next === undefined ? [] : Array.isArray(next) ? next : [next];
    });
  }
  return values;
}

function sortedRows(resource: AnyResource, rows: readonly Row[], query: URLSearchParams): Row[] {
  const asked = query.get('orderBy')?.toLowerCase();
  const key = asked || resource.defaultSort.orderBy;
  const columns = resource.columns.filter(({ sort }) => sort).map((column) => column.key);
  const known = ['id', 'created_at', 'updated_at', ...columns, resource.defaultSort.orderBy];
  if (!known.includes(key)) throw wrongValue('orderBy');
  const order = (query.get('sortedBy') || (asked ? 'asc' : resource.defaultSort.sortedBy)).toLowerCase();
  if (order !== 'asc' && order !== 'desc') throw wrongValue('sortedBy');
  const sign = order === 'asc' ? 1 : -1;
  return [...rows].sort((a, b) => sign * (compare(a[key], b[key]) || a.id - b.id));
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a ?? '').localeCompare(String(b ?? ''), 'ru', { numeric: true });
}

function whole(query: URLSearchParams, key: string, otherwise: number): number {
  const text = query.get(key);
  if (text === null || text === '') return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw wrongValue(key);
  return value;
}
