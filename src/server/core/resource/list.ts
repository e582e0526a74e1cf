import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { exactTotalLimit } from '@/contract/core/paging';
import { kept } from '@/server/core/db/prepared';
import type { Ctx } from '../context';
import type { CheckedList, ListRules } from '../http/list-query';
import { asksForAll, countListed, startOf } from './daily-row-counts';
import type { ServiceOptions } from './options';
import { type AnyDb, type Columns, column, conditionOf, isText, type StoredRow, visible } from './query';

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
  const isUsual = query.page === 1 && asksForAll(query) && options.dailyRowCounts?.(ctx) !== undefined;
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
  const inTurn = await idsInTurn(resource, options, ctx, rest, order, [
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

async function idsInTurn(
  resource: ListRules,
  options: ServiceOptions,
  ctx: Ctx,
  query: CheckedList,
  order: RawBuilder<unknown>,
  also: Expression<SqlBool>[] = [],
): Promise<Expression<unknown>> {
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
  const listed =
    query.orderBy === 'created_at' && also.length === 0 && asksForAll(query)
      ? options.dailyRowCounts?.(ctx)
      : undefined;
  const start = listed && (await startOf(ctx, listed, query));
  return (
    asked
      .$if(start !== undefined, (some) => some.where(sql<SqlBool>`created_at ${start?.from}`))
      .orderBy(order, query.sortedBy)
      .orderBy('id', query.sortedBy)
      // Written out: a plan that is kept then knows how few rows are wanted.
      .limit(sql.lit(query.limit))
      .offset(sql.lit(start?.offset ?? before))
  );
}

type Where = (eb: Columns) => Expression<SqlBool>;

/** How many rows there are: counted up to `exactTotalLimit`, above it what the planner expects. */
async function totalOf(resource: ListRules, options: ServiceOptions, ctx: Ctx, query: CheckedList) {
  const db = ctx.db as AnyDb;
  const fits =
    (asked: CheckedList): Where =>
    (eb) =>
      conditionOf(resource, options, ctx, asked, eb);
  const listed = options.dailyRowCounts?.(ctx);
  if (listed && asksForAll(query)) return { total: await countListed(ctx, listed), isEstimate: false };
  const apart = options.countSource?.(ctx, query);
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

/** How many rows the planner expects: good enough above `exactTotalLimit`, and it says so. */
async function estimate(ctx: Ctx, options: ServiceOptions, where: Where): Promise<number> {
  const [plan] = await (ctx.db as AnyDb).selectFrom(options.table).select('id').where(where).explain<{
    'QUERY PLAN': { Plan: { 'Plan Rows': number } }[];
  }>('json');
  return Math.max(plan?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0, exactTotalLimit + 1);
}
