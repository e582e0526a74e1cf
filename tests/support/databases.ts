import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '@/server/core/context';
import { openServer } from '@/server/core/db/client';
import { openInProcess } from '@/server/core/db/in-process';
import type { Listen } from '@/server/core/db/listen';
import { migrate } from '@/server/core/db/migrate';

/** A migrated database with empty tables, exclusive until it is released. */
export interface TestDatabase {
  db: Database;
  listen: Listen;
  /** Empties every table and resets the sequences. */
  empty: () => Promise<void>;
  /** Releases it for the next test file. */
  giveBack: () => Promise<void>;
}

interface Opened {
  db: Database;
  listen: Listen;
  /** Fingerprint of the schema; a test that changes it makes the database unusable for others. */
  shape: string;
  emptied: number;
  drop: () => Promise<void>;
}

/** Test files of one worker run one after another: reusing a released database saves seconds per file. */
const free: Opened[] = [];

/** On the server of TEST_DATABASE_URL, or embedded. */
export async function takeDatabase(): Promise<TestDatabase> {
  const opened = free.pop() ?? (await open());
  return {
    db: opened.db,
    listen: opened.listen,
    empty: () => empty(opened),
    async giveBack() {
      if ((await shapeOf(opened.db)) !== opened.shape) return opened.drop();
      await empty(opened);
      await vacuum(opened.db);
      free.push(opened);
    },
  };
}

async function open(): Promise<Opened> {
  const address = process.env.TEST_DATABASE_URL;
  const opened = address ? await onServer(address) : await embedded();
  return { ...opened, emptied: 0, shape: await shapeOf(opened.db) };
}

/** Counts of tables, columns, constraints and statistics. */
async function shapeOf(db: Database): Promise<string> {
  const { rows } = await sql`select
    (select count(*) from pg_class) as classes, (select count(*) from pg_attribute) as columns,
    (select count(*) from pg_constraint) as rules, (select count(*) from pg_trigger) as triggers`.execute(db);
  return JSON.stringify(rows);
}

async function empty(opened: Opened): Promise<void> {
  await sql`select test.empty()`.execute(opened.db);
  opened.emptied += 1;
  if (opened.emptied % 100 === 0) await vacuum(opened.db);
}

/** The embedded database has no autovacuum, and dead rows slow down every later scan. */
async function vacuum(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`select format('public.%I', relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 65536`.execute(
    db,
  );
  if (rows.length > 0) await sql.raw(`vacuum ${rows.map(({ name }) => name).join(', ')}`).execute(db);
}

/**
 * Adds the function that empties every table and resets the sequences. Truncating sixty tables takes a third of a second:
 * only those with rows are emptied, with foreign keys disabled.
 */
async function addEmptying(db: Database, kind: 'server' | 'embedded'): Promise<void> {
  const { rows } = await sql<{ name: string }>`select format('public.%I', relname) as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not like 'kysely%'`.execute(db);
  const names = rows.map(({ name }) => name);
  // What the migrations write for a new installation.
  await sql`delete from approval_rules`.execute(db);
  await sql.raw('create schema test').execute(db);
  if (kind === 'embedded') await noteInserts(db, names);
  const asked = names.map((name) => `select '${name}' as name where exists (select from ${name})`);
  await sql
    .raw(`create function test.empty() returns void language plpgsql as $$
      declare names text[]; each text;
      begin
        select array_agg(name) into names
          from (${kind === 'embedded' ? 'select name from test.noted' : asked.join(' union all ')}) filled;
        if names is null then return; end if;
        perform set_config('session_replication_role', 'replica', true);
        foreach each in array names loop
          -- The migration stores the ready roles.
          execute 'delete from ' || each || case each when 'public.roles' then ' where key is null' else '' end;
        end loop;
        perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
          from pg_sequences where schemaname = 'public' and last_value is not null;
        ${kind === 'embedded' ? 'delete from test.noted;' : ''}
      end $$`)
    .execute(db);
}

