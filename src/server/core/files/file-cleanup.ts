import { sql } from 'kysely';
import type { Files } from '@/server/integrations/files/files';
import type { Ctx, Database } from '../context';
import { usedAmong, usedFileIds } from './file-usage';

/** How long an unused file is kept. */
const keptMs = 24 * 3600_000;
const batch = 500;

/**
 * Removes files, row and content, that no record has used for 24 hours, and strays of the storage. Any number of processes
 * may run it at the same time.
 */
export async function cleanFiles(db: Database, stored: Files, now: Date): Promise<void> {
  await markUnused(db, now);
  while ((await removeUnused(db, now)) === batch) {
    // The next batch.
  }
  await removeStrays(db, stored, now);
}

/** Records since when a file has been unused. For uploads that is the moment of the upload. */
async function markUnused(db: Database, now: Date): Promise<void> {
  const used = await usedFileIds(db);
  await sql`with used as materialized (${used})
    update attachments set unused_since = case when found.is_used then null else ${now}::timestamptz end
    from (select a.id, u.id is not null as is_used from attachments a left join used u on u.id = a.id
      where (u.id is null) = (a.unused_since is null)) as found
    where attachments.id = found.id`.execute(db);
}

/**
 * Removes one batch of rows. A transaction that starts to use a file locks its row (`for key share`), so such a file is
 * skipped; a use committed before the lock is seen by the query after it.
 */
async function removeUnused(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptMs);
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('attachments')
      .select(['id', 'path', 'thumbnail_path'])
      .where('unused_since', '<=', before)
      .orderBy('id')
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute();
    if (rows.length === 0) return 0;
    const used = await usedAmong(
      trx,
      rows.map(({ id }) => id),
    );
    const gone = rows.filter(({ id }) => !used.has(id));
    const paths = gone.flatMap(({ path, thumbnail_path }) => [path, thumbnail_path]);
    await markStray(trx, paths, now);
    await sql`update attachments set unused_since = null where id = any(${[...used]}::bigint[])`.execute(trx);
    await sql`delete from attachments where id = any(${gone.map(({ id }) => id)}::bigint[])`.execute(trx);
    return rows.length;
  });
}

/** Marks storage paths that have no row, or will have none unless the mark is removed, for removal at a given time. */
export async function markStray(
  db: Ctx['db'],
  paths: readonly (string | null)[],
  dueAt: Date,
): Promise<void> {
  const values = paths.flatMap((path) => (path === null ? [] : [{ path, due_at: dueAt }]));
  if (values.length === 0) return;
  await db
    .insertInto('stray_files')
    .values(values)
    .onConflict((conflict) => conflict.column('path').doUpdateSet({ due_at: dueAt }))
    .execute();
}

/** Few at a time, because they are removed inside a transaction. */
const strayBatch = 50;

async function removeStrays(db: Database, stored: Files, now: Date): Promise<void> {
  for (;;) {
    const due = await db
      .selectFrom('stray_files')
      .select('path')
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(strayBatch)
      .execute();
    const paths = due.map(({ path }) => path);
    if (paths.length === 0) return;
    if ((await removeStray(db, stored, paths)) === 0) return;
  }
}

/**
 * Removes marked files from the storage and returns how many. Marks are locked meanwhile: an upload removes its marks
 * in the transaction that inserts its rows, and fails when one is gone. Rolls back when the storage does not answer.
 */
export async function removeStray(db: Ctx['db'], stored: Files, paths: readonly string[]): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ path: string }>`delete from stray_files where path in
      (select path from stray_files where path = any(${[...paths]}::text[]) for update skip locked)
      returning path`.execute(trx);
    for (const { path } of rows) await stored.remove(path);
    return rows.length;
  });
}
