import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { exactTotalLimit } from '@/contract/core/paging';
import { prepared } from '@/server/core/db/prepared';
import type { Ctx } from '../context';
import type { CheckedList, ListRules } from '../http/list-query';
import { asksForAll, listedCount, startOf } from './daily-row-counts';
import type { ServiceOptions } from './options';
import { type AnyDb, type Columns, column, conditionOf, isText, type StoredRow, visible } from './query';
import { type Related, selectRelated } from './relations';

/**
 * One page of a family's rows, completed by `show`, with its total (design §4). Without filters one statement reads the
 * page, its count and its related records; with a search the count runs in parallel, because both may take long.
 */
export async function listRows<Row>(
  resource: ListRules,
  options: ServiceOptions,
  ctx: Ctx,
  query: CheckedList,
  show: (rows: StoredRow[], related?: Related[]) => Promise<Row[]>,
) {
  if (!asksForAll(query)) {
    const [data, total] = await Promise.all([
      pageRows(resource, options, ctx, query).then((rows) => show(rows)),
      totalOf(resource, options, ctx, query),
    ]);
    return { data, ...total };
  }
  const { rows, related, count } = await wholePage(resource, options, ctx, query);
  const [data, total] = await Promise.all([
    show(rows, related),
    totalOf(resource, options, ctx, query, count),
  ]);
  return { data, ...total };
}

/** Data of the page as a whole; sent with its first row. */
interface Beside {
  /** Null where counting may take longer than the page. */
  count: Count | null;
  related: Related[] | null;
}

async function wholePage(resource: ListRules, options: ServiceOptions, ctx: Ctx, query: CheckedList) {
  const { page, order } = selectPage(resource, options, ctx, query);
  const place = sql<number>`row_number() over (order by ${order}, id ${sql.raw(query.sortedBy)})`;
  const related = selectRelated(
    ctx,
    options,
    (of) => sql`array(select ${sql.ref(of)} from list_rows)::bigint[]`,
  );
  const { rows: found } = await sql<
    StoredRow & { list_place: number; list_beside: Beside | null }
  >`with ${prepared} list_rows as materialized (${page.select(place.as('list_place'))})
    select *, case when list_place = 1 then json_build_object('related', ${related ? sql`(${related})` : sql`null`},
      'count', ${countAtOnce(resource, options, ctx, query)}) end as list_beside
    from list_rows order by list_place`.execute(ctx.db);
  const rows = found.map(({ list_place: _place, list_beside: _beside, ...row }) => row as StoredRow);
  const beside = found[0]?.list_beside;
  return { rows, related: beside?.related ?? [], count: beside?.count };
}

/** The rows of one page alone. */
export async function pageRows(
  resource: ListRules,
  options: ServiceOptions,
  ctx: Ctx,
  query: CheckedList,
): Promise<StoredRow[]> {
  const { page, order } = selectPage(resource, options, ctx, query);
  return (await page.orderBy(order).orderBy('id', query.sortedBy).execute()) as StoredRow[];
}

/**
 * Selects the rows of a page, and returns their order. Ids are found first, so that the offset is skipped in the index
 * without visiting the rows.
 */
function selectPage(resource: ListRules, options: ServiceOptions, ctx: Ctx, query: CheckedList) {
  const own = options.sorts?.[query.orderBy];
  const sorted = own ?? column(resource, ctx, query.orderBy);
  const isWord = own === undefined && isText(resource, query.orderBy);
  const by = isWord ? sql`${sorted} collate "und-x-icu"` : sorted;
  const page = (ctx.db as AnyDb)
    .selectFrom(options.table)
    .selectAll()
    .where('id', 'in', idsOfPage(resource, options, ctx, query, by));
  return { page, order: sql`${by} ${sql.raw(query.sortedBy)}` };
}

function idsOfPage(
  resource: ListRules,
  options: ServiceOptions,
  ctx: Ctx,
  query: CheckedList,
  order: RawBuilder<unknown>,
): Expression<unknown> {
  const first = options.candidateIds?.(ctx, query);
  if (!first) return idsInTurn(resource, options, ctx, query, order);
  const page = (ids: RawBuilder<unknown>, also: Expression<SqlBool>[] = []) =>
    (ctx.db as AnyDb)
      .selectFrom(options.table)
      .select('id')
      .where((eb) =>
        eb.and([visible(options, ctx, eb, 'read'), sql<SqlBool>`id = any(array(${ids}))`, ...also]),
      )
      .orderBy(order, query.sortedBy)
      .orderBy('id', query.sortedBy)
      .limit(query.limit)
      .offset((query.page - 1) * query.limit);
  if (!first.unlessMore) return page(first.ids);
  const { than, surely, fits, rest } = first.unlessMore;
  const inTurn = idsInTurn(resource, options, ctx, rest, order, [
    fits,
    sql<SqlBool>`(select not are_few from known)`,
  ]);
  const most = sql`(select case when ${surely ?? sql`null`} is null then ${than + 1}::integer else 0 end)`;
  return sql`(with most as materialized (select ${most} as ids),
      found as materialized (select id from (${first.ids}) fitting limit (select ids from most)),
      known as materialized (select count(*) < (select ids from most) as are_few from found)
    select id from (${page(sql`select id from found`, [sql<SqlBool>`(select are_few from known)`])}) few
    union all select id from (${inTurn}) many)`;
}