/**
 * The embedded database takes ten milliseconds to check sixty tables for rows, so triggers record which tables have some.
 * On a server, transactions would block each other on these records.
 */
async function noteInserts(db: Database, names: readonly string[]): Promise<void> {
  await sql.raw('create table test.noted (name text primary key)').execute(db);
  await sql
    .raw(`create function test.note() returns trigger language plpgsql as $$
      begin
        insert into test.noted values (tg_argv[0]) on conflict do nothing;
        return null;
      end $$`)
    .execute(db);
  for (const name of names) {
    const when = `after insert on ${name} for each statement execute function test.note('${name}')`;
    await sql.raw(`create trigger test_note ${when}`).execute(db);
    // Also fires while triggers are disabled, as during the restore of a backup.
    await sql.raw(`alter table ${name} enable always trigger test_note`).execute(db);
  }
}

/**
 * How to reach a database of the server of TEST_DATABASE_URL, as environment of the product. That may lead through a
 * pooler; TEST_DATABASE_DIRECT_URL is the server without it.
 */
export function serverEnv(name: string) {
  const at = (server: string) => {
    const url = new URL(server);
    url.pathname = `/${name}`;
    return url.href;
  };
  const direct = process.env.TEST_DATABASE_DIRECT_URL;
  return {
    DATABASE_URL: at(String(process.env.TEST_DATABASE_URL)),
    ...(direct !== undefined && { DATABASE_DIRECT_URL: at(direct), DATABASE_PREPARED: 'false' }),
  };
}

/** Connections of one more process to that database. */
export function openBeside(name: string) {
  const { DATABASE_URL, DATABASE_DIRECT_URL } = serverEnv(name);
  const pooler =
    DATABASE_DIRECT_URL === undefined ? {} : { directUrl: DATABASE_DIRECT_URL, keepsPrepared: false };
  return openServer(DATABASE_URL, 4, 0, pooler);
}

async function onServer(address: string) {
  const administered = process.env.TEST_DATABASE_DIRECT_URL ?? address;
  const name = `${process.env.TEST_DATABASE_PREFIX ?? 'gostiny_test_'}${randomBytes(6).toString('hex')}`;
  await onAdministration(administered, `create database ${name} template template0 encoding 'UTF8'`);
  const { db, listen, unlimited } = openBeside(name);
  await unlimited(migrate);
  await addEmptying(db, 'server');
  return {
    db,
    listen,
    async drop() {
      await db.destroy();
      await onAdministration(administered, `drop database if exists ${name} with (force)`);
    },
  };
}

async function onAdministration(address: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** A copy of a migrated database: initdb and migrations run once per state of the migrations, not per file. */
async function embedded() {
  const { db, listen } = await openInProcess({ loadDataDir: await embeddedTemplate() });
  return { db, listen, drop: () => db.destroy() };
}

/** Archive of the data folder of a migrated embedded database. */
export async function embeddedTemplate(): Promise<Blob> {
  const file = join(tmpdir(), `gostiny-template-${templateHash()}.tar`);
  if (!existsSync(file)) await makeTemplate(file);
  return new Blob([readFileSync(file)]);
}

async function makeTemplate(file: string): Promise<void> {
  const { db, pglite } = await openInProcess();
  await migrate(db);
  await addEmptying(db, 'embedded');
  const dump = await pglite.dumpDataDir('none');
  // Concurrent workers each build one; the last rename wins, and no reader sees a partial file.
  const own = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(own, Buffer.from(await dump.arrayBuffer()));
  renameSync(own, file);
  await db.destroy();
}

/** Hash of everything that a template depends on, including this file. */
function templateHash(): string {
  const folder = 'src/server/core/db/migrations';
  const sum = createHash('sha256').update(readFileSync('node_modules/@electric-sql/pglite/package.json'));
  sum.update(readFileSync('tests/support/databases.ts'));
  for (const name of readdirSync(folder).sort()) sum.update(name).update(readFileSync(join(folder, name)));
  return sum.digest('hex').slice(0, 16);
}
