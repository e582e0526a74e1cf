import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { defaultLanguage } from '@/contract/languages';
import { exactTotalLimit, type Page } from '@/contract/paging';
import type { Ctx } from '../context';
import { kept } from '../db/kept';
import type { CheckedList, ListRules } from '../http/list-query';
import { apiBase } from './attachments';
import { asksForAll, countListed, startOf } from './listed-days';
import type { ServiceOptions } from './resource-options';
import { bySlug } from './resource-relations';

export type Values = Record<string, unknown>;
export type StoredRow = Values & { id: number; version: number; translations?: Record<string, Values> };

/** The values of some keys, where there are any. */
export function pick(values: Values, keys: readonly string[]): Values {
  return Object.fromEntries(keys.filter((key) => key in values).map((key) => [key, values[key]]));
}

/** The engine works on a table that its caller names: the one place where the columns are not known to the compiler. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyDb = Kysely<any>;
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Columns = ExpressionBuilder<any, any>;

/** Rows that exist (or lie in the trash) and that the person may read or write: part of every query of the engine. */
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

/**
 * One page of a family's rows as `show` completes them, with its total (design §4). What can be asked at once is: the
 * rows are completed while the total is still counted.
 */
export async function listRows<Row>(
  resource: ListRules,
  options: ServiceOptions,
  ctx: Ctx,
  query: CheckedList,
  show: (rows: StoredRow[]) => Promise<Row[]>,
) {
  const [data, { total, isEstimate }] = await Promise.all([
    pageRows(resource, options, ctx, query).then(show),
    totalOf(resource, options, ctx, query),
  ]);
  return { data, total, isEstimate };
}

type Where = (eb: Columns) => Expression<SqlBool>;

/** How many rows there are: counted up to `exactTotalLimit`, above it what the planner expects. */
async function totalOf(resource: ListRules, options: ServiceOptions, ctx: Ctx, query: CheckedList) {
  const db = ctx.db as AnyDb;
  const fits =
    (asked: CheckedList): Where =>
    (eb) =>
      conditionOf(resource, options, ctx, asked, eb);
  const listed = options.listed?.(ctx);
  if (listed && asksForAll(query)) return { total: await countListed(ctx, listed), isEstimate: false };
  const apart = options.countedFrom?.(ctx, query);
  const table: string = options.table;
  const lines = (apart?.lines ?? sql.table<{ id: number }>(table)).as(table);
  const matching = db
    .selectFrom(lines)
    .select('id')
    .where(fits(apart?.rest ?? query))
    .limit(exactTotalLimit + 1);
  const { rows } = await sql<{ many: number | null; counted: number }>`
    select many, case when many is null then (select count(*)::int from (${matching}) matching) else many end as counted
    from (select ${apart?.many ?? sql`null::integer`} as many offset 0) guess`.execute(db);
  const [{ many, counted } = { many: null, counted: 0 }] = rows;
  if (counted <= exactTotalLimit || many !== null) return { total: counted, isEstimate: many !== null };
  return { total: await estimate(ctx, options, fits(query)), isEstimate: true };
}

/**
 * The rows of one page alone. Their ids are found first: what lies before the page is then passed over in the index of
 * the order, without looking at the rows themselves.
 */
export async function pageRows(
  resource: ListRules,
  options: ServiceOptions,
  ctx: Ctx,
  query: CheckedList,
): Promise<StoredRow[]> {
  const own = options.sorts?.[query.orderBy];
  const sorted = own ?? column(resource, ctx, query.orderBy);
  const isWord = own === undefined && isText(resource, query.orderBy);
  const order = isWord ? sql`${sorted} collate "und-x-icu"` : sorted;
  const isUsual = query.page === 1 && asksForAll(query) && options.listed?.(ctx) !== undefined;
  const rows = await (ctx.db as AnyDb)
    .selectFrom(options.table)
    .$if(isUsual, (most) => most.modifyFront(kept))
    .selectAll()
    .where('id', 'in', await idsOfPage(resource, options, ctx, query, order))
    .orderBy(order, query.sortedBy)
    .orderBy('id', query.sortedBy)
    .execute();
  return rows as StoredRow[];
}

