import { sql } from 'kysely';
import {
  type ChosenColumns,
  missingColumns,
  type RememberedStatement,
  statementFields,
} from '@/contract/payments/statement-columns';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError, rejectField } from '@/server/core/errors';
import { maxHeadings } from './table/columns';
import { type ShapeColumns, shapeOf } from './table/headings';

/** Shapes of statements that are remembered; beyond them the oldest are forgotten. */
const maxShapes = 200;

/** What people chose for the columns of statements, by their headings (rules/payments: a bank's columns are told once). */
export async function recallColumns({ db }: Ctx): Promise<ShapeColumns> {
  const rows = await db.selectFrom('statement_columns').select(['headings', 'columns']).execute();
  return new Map(
    rows.map(({ headings, columns }) => [shapeOf(headings as string[]), columns as ChosenColumns]),
  );
}

/** Keeps a choice for files with the same headings. */
export async function rememberColumns(
  ctx: UserCtx,
  { headings, file_name }: { headings: readonly string[]; file_name: string },
  columns: ChosenColumns,
): Promise<void> {
  const shape = shapeOf(headings);
  await ctx.db
    .insertInto('statement_columns')
    .values({
      shape: sql<string>`md5(${shape})`,
      headings: shape,
      columns: JSON.stringify(columns),
      file_name,
      user_id: ctx.user.id,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .onConflict((conflict) =>
      conflict.column('shape').doUpdateSet((eb) => ({
        columns: eb.ref('excluded.columns'),
        file_name: eb.ref('excluded.file_name'),
        user_id: eb.ref('excluded.user_id'),
        updated_at: ctx.now,
      })),
    )
    .execute();
  await sql`delete from statement_columns where id not in (
    select id from statement_columns order by updated_at desc, id desc limit ${maxShapes})`.execute(ctx.db);
}

/** `GET reconciliation/columns`: what is remembered, the last first. */
export async function listColumns({ db }: Ctx): Promise<{ data: RememberedStatement[] }> {
  const rows = await db
    .selectFrom('statement_columns')
    .select(['id', 'file_name', 'headings', 'columns', 'updated_at'])
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const data = rows.map(({ headings, columns, updated_at, ...row }) => ({
    ...row,
    headings: headings as string[],
    columns: columns as ChosenColumns,
    updated_at: updated_at.toISOString(),
  }));
  return { data };
}

/** `DELETE reconciliation/columns/{id}`. Throws NOT_FOUND. */
export async function forgetColumns({ db }: Ctx, id: number): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('statement_columns').where('id', '=', id).executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError('NOT_FOUND');
}

/** What a form says of the columns; undefined when it says nothing. Throws VALIDATION_FAILED at `columns`. */
export function readColumns(text: string | undefined): ChosenColumns | undefined {
  if (!text) return undefined;
  const given = parsed(text);
  const entries = Object.entries(given);
  const isRight = entries.every(
    ([at, field]) =>
      /^\d{1,3}$/.test(at) && Number(at) < maxHeadings && statementFields.some((known) => known === field),
  );
  const isOnce = new Set(entries.map(([, field]) => field)).size === entries.length;
  if (!isRight || !isOnce) rejectField('columns', 'error-wrong-value');
  const columns = given as ChosenColumns;
  if (missingColumns(columns).length > 0) rejectField('columns', 'error-statement-columns');
  return columns;
}

function parsed(text: string): object {
  try {
    const given: unknown = JSON.parse(text);
    if (given !== null && typeof given === 'object' && !Array.isArray(given)) return given;
  } catch {
    // Told below, as any other text that is no choice.
  }
  rejectField('columns', 'error-wrong-value');
}

/** What a form says of the account of a statement that names none. Throws VALIDATION_FAILED at `account`. */
export function readAccount(text: string | undefined): string | undefined {
  const digits = (text ?? '').replace(/\s/g, '');
  if (digits !== '' && !/^\d{20}$/.test(digits)) rejectField('account', 'error-statement-account');
  return digits || undefined;
}
