import { type Expression, type RawBuilder, sql } from 'kysely';
import { prepared } from '@/server/core/db/prepared';
import type { Ctx } from '../context';
import { countQuickly, countTotal, type IdSelect, type Total } from '../db/row-counts';
import { inWords, matchedBefore, nearPage, pageOfIds } from '../db/search';
import { hiddenColumns } from '../rights/contacts';
import { buildListCondition, column, isText } from './conditions';
import { asksForAll, type CheckedList, type ListRules } from './list-query';
import type { Family, ServiceOptions } from './options';
import { type RelatedValue, selectRelated } from './relations';
import type { AnyDb, StoredRow } from './rows';
import { showRows } from './show';

export interface ListPlan {
  ids: Expression<unknown>;
  /** The same where few rows match: they are found first, and sorted. */
  few?: Expression<unknown>;
  order: RawBuilder<unknown>;
  /** Columns that the list shows; all of them when left out. */
  columns?: readonly string[];
  /** Selects the number of rows of a list without search and filters; null where it is not known yet. */
  count: RawBuilder<number | null>;
  /** The total; `counted` is what `count` gave, undefined with a search. */
  total: (counted?: number | null) => Promise<Total>;
}

/** The plan of any family; `order` replaces the sorted column. */
export function planList(
  resource: ListRules,
  options: ServiceOptions,
  ctx: Ctx,
  query: CheckedList,
  order = hiddenColumns(ctx, options).includes(query.orderBy)
    ? sql.ref('id')
    : sortExpression(resource, ctx, query),
): ListPlan {
  const matching = selectMatching(resource, options, ctx, query);
  return {
    ids: pageOfIds(matching, query, order),
    few: pageOfIds(matchedBefore(ctx.db, options.table, matching), query, order),
    order,
    count: countQuickly(options.table, matching),
    total: (counted) => countTotal(ctx, matching, counted),
  };
}

const planOf = ({ resource, options }: Family, ctx: Ctx, query: CheckedList) =>
  planList(resource, options, ctx, query);

/**
 * One page of rows with its total: one statement for all rows, two beside each other for a search, which may take long, and
 * one after the other where a wrong sign is looked for: each compares many rows, and mostly there are none.
 */
export async function listRows<Row>(
  ctx: Ctx,
  options: ServiceOptions,
  query: CheckedList,
  plan: ListPlan,
  show: (rows: StoredRow[], related?: RelatedValue[]) => Promise<Row[]>,
): Promise<{ data: Row[] } & Total> {
  if (query.reading === 'near')
    return nearPage(plan, async (ids) => show(await readRows(ctx, options, query, { ...plan, ids })));
  if (!asksForAll(query)) {
    const page = readRows(ctx, options, query, plan).then((rows) => show(rows));
    const [data, total] = await Promise.all([page, plan.total()]);
    return { data, ...total };
  }
  const { rows, related, count } = await readCountedPage(ctx, options, query, plan);
  const [data, total] = await Promise.all([show(rows, related), plan.total(count)]);
  return { data, ...total };
}

/** The same for rows of a family, in their final form. */
export const listPage = (family: Family, ctx: Ctx, query: CheckedList, plan = planOf(family, ctx, query)) =>
  listRows(ctx, family.options, query, plan, (rows, related) => showRows(family, ctx, rows, related));

export const pageRows = async (
  family: Family,
  ctx: Ctx,
  query: CheckedList,
  plan = planOf(family, ctx, query),
) => showRows(family, ctx, await readRows(ctx, family.options, query, plan));

/** Selects the ids of all rows that a query asks for and the person may see. */
export function selectMatching(
  resource: ListRules,
  options: ServiceOptions,
  ctx: Ctx,
  query: CheckedList,
): IdSelect {
  return (ctx.db as AnyDb)
    .selectFrom(options.table)
    .select('id')
    .where((eb) => buildListCondition(resource, options, ctx, query, eb));
}

/** The value that a list is sorted by: a column in the reader's language, words in alphabetical order, numbers by their value. */
export function sortExpression(resource: ListRules, ctx: Ctx, { orderBy }: CheckedList): RawBuilder<unknown> {
  const sorted = column(resource, ctx, orderBy);
  return isText(resource, orderBy) ? inWords(sorted) : sorted;
}

async function readRows(
  ctx: Ctx,
  options: ServiceOptions,
  { sortedBy }: CheckedList,
  plan: ListPlan,
): Promise<StoredRow[]> {
  const page = selectRows(ctx, options, plan).orderBy(plan.order, sortedBy).orderBy('id', sortedBy);
  return (await page.execute()) as StoredRow[];
}

function selectRows(ctx: Ctx, { table }: ServiceOptions, { ids, columns }: ListPlan) {
  const rows = (ctx.db as AnyDb).selectFrom(table).where('id', 'in', ids);
  return columns ? rows.select([...columns]) : rows.selectAll();
}

/** Data of the page as a whole; sent with its first row, or alone when there is none. */
interface PageExtras {
  count: number | null;
  related: RelatedValue[] | null;
}

type RowOfPage = StoredRow & { list_place: number | null; page_extras: PageExtras | null };

async function readCountedPage(ctx: Ctx, options: ServiceOptions, query: CheckedList, plan: ListPlan) {
  const direction = sql.raw(query.sortedBy);
  const place = sql<number>`row_number() over (order by ${plan.order} ${direction}, id ${direction})`;
  const page = selectRows(ctx, options, plan).select(place.as('list_place'));
  const related = selectRelated(
    ctx,
    options,
    (of) => sql`array(select ${sql.ref(of)} from list_rows)::bigint[]`,
  );
  const extras = sql`json_build_object('related', ${related ? sql`(${related})` : sql`null`}, 'count', ${plan.count})`;
  const { rows: found } = await sql<RowOfPage>`with ${prepared} list_rows as materialized (${page})
    select list_rows.*, case when coalesce(list_place, 1) = 1 then ${extras} end as page_extras
    from (select) page left join list_rows on true order by list_place`.execute(ctx.db);
  // Without rows there is one with the count alone.
  const rows = found.filter(({ list_place }) => list_place !== null);
  const given = found[0]?.page_extras;
  return { rows, related: given?.related ?? [], count: given?.count ?? null };
}
