import { type Selectable, sql } from 'kysely';
import type { ReconciliationFile, StatementProblem } from '@/contract/payments/reconciliation';
import type { UserCtx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';

export type FileRow = Selectable<DB['reconciliation_files']>;

/** Condition on `reconciliation_files`: what waits to be posted is seen by whoever uploaded it, everything else by finance. */
export const visibleTo = (ctx: UserCtx) =>
  sql<boolean>`(reconciliation_files.state <> 'reading'
    and (reconciliation_files.state <> 'waiting' or reconciliation_files.uploaded_by = ${ctx.user.id}))`;

/** Throws NOT_FOUND. */
export async function findFile(ctx: UserCtx, id: number): Promise<FileRow> {
  return ctx.db
    .selectFrom('reconciliation_files')
    .selectAll()
    .where('id', '=', id)
    .where(visibleTo(ctx))
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
}

/** The same, locked. Throws NOT_FOUND. */
export async function lockFile(ctx: UserCtx, id: number): Promise<FileRow> {
  return ctx.db
    .selectFrom('reconciliation_files')
    .selectAll()
    .where('id', '=', id)
    .where(visibleTo(ctx))
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
}

export async function presentFiles(ctx: UserCtx, rows: readonly FileRow[]): Promise<ReconciliationFile[]> {
  const people = await loadUserNames(
    ctx,
    rows.map(({ uploaded_by }) => uploaded_by),
  );
  return rows.map((row) => ({
    id: row.id,
    provider: row.provider,
    file_name: row.file_name,
    lines: row.lines,
    kind: row.kind as ReconciliationFile['kind'],
    state: row.state as ReconciliationFile['state'],
    problem: row.problem as StatementProblem | null,
    problem_line: row.problem_line,
    problem_expected: row.problem_expected,
    problem_found: row.problem_found,
    first_day: row.first_day,
    last_day: row.last_day,
    uploaded_by: people.get(row.uploaded_by) ?? null,
    created_at: row.created_at.toISOString(),
    posted_at: row.posted_at?.toISOString() ?? null,
  }));
}

export async function loadUserNames(
  ctx: Pick<UserCtx, 'db'>,
  ids: readonly (number | null)[],
): Promise<Map<number, { id: number; name: string }>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const people = await ctx.db.selectFrom('users').select(['id', 'name']).where('id', 'in', wanted).execute();
  return new Map(people.map((person) => [person.id, person]));
}
