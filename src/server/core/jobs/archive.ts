import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Files } from '@/server/integrations/files/files';
import type { JobRun } from './job';

/** An append-only table that no other table refers to. */
export interface ArchivedTable {
  table: string;
  /** Column with the time of a row. */
  at: string;
  /** SQL condition on the rows that may be archived; all by default. */
  where?: string;
}

/** Rows per file, and per transaction. */
const batch = 5000;

const packed = promisify(gzip);

/** The moment this many months earlier. */
export function monthsBefore(now: Date, months: number): Date {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - months);
  return before;
}

/**
 * Moves rows older than a moment into files: `archive/<table>/<first id>-<last id>.ndjson.gz`, one row per line. A file
 * is stored before its rows are deleted; an interrupted run may leave a row in two files.
 */
export async function archiveRows(
  { ctx, signal }: Pick<JobRun, 'ctx' | 'signal'>,
  files: Pick<Files, 'put'>,
  { table, at, where = 'true' }: ArchivedTable,
  before: Date,
): Promise<number> {
  let moved = 0;
  while (!signal.aborted) {
    const count = await ctx.db.transaction().execute(async (db) => {
      const { rows } = await sql<{ id: number; line: string }>`
        select id, to_jsonb(old)::text as line from ${sql.table(table)} old
        where ${sql.ref(at)} < ${before} and ${sql.raw(where)} order by id limit ${batch} for update skip locked`.execute(
        db,
      );
      const [first, last] = [rows[0], rows.at(-1)];
      if (!first || !last) return 0;
      const content = await packed(rows.map(({ line }) => `${line}\n`).join(''));
      await files.put(`archive/${table}/${first.id}-${last.id}.ndjson.gz`, content);
      const ids = rows.map(({ id }) => id);
      await sql`delete from ${sql.table(table)} where id = any(${ids}::bigint[])`.execute(db);
      return rows.length;
    });
    moved += count;
    if (count < batch) break;
  }
  return moved;
}
