import { type Expression, type SqlBool, sql } from 'kysely';
import type { Stub } from '@/contract/define';
import { defaultLanguage } from '@/contract/languages';
import type { Ctx } from '../context';
import type { DB } from '../db/types';
import { AppError } from '../errors';
import type { AnyDb, Columns, Values } from './resource-query';

/** A column that holds the id of a record in another table. */
export interface RelationTo {
  column: string;
  table: keyof DB;
}

/** A column elsewhere that holds ids of ours. */
export interface UsedBy extends RelationTo {
  /** How the family is called in the message: `common:uses.<family>`. */
  family: string;
  /** Rows there have no trash: a link table. */
  isLink?: boolean;
}

export type Relations = Record<string, RelationTo>;

/** Refuses ids of records that are not there. Throws VALIDATION_FAILED at the column. */
export async function checkRelations(ctx: Ctx, relations: Relations, columns: Values): Promise<void> {
  for (const { column, table } of Object.values(relations)) {
    const id = columns[column];
    if (id === null || id === undefined) continue;
    const found = await (ctx.db as AnyDb)
      .selectFrom(table)
      .select('id')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      // Nobody removes it while we write that we need it.
      .forShare()
      .executeTakeFirst();
    if (!found) throw new AppError('VALIDATION_FAILED', { fields: { [column]: ['error-wrong-value'] } });
  }
}

/** Adds the related records to rows as `{id, name, slug}`, or null: one query for each relation, whatever the rows. */
export async function withRelations(ctx: Ctx, relations: Relations, rows: Values[]): Promise<Values[]> {
  let done = rows;
  for (const [key, { column, table }] of Object.entries(relations)) {
    const ids = [...new Set(rows.map((row) => row[column]).filter((id) => typeof id === 'number'))];
    const stubs = ids.length > 0 ? await stubsOf(ctx, table, ids) : [];
    const byId = new Map(stubs.map((stub) => [stub.id, stub]));
    done = done.map((row) => ({ ...row, [key]: byId.get(Number(row[column])) ?? null }));
  }
  return done;
}

/** Records as they go along with others, in the language that was asked for. */
export async function stubsOf(ctx: Ctx, table: keyof DB, ids: readonly number[]): Promise<Stub[]> {
  const isTranslated = ctx.locale !== defaultLanguage && !untranslated.includes(table);
  const name = isTranslated ? sql`coalesce(translations -> ${ctx.locale} ->> 'name', name)` : sql`name`;
  const rows = await (ctx.db as AnyDb)
    .selectFrom(table)
    .select(['id', 'slug', name.as('name')])
    .where('id', 'in', ids)
    .execute();
  return rows as Stub[];
}

const untranslated: readonly string[] = ['shops'];

/** The condition of a search key `<relation>.slug`; undefined for any other key. */
export function bySlug(
  relations: Relations,
  key: string,
): ((eb: Columns, value: string) => Expression<SqlBool>) | undefined {
  const relation = key.endsWith('.slug') ? relations[key.slice(0, -'.slug'.length)] : undefined;
  if (!relation) return undefined;
  return (eb, value) =>
    eb(
      relation.column,
      'in',
      eb.selectFrom(relation.table).select('id').where('slug', 'in', value.split(',')),
    );
}

/** Ids of ours that rows elsewhere hold on to, and how many rows of which family do. */
export async function usesOf(
  ctx: Ctx,
  usedBy: readonly UsedBy[],
  ids: readonly number[],
): Promise<{ used: Set<number>; uses: Record<string, number> }> {
  const used = new Set<number>();
  const uses: Record<string, number> = {};
  for (const { table, column, family, isLink } of usedBy) {
    let query = (ctx.db as AnyDb)
      .selectFrom(table)
      .select([`${column} as id`, sql<number>`count(*)::int`.as('count')])
      .where(column, '=', sql`any(${ids}::bigint[])`)
      .groupBy(column);
    if (!isLink) query = query.where('deleted_at', 'is', null);
    for (const { id, count } of (await query.execute()) as { id: number; count: number }[]) {
      used.add(id);
      uses[family] = (uses[family] ?? 0) + count;
    }
  }
  return { used, uses };
}
