import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Files } from '@/server/integrations/files/files';
import type { Database } from '../context';
import { appliedMigrations } from '../db/migrate';
import { type Manifest, manifestFile, rowsFile, uploadFile } from './manifest';

const atOnce = 2000;

/**
 * Writes all data of the product into a folder: every upload, and the rows of all tables from one snapshot, so
 * concurrent writes do not matter. Values are in PostgreSQL's text format, so a backup of the embedded database can be
 * restored into a server and vice versa. Throws when the folder is not empty.
 */
export async function backUp(db: Database, files: Files, folder: string, now: Date): Promise<Manifest> {
  const inside = await readdir(folder).catch(() => []);
  if (inside.length > 0) throw new Error(`${folder} is not empty.`);
  await mkdir(join(folder, 'tables'), { recursive: true });
  const manifest = await db.connection().execute(async (one) => {
    await sql`begin isolation level repeatable read read only`.execute(one);
    try {
      await sql`set local timezone = 'UTC'`.execute(one);
      return await dumpRows(one, folder, now);
    } finally {
      await sql`rollback`.execute(one);
    }
  });
  // A file removed since the snapshot is used by nothing any more.
  const copied: string[] = [];
  for (const path of manifest.files) if (await copyUpload(files, folder, path)) copied.push(path);
  const whole = { ...manifest, files: copied };
  // Written last: a backup without a manifest is incomplete.
  await writeFile(join(folder, manifestFile), `${JSON.stringify(whole, null, 1)}\n`);
  return whole;
}

async function dumpRows(db: Database, folder: string, now: Date): Promise<Manifest> {
  const migrations = await appliedMigrations(db);
  const tables: Manifest['tables'] = [];
  for (const { name, columns } of await listTables(db)) {
    tables.push({ name, columns, rows: await dumpTable(db, join(folder, rowsFile(name)), name, columns) });
  }
  const { rows: sequences } = await sql<{ name: string; last: number | null }>`
    select sequencename::text as name, last_value as last from pg_sequences where schemaname = 'public'
    order by sequencename`.execute(db);
  const { rows: uploads } = await sql<{ path: string }>`select path from (
      select id, path from attachments union all
      select id, thumbnail_path from attachments where thumbnail_path is not null) all_files
    order by id, path`.execute(db);
  const files = uploads.map(({ path }) => path);
  return { format: 1, made_at: now.toISOString(), migrations, tables, sequences, files };
}

/** Tables with their writable columns; generated columns are left out. */
export async function listTables(
  db: Database,
): Promise<{ name: string; columns: string[]; types: string[] }[]> {
  const { rows } = await sql<{ name: string; columns: string[]; types: string[] }>`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns,
      array_agg(format_type(a.atttypid, a.atttypmod) order by a.attnum) as types
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not like 'kysely%' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`.execute(db);
  return rows;
}

async function dumpTable(
  db: Database,
  file: string,
  table: string,
  columns: readonly string[],
): Promise<number> {
  const zip = createGzip();
  const written = pipeline(zip, createWriteStream(file));
  const texts = sql.join(columns.map((column) => sql`${sql.ref(column)}::text`));
  await sql`declare dumped no scroll cursor for
    select json_build_array(${texts})::text as line from ${sql.table(table)}`.execute(db);
  let count = 0;
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(atOnce)} from dumped`.execute(db);
    for (const { line } of rows) if (!zip.write(`${oneLine(line)}\n`)) await once(zip, 'drain');
    count += rows.length;
    if (rows.length < atOnce) break;
  }
  await sql`close dumped`.execute(db);
  zip.end();
  await finished(zip);
  await written;
  return count;
}

/** One-line JSON: array elements may be on separate lines, and line readers treat U+2028 and U+2029 as line ends. */
function oneLine(json: string): string {
  return json
    .replace(/\n/g, '')
    .replace(/[\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`);
}

async function copyUpload(files: Files, folder: string, path: string): Promise<boolean> {
  const found = await files.get(path);
  if (!found) return false;
  const target = join(folder, uploadFile(path));
  await mkdir(dirname(target), { recursive: true });
  await pipeline(found.stream, createWriteStream(target));
  return true;
}
