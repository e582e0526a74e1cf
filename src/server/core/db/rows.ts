import { type InsertObject, type Selectable, sql, type UpdateObject } from 'kysely';
import type { Ctx } from '../context';
import { AppError } from '../errors';
import type { AnyDb } from '../resource/rows';
import type { DB } from './types';

type Named = { [Table in keyof DB]: DB[Table] extends { name: string } ? Table : never }[keyof DB];

/** The name of a row that exists. */
export async function loadName(ctx: Ctx, table: Named, id: number): Promise<string> {
  const { name } = await (ctx.db as AnyDb)
    .selectFrom(table as string)
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return name;
}

/** Locks a record, so that two people decide one after the other. Throws NOT_FOUND, also for one in the trash. */
export async function lockRow<Table extends keyof DB>(
  ctx: Ctx,
  table: Table,
  id: number,
): Promise<Selectable<DB[Table]>> {
  const row = await (ctx.db as AnyDb)
    .selectFrom(table as string)
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  return row as Selectable<DB[Table]>;
}

/** Writes columns of a row, which gets its next version. */
export async function updateRow<Table extends keyof DB>(
  ctx: Ctx,
  table: Table,
  id: number,
  values: UpdateObject<DB, Table>,
): Promise<void> {
  const columns: object = values;
  await (ctx.db as AnyDb)
    .updateTable(table as string)
    .set({ ...columns, version: sql`version + 1`, updated_at: ctx.now })
    .where('id', '=', id)
    .execute();
}

/** Adds a row made now. Returns its id. */
export async function insertRow<Table extends keyof DB>(
  ctx: Ctx,
  table: Table,
  values: Omit<InsertObject<DB, Table>, 'created_at' | 'updated_at'>,
): Promise<number> {
  const columns: object = values;
  const { id } = await (ctx.db as AnyDb)
    .insertInto(table as string)
    .values({ ...columns, created_at: ctx.now, updated_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
