import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Files } from '@/server/integrations/files/files';
import { dropArchived, isLong, listPartitions, nothing, type Partition } from '../scale/partitions';
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

type Run = Pick<JobRun, 'ctx' | 'signal'>;
type Storage = Pick<Files, 'put'>;

/**
 * Moves rows older than a moment into files: `archive/<table>/<first id>-<last id>.ndjson.gz`, one row per line. Of a
 * table with partitions whole months are written and dropped, and rows deleted only where a partition holds more.
 */
export async function archiveRows(
  run: Run,
  files: Storage,
  journal: ArchivedTable,
  before: Date,
): Promise<void> {
  const partitions = await listPartitions(run.ctx.db, journal.table);
  if (partitions.length === 0) await moveRows(run, files, journal, journal.table, before);
  for (const partition of partitions) {
    if (run.signal.aborted || (partition.from && partition.from >= before)) return;
    await archivePartition(run, files, journal, partition, before);
  }
}

async function archivePartition(
  run: Run,
  files: Storage,
  journal: ArchivedTable,
  partition: Partition,
  before: Date,
): Promise<void> {
  const { db } = run.ctx;
  const isPast = partition.to !== null && partition.to <= before;
  if (!isLong(partition)) {
    if (isPast) await dropWhole(run, files, partition);
    return;
  }
  await moveRows(run, files, journal, partition.name, before);
  if (isPast && (await isStored(db, partition))) await dropArchived(db, partition, nothing);
}

/** An interrupted run writes the same files again. */
async function dropWhole({ ctx: { db }, signal }: Run, files: Storage, partition: Partition): Promise<void> {
  let [count, last] = [0, 0];
  for (;;) {
    if (signal.aborted) return;
    const { rows } =
      await sql<Row>`select id, to_jsonb(old)::text as line from ${sql.table(partition.name)} old
      where id > ${last} order by id limit ${batch}`.execute(db);
    if (rows.length > 0) await store(files, partition.table, rows);
    count += rows.length;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < batch) break;
  }
  // Rows that somebody has added meanwhile are written by the next run.
  await dropArchived(db, partition, { count, last });
}

/** True when the partition takes up space; an emptied one is replaced once. */
async function isStored(db: Run['ctx']['db'], { name }: Partition): Promise<boolean> {
  const { rows } = await sql<{ size: number }>`select pg_relation_size(${name}::regclass) as size`.execute(
    db,
  );
  return Number(rows[0]?.size) > 0;
}

/** A file is stored before its rows are deleted; an interrupted run may leave a row in two files. */
async function moveRows(
  { ctx, signal }: Run,
  files: Storage,
  { table: folder, at, where = 'true' }: ArchivedTable,
  table: string,
  before: Date,
): Promise<void> {
  while (!signal.aborted) {
    const count = await ctx.db.transaction().execute(async (db) => {
      const { rows } = await sql<Row>`
        select id, to_jsonb(old)::text as line from ${sql.table(table)} old
        where ${sql.ref(at)} < ${before} and ${sql.raw(where)} order by id limit ${batch} for update skip locked`.execute(
        db,
      );
      if (rows.length === 0) return 0;
      await store(files, folder, rows);
      const ids = rows.map(({ id }) => id);
      await sql`delete from ${sql.table(table)} where id = any(${ids}::bigint[])`.execute(db);
      return rows.length;
    });
    if (count < batch) break;
  }
}

interface Row {
  id: number;
  line: string;
}

async function store(files: Storage, folder: string, rows: readonly Row[]): Promise<void> {
  const content = await packed(rows.map(({ line }) => `${line}\n`).join(''));
  await files.put(`archive/${folder}/${rows[0]?.id}-${rows.at(-1)?.id}.ndjson.gz`, content);
}
