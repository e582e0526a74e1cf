import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { defaultLanguage } from '@/contract/core/languages';
import { ownValue } from '@/contract/core/own-value';
import type { Page } from '@/contract/core/paging';
import { escapeLike } from '@/server/core/db/like';
import { apiBase } from '@/server/core/files/attachments';
import type { Ctx } from '../context';
import type { CheckedList, ListRules } from './list-query';
import type { ServiceOptions } from './options';
import { bySlug } from './relations';

export type JsonRecord = Record<string, unknown>;
export type StoredRow = JsonRecord & {
  id: number;
  version: number;
  translations?: Record<string, JsonRecord>;
};

/** The values of the given keys that are present. */
export function pick(values: JsonRecord, keys: readonly string[]): JsonRecord {
  const picked: JsonRecord = {};
  for (const key of keys) if (key in values) picked[key] = values[key];
  return picked;
}

/** The engine works on a table named by its caller: the only place where the compiler does not know the columns. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyDb = Kysely<any>;
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Columns = ExpressionBuilder<any, any>;

/** Rows that exist (or are in the trash) and that the person may read or write: part of every query of the engine. */
export function visible(
  options: ServiceOptions,
  ctx: Ctx,
  eb: Columns,
  purpose: 'read' | 'write',
  trashed = false,
) {
  const filter = options.policy?.(ctx, purpose);
  return eb.and([eb('deleted_at', trashed ? 'is not' : 'is', null), ...(filter ? [filter(eb)] : [])]);
}

/** Condition of a list's query, limited to what the person may see. */
export function conditionOf(
  resource: ListRules,
  options: ServiceOptions,
  ctx: Ctx,
  query: CheckedList,
  eb: Columns,
) {
  const one = (key: string, value: string): Expression<SqlBool> => {
    const own = ownValue(options.conditions ?? {}, key) ?? bySlug(options.relations ?? {}, key);
    if (own) return own(eb, value, ctx, query);
    const operator = ownValue(resource.search, key);
    if (operator === 'like') {
      return sql<SqlBool>`${column(resource, ctx, key)} ilike ${`%${escapeLike(value)}%`}`;
    }
    return isOneOf(key, operator === 'in' ? value.split(',') : [value]);
  };
  const anywhere = Object.keys(resource.search).filter((key) => ownValue(resource.search, key) === 'like');
  const searched = query.search.map(({ key, value }) =>
    key === '' ? eb.or(anywhere.map((each) => one(each, value))) : one(key, value),
  );
  const filtered = Object.entries(query.filters).map(([key, value]) => one(key, value));
  const asked = query.joinWithAnd || searched.length === 0 ? eb.and(searched) : eb.or(searched);
  return eb.and([visible(options, ctx, eb, 'read'), asked, ...filtered]);
}

/** A column in the reader's language: a translation overrides the default text. */
export function column(resource: ListRules, ctx: Ctx, name: string): RawBuilder<unknown> {
  if (ctx.locale === defaultLanguage || !resource.translatable.includes(name)) return sql`${sql.ref(name)}`;
  return sql`coalesce(translations -> ${ctx.locale} ->> ${name}, ${sql.ref(name)})`;
}

/** True of a column that is sorted alphabetically. */
export function isText(resource: ListRules, name: string): boolean {
  return (
    resource.translatable.includes(name) ||
    // An id is a number even where it serves as the title.
    (name !== 'id' &&
      resource.columns.some(({ key, kind }) => key === name && (kind === 'title' || kind === 'text')))
  );
}

/**
 * Ids and flags are compared in the column's own type, so that its index is used; a value that the column cannot hold
 * matches nothing. Other columns are compared as text: numbers and days have no index of this kind.
 */
export function isOneOf(key: string, values: string[]): Expression<SqlBool> {
  const isId = /(^|_)id$/.test(key);
  if (!isId && !key.startsWith('is_')) return sql<SqlBool>`${sql.ref(key)}::text in (${sql.join(values)})`;
  const known = isId ? values.filter((value) => /^\d{1,15}$/.test(value)).map(Number) : values.flatMap(flags);
  return known.length > 0 ? sql<SqlBool>`${sql.ref(key)} in (${sql.join(known)})` : sql<SqlBool>`false`;
}

/** Flags are 1, 0, true or false in a search. */
function flags(value: string): boolean[] {
  if (value === '1' || value === 'true') return [true];
  return value === '0' || value === 'false' ? [false] : [];
}

/** The envelope of a list. Page addresses repeat the query. */
export function pageOf<Row = JsonRecord>(
  resource: Pick<ListRules, 'endpoint'>,
  query: Pick<CheckedList, 'page' | 'limit'>,
  asked: JsonRecord,
  found: { data: Row[]; total: number; isEstimate: boolean },
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
