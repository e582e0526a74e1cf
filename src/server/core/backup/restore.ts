import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Files } from '@/server/integrations/files/files';
import type { Database } from '../context';
import { lastFolded } from '../db/fold';
import { appliedMigrations, knownMigrations, migrate } from '../db/migrate';
import { listTables } from './dump';
import { type Manifest, readManifest, rowsFile, uploadFile } from './manifest';

const atOnce = 1000;

/**
 * Restores a backup into a database without users, all or nothing, and its uploads into the storage; then applies newer
 * migrations. Throws an Error that says what prevents it.
 */
export async function restore(db: Database, files: Files, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  await prepare(db, manifest);
  await db.transaction().execute(async (trx) => {
    await withoutTriggers(trx);
    const tables = await listTables(trx);
    for (const { name } of tables) await sql`delete from ${sql.table(name)}`.execute(trx);
    for (const table of manifest.tables) {
      const types = typesOf(table, tables);
      const count = await loadTable(trx, join(folder, rowsFile(table.name)), table, types);
      if (count !== table.rows)
        throw new Error(`${rowsFile(table.name)} has ${count} rows of ${table.rows}.`);
    }
    for (const { name, last } of manifest.sequences) {
      await sql`select setval(${`public.${name}`}::regclass, ${last ?? 1}, ${last !== null})`.execute(trx);
    }
  });
  for (const path of manifest.files) await files.put(path, await readFile(join(folder, uploadFile(path))));
  await migrate(db);
  return manifest;
}

/** Migrates the tables to the version of the backup. */
async function prepare(db: Database, { migrations }: Manifest): Promise<void> {
  const unknown = migrations.filter((name) => !knownMigrations().includes(name));
  if (unknown.some((name) => name <= lastFolded))
    throw new Error(
      'The backup is of an older version: restore it with that one, then start this one on it.',
    );
  if (unknown.length > 0) throw new Error(`The backup is of a newer version: it has ${unknown.join(', ')}.`);
  const applied = await appliedMigrations(db);
  if (applied.length === 0) await migrate(db, migrations.at(-1));
  else if (applied.join() !== migrations.join()) {
    throw new Error('The database is of another version than the backup. Give an empty one.');
  }
  const { rows } = await sql<{ isInUse: boolean }>`select exists (select from users) as "isInUse"`.execute(
    db,
  );
  if (rows[0]?.isInUse) throw new Error('There are people in the database already. Give an empty one.');
}

/** Foreign keys and triggers are off: rows come in any order, and the backup already holds what triggers would add. */
async function withoutTriggers(db: Database): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(db).catch((error: unknown) => {
    const cause = { cause: error };
    throw new Error('Restoring needs a role that may set session_replication_role: a superuser.', cause);
  });
}

type Table = Manifest['tables'][number];

function typesOf({ name, columns }: Table, tables: Awaited<ReturnType<typeof listTables>>): string[] {
  const found = tables.find((table) => table.name === name);
  return columns.map((column) => {
    const type = found?.types[found.columns.indexOf(column)];
    if (type === undefined) throw new Error(`There is no column ${name}.${column}.`);
    return type;
  });
}

async function loadTable(db: Database, file: string, table: Table, types: string[]): Promise<number> {
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()), crlfDelay: Infinity });
  const columns = sql.join(table.columns.map((column) => sql.ref(column)));
  const values = sql.join(types.map((type, place) => sql`(line ->> ${sql.lit(place)})::${sql.raw(type)}`));
  const store = async (batch: string[]) => {
    await sql`insert into ${sql.table(table.name)} (${columns}) overriding system value
      select ${values} from json_array_elements(${`[${batch.join(',')}]`}::json) as given (line)`.execute(db);
  };
  let [count, batch]: [number, string[]] = [0, []];
  for await (const line of lines) {
    batch.push(line);
    count += 1;
    if (batch.length < atOnce) continue;
    await store(batch);
    batch = [];
  }
  if (batch.length > 0) await store(batch);
  return count;
}
