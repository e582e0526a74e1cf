import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Files } from '@/server/integrations/files/files';
import type { JobRun } from './job';

/** A table that only grows, and to which no other one refers. */
export interface ArchivedTable {
  table: string;
  /** The column with the moment of a row. */
  at: string;
  /** Rows that may go, a condition in SQL; all by default. */
  where?: string;
}

/** Rows of one file, and of one transaction. */
const batch = 5000;

const packed = promisify(gzip);

/** The moment so many months before. */
export function monthsBefore(now: Date, months: number): Date {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - months);
  return before;
}

/**
 * Moves rows that are older than a moment into files: `archive/<table>/<first id>-<last id>.ndjson.gz`, one row a line. A
 * file is stored before its rows are deleted; after a broken run a row may stand in two files.
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