async function idsOfPage(
  resource: ListRules,
  options: ServiceOptions,
  ctx: Ctx,
  query: CheckedList,
  order: RawBuilder<unknown>,
): Promise<Expression<unknown>> {
  const before = (query.page - 1) * query.limit;
  const ids = (where: Where) => (ctx.db as AnyDb).selectFrom(options.table).select('id').where(where);
  const asked: Where = (eb) => conditionOf(resource, options, ctx, query, eb);
  const apart = options.apart?.(ctx, query);
  if (apart) {
    const each = apart.map(
      (part) =>
        sql`(${ids(asked)
          .select(order.as('place'))
          .where(part)
          .orderBy('place', query.sortedBy)
          .orderBy('id', query.sortedBy)
          .limit(before + query.limit)})`,
    );
    const direction = sql.raw(query.sortedBy);
    return sql`(select id from (${sql.join(each, sql` union all `)}) each
      order by place ${direction}, id ${direction} limit ${query.limit} offset ${before})`;
  }
  const first = options.foundFirst?.(ctx, query);
  const found: Where = (eb) =>
    eb.and([visible(options, ctx, eb, 'read'), sql<SqlBool>`id = any(array(${first}))`]);
  const listed = query.orderBy === 'created_at' && asksForAll(query) ? options.listed?.(ctx) : undefined;
  const start = listed && (await startOf(ctx, listed, query));
  return (
    ids(first ? found : asked)
      .$if(start !== undefined, (some) => some.where(sql<SqlBool>`created_at ${start?.from}`))
      .orderBy(order, query.sortedBy)
      .orderBy('id', query.sortedBy)
      // Written out: a plan that is kept then knows how few rows are wanted.
      .limit(sql.lit(query.limit))
      .offset(sql.lit(start?.offset ?? before))
  );
}

/** What a list's query asks of a row, and what the person may see of it. */
export function conditionOf(
  resource: ListRules,
  options: ServiceOptions,
  ctx: Ctx,
  query: CheckedList,
  eb: Columns,
) {
  const one = (key: string, value: string): Expression<SqlBool> => {
    const own = options.conditions?.[key] ?? bySlug(options.relations ?? {}, key);
    if (own) return own(eb, value, ctx, query);
    if (resource.search[key] === 'like') {
      return sql<SqlBool>`${column(resource, ctx, key)} ilike ${`%${value.replace(/[\\%_]/g, '\\$&')}%`}`;
    }
    return isOneOf(key, resource.search[key] === 'in' ? value.split(',') : [value]);
  };
  const anywhere = Object.keys(resource.search).filter((key) => resource.search[key] === 'like');
  const searched = query.search.map(({ key, value }) =>
    key === '' ? eb.or(anywhere.map((each) => one(each, value))) : one(key, value),
  );
  const filtered = Object.entries(query.filters).map(([key, value]) => one(key, value));
  const asked = query.joinWithAnd || searched.length === 0 ? eb.and(searched) : eb.or(searched);
  return eb.and([visible(options, ctx, eb, 'read'), asked, ...filtered]);
}

/** A column as the reader's language has it: another language lies over the default one. */
function column(resource: ListRules, ctx: Ctx, name: string): RawBuilder<unknown> {
  if (ctx.locale === defaultLanguage || !resource.translatable.includes(name)) return sql`${sql.ref(name)}`;
  return sql`coalesce(translations -> ${ctx.locale} ->> ${name}, ${sql.ref(name)})`;
}

function isText(resource: ListRules, name: string): boolean {
  return (
    resource.translatable.includes(name) ||
    resource.columns.some(({ key, kind }) => key === name && (kind === 'title' || kind === 'text'))
  );
}

/**
 * Ids and flags are compared in the column's own type, so that its index serves; a value that the column cannot hold
 * matches nothing. Other columns are compared as text: numbers and days have no index of this kind.
 */
export function isOneOf(key: string, values: string[]): Expression<SqlBool> {
  const isId = /(^|_)id$/.test(key);
  if (!isId && !key.startsWith('is_')) return sql<SqlBool>`${sql.ref(key)}::text in (${sql.join(values)})`;
  const known = isId ? values.filter((value) => /^\d{1,15}$/.test(value)).map(Number) : values.flatMap(flags);
  return known.length > 0 ? sql<SqlBool>`${sql.ref(key)} in (${sql.join(known)})` : sql<SqlBool>`false`;
}

/** Flags are 1, 0, true or false in a search (reference rules L-13). */
function flags(value: string): boolean[] {
  if (value === '1' || value === 'true') return [true];
  return value === '0' || value === 'false' ? [false] : [];
}

/** How many rows the planner expects: good enough above `exactTotalLimit`, and it says so. */
async function estimate(ctx: Ctx, options: ServiceOptions, where: Where): Promise<number> {
  const [plan] = await (ctx.db as AnyDb).selectFrom(options.table).select('id').where(where).explain<{
    'QUERY PLAN': { Plan: { 'Plan Rows': number } }[];
  }>('json');
  return Math.max(plan?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0, exactTotalLimit + 1);
}

/** The envelope of a list (design §4). Page addresses repeat what was asked. */
export function pageOf<Row = Values>(
  resource: Pick<ListRules, 'endpoint'>,
  query: Pick<CheckedList, 'page' | 'limit'>,
  asked: Values,
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