function idsInTurn(
  resource: ListRules,
  options: ServiceOptions,
  ctx: Ctx,
  query: CheckedList,
  order: RawBuilder<unknown>,
  also: Expression<SqlBool>[] = [],
): Expression<unknown> {
  const before = (query.page - 1) * query.limit;
  const asked = (ctx.db as AnyDb)
    .selectFrom(options.table)
    .select('id')
    .where((eb) => eb.and([conditionOf(resource, options, ctx, query, eb), ...also]));
  const apart = options.unionBranches?.(ctx, query);
  if (apart) {
    const each = apart.map(
      (part) =>
        sql`(${asked
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
  const page = asked
    .orderBy(order, query.sortedBy)
    .orderBy('id', query.sortedBy)
    // A literal, so that a cached plan takes the number of rows into account.
    .limit(sql.lit(query.limit));
  const listed =
    query.orderBy === 'created_at' && also.length === 0 && asksForAll(query)
      ? options.dailyRowCounts?.(ctx)
      : undefined;
  const start = listed && startOf(listed, query);
  // The first page has no offset: with one as a parameter the server plans the query every time.
  if (!start) return before === 0 ? page : page.offset(before);
  return sql`(with start as materialized (${start.select})
    ${page.where(start.isReached).offset(sql<number>`(select start.passed from start)`)})`;
}

/** Larger counts of a large table are left out of the page's statement: they would take longer than the page. */
const quicklyCounted = 1000;

/** A `Count` of all rows that the person may read; null where the planner's estimate should be tried first. */
function countAtOnce(resource: ListRules, options: ServiceOptions, ctx: Ctx, query: CheckedList) {
  const count = countOf(resource, options, ctx, query);
  if (options.dailyRowCounts?.(ctx)) return count;
  const size = sql`(select reltuples from pg_class where oid = ${sql.lit(options.table)}::regclass)`;
  const quick = countOf(resource, options, ctx, query, quicklyCounted);
  return sql`case when ${size} < ${sql.lit(5 * exactTotalLimit)} then ${count} else (select case
    when quick.count[1] <= ${sql.lit(quicklyCounted)} then quick.count end from (select ${quick} as count) quick) end`;
}

type Where = (eb: Columns) => Expression<SqlBool>;

/** Rows counted up to `exactTotalLimit`, and the approximate total where it is known without counting. */
type Count = [counted: number, many: number | null];

/** Selects a `Count` that stops at `most` + 1 rows. */
function countOf(
  resource: ListRules,
  options: ServiceOptions,
  ctx: Ctx,
  query: CheckedList,
  most = exactTotalLimit,
): RawBuilder<Count> {
  const listed = options.dailyRowCounts?.(ctx);
  if (listed && asksForAll(query)) return sql`array[${listedCount(listed)}, null]`;
  const apart = options.countSource?.(ctx, query);
  const table: string = options.table;
  const lines = (apart?.lines ?? sql.table<{ id: number }>(table)).as(table);
  const matching = (ctx.db as AnyDb)
    .selectFrom(lines)
    .select('id')
    .where((eb) => conditionOf(resource, options, ctx, apart?.rest ?? query, eb))
    .limit(sql.lit(most + 1));
  return sql`(select array[case when many is null then (select count(*)::int from (${matching}) matching) else many end, many]
    from (select ${apart?.many ?? sql`null::integer`} as many offset 0) guess)`;
}

/**
 * The total: counted up to `exactTotalLimit`, above that the planner's estimate. Where `known` is null the estimate
 * comes first, and is used when it is far above the limit.
 */
async function totalOf(
  resource: ListRules,
  options: ServiceOptions,
  ctx: Ctx,
  query: CheckedList,
  known?: Count | null,
): Promise<{ total: number; isEstimate: boolean }> {
  const where: Where = (eb) => conditionOf(resource, options, ctx, query, eb);
  if (known === null) {
    const expected = await estimate(ctx, options, where);
    if (expected > 2 * exactTotalLimit) return { total: expected, isEstimate: true };
  }
  const [counted, many] = known ?? (await readCount(resource, options, ctx, query));
  const isListed = options.dailyRowCounts?.(ctx) !== undefined && asksForAll(query);
  if (isListed || counted <= exactTotalLimit || many !== null)
    return { total: counted, isEstimate: many !== null };
  return { total: await estimate(ctx, options, where), isEstimate: true };
}

async function readCount(
  resource: ListRules,
  options: ServiceOptions,
  ctx: Ctx,
  query: CheckedList,
): Promise<Count> {
  const { rows } = await sql<{
    count: Count;
  }>`select ${countOf(resource, options, ctx, query)} as count`.execute(ctx.db);
  return rows[0]?.count ?? [0, null];
}

/** The planner's estimate: good enough above `exactTotalLimit`, and marked as an estimate. */
async function estimate(ctx: Ctx, options: ServiceOptions, where: Where): Promise<number> {
  const [plan] = await (ctx.db as AnyDb).selectFrom(options.table).select('id').where(where).explain<{
    'QUERY PLAN': { Plan: { 'Plan Rows': number } }[];
  }>('json');
  return Math.max(plan?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0, exactTotalLimit + 1);
}
