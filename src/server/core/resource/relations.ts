import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { defaultLanguage } from '@/contract/core/languages';
import { ownValue } from '@/contract/core/own-value';
import { prepared } from '@/server/core/db/prepared';
import type { Ctx } from '../context';
import type { DB } from '../db/types';
import { rejectValue } from '../errors';
import type { JsonRecord } from '../json-record';
import type { CheckedList } from './list-query';
import type { AnyDb, Columns } from './rows';

export interface RelationTo {
  column: string;
  table: keyof DB;
}

export type Relations = Record<string, RelationTo>;

export type Ids = RawBuilder<unknown>;

/** Ids of the page's rows, for an include. */
export const toIdArray = (ids: readonly number[]): Ids => sql`${[...ids]}::bigint[]`;

/**
 * Further data included with rows: selects `id` (the row's own) and `value` for those rows that have one; the others
 * get null. Undefined when nothing is needed this time.
 */
export type Include = (ctx: Ctx, ids: Ids) => RawBuilder<unknown> | undefined;

/** Refuses ids of missing records. Throws VALIDATION_FAILED at the column. */
export async function checkRelations(ctx: Ctx, relations: Relations, columns: JsonRecord): Promise<void> {
  const [missing] = await missingRelations(ctx, Object.values(relations), columns);
  if (missing) rejectValue(missing.column);
}

/** Relations of a row whose record is in the trash or gone. */
export async function missingRelations(
  ctx: Ctx,
  relations: readonly RelationTo[],
  row: JsonRecord,
): Promise<RelationTo[]> {
  const missing: RelationTo[] = [];
  for (const relation of relations) {
    const id = row[relation.column];
    if (id === null || id === undefined) continue;
    const found = await (ctx.db as AnyDb)
      .selectFrom(relation.table)
      .select('id')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      // Locked, so that nobody removes it before our reference commits.
      .forShare()
      .executeTakeFirst();
    if (!found) missing.push(relation);
  }
  return missing;
}

/** A related record or include: its key in a row, the id in the row's column, the value. */
export type RelatedValue = [key: string, id: number, value: unknown];

type Relating = { relations?: Relations; include?: Record<string, Include> };

/**
 * A select of all related data as one array of `RelatedValue`: related records as `{id, name, slug}`, and what `include`
 * selects. `idsIn` gives the ids in a column of the rows. Undefined when there is none.
 */
export function selectRelated(
  ctx: Ctx,
  { relations = {}, include = {} }: Relating,
  idsIn: (column: string) => Ids,
): RawBuilder<RelatedValue[] | null> | undefined {
  const parts = [
    ...Object.entries(relations).map(([key, { column, table }]) => ({
      key,
      select: stubsOf(ctx, table, idsIn(column)),
    })),
    ...Object.entries(include).map(([key, select]) => ({ key, select: select(ctx, idsIn('id')) })),
  ];
  const selects = parts.flatMap(({ key, select }) =>
    select
      ? [sql`select json_build_array(${key}::text, part.id, part.value) as one from (${select}) part`]
      : [],
  );
  if (selects.length === 0) return undefined;
  return sql`select json_agg(one) as related from (${sql.join(selects, sql` union all `)}) found`;
}

/** Reads related data in one query, however many rows and relations there are. */
export async function readRelated(ctx: Ctx, relating: Relating, rows: JsonRecord[]): Promise<RelatedValue[]> {
  const select = rows.length > 0 && selectRelated(ctx, relating, (column) => toIdArray(idsIn(rows, column)));
  if (!select) return [];
  const { rows: found } = await sql<{
    related: RelatedValue[] | null;
  }>`select ${prepared} related from (${select}) all_related`.execute(ctx.db);
  return found[0]?.related ?? [];
}

/** Writes related data into the rows, null where there is none. */
export function addRelated(
  { relations = {}, include = {} }: Relating,
  rows: readonly JsonRecord[],
  related: readonly RelatedValue[],
): void {
  const values = new Map(related.map(([key, id, value]) => [`${key} ${id}`, value]));
  const columns = [
    ...Object.entries(relations).map(([key, { column }]) => [key, column] as const),
    ...Object.keys(include).map((key) => [key, 'id'] as const),
  ];
  for (const row of rows)
    for (const [key, column] of columns) row[key] = values.get(`${key} ${String(row[column])}`) ?? null;
}

function idsIn(rows: readonly JsonRecord[], column: string): number[] {
  return [...new Set(rows.map((row) => row[column]).filter((id) => typeof id === 'number'))];
}

/** Records of a table by id, in the form in which they are included with others, in the requested language. */
function stubsOf(ctx: Ctx, table: keyof DB, ids: Ids): RawBuilder<unknown> {
  // As JSON, because not every table has the column.
  const translated = sql`to_jsonb(stub) -> 'translations' -> ${ctx.locale} ->> 'name'`;
  const name = ctx.locale === defaultLanguage ? sql`name` : sql`coalesce(${translated}, name)`;
  return sql`select id, json_build_object('id', id, 'slug', slug, 'name', ${name}) as value
    from ${sql.table(table)} stub where id = any(${ids})`;
}

/** The condition of a search key `<relation>.slug`; undefined for any other key. */
export function bySlug(relations: Relations, key: string): Condition | undefined {
  const relation = key.endsWith('.slug') ? ownValue(relations, key.slice(0, -'.slug'.length)) : undefined;
  return relation && refersToSlug(relation);
}

export type Condition = (eb: Columns, value: string, ctx: Ctx, query: CheckedList) => Expression<SqlBool>;

/** Rows whose column refers to a record with one of the slugs, separated by commas. */
export function refersToSlug({ column, table }: RelationTo): Condition {
  return (eb, value) => {
    const slugs = value.split(',');
    const ids = eb.selectFrom(table).select('id').where('slug', 'in', slugs);
    // A single record is compared by id instead of joined: an index of the column and the order then gives the page
    // directly.
    return slugs.length === 1 ? eb(column, '=', ids.limit(1)) : eb(column, 'in', ids);
  };
}
