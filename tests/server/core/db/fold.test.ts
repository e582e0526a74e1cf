import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newDatabase } from '@tests/support/processes/program';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import type { Database } from '@/server/core/context';
import { openServer } from '@/server/core/db/client';
import { lastFolded } from '@/server/core/db/fold';
import { openInProcess } from '@/server/core/db/in-process';
import { knownMigrations, migrate } from '@/server/core/db/migrate';
import { makePartitions } from '@/server/core/scale/partitions';

/** Databases of before the fold, made from the baseline: the folded migrations made the same tables under other names. */
const address = process.env.TEST_DATABASE_URL;

/** Migrations since the fold. */
const later = () => knownMigrations().filter((name) => name > lastFolded);

const addMigration = (db: Database, name: string) =>
  sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
    db,
  );

/** The entries of a database that has applied some of the folded migrations, and a row. */
async function unfold(db: Database, last: string): Promise<void> {
  await sql`delete from kysely_migration where name > '0013'`.execute(db);
  for (const name of ['0037_shop_fronts', last]) await addMigration(db, name);
  await sql`insert into users (id, name, email, password_hash, permissions)
    values (1, 'Анна', 'anna@shop.test', '', '{}')`.execute(db);
}

/** Everything that the migrations make. */
async function schemaOf(db: Database): Promise<unknown[]> {
  const { rows } = await sql`
    select 'column' as what, table_name::text as name, column_name || data_type || is_nullable as text,
      column_default as more from information_schema.columns where table_schema = 'public'
    union all select 'index', indexname, indexdef, null from pg_indexes where schemaname = 'public'
    union all select 'constraint', conname, conrelid::regclass::text, pg_get_constraintdef(oid)
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'trigger', tgname, tgrelid::regclass::text, pg_get_triggerdef(oid)
      from pg_trigger where not tgisinternal
    union all select 'function', proname, prosrc, proconfig::text
      from pg_proc where pronamespace = 'public'::regnamespace
    order by 1, 2, 3, 4`.execute(db);
  return rows;
}

async function migrationsOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

async function expectFolded(db: Database, schema: unknown[]): Promise<void> {
  // A new database begins with its months; in one that is in use a job makes them.
  await makePartitions(db, new Date());
  expect(await schemaOf(db)).toEqual(schema);
  expect(await migrationsOf(db)).toEqual(knownMigrations());
  expect(await db.selectFrom('users').select('id').execute()).toEqual([{ id: 1 }]);
  expect(await migrate(db)).toEqual([]);
}

describe('a data folder of before the fold', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gostiny-fold-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is left as it is while it lacks the last migration, then has those of the baseline, with its rows', async () => {
    const whole = await openInProcess();
    await migrate(whole.db);
    const schema = await schemaOf(whole.db);
    await whole.db.destroy();
    const made = await openInProcess({ dataDir: folder });
    await migrate(made.db, lastFolded);
    await unfold(made.db, '0064_approval_undos');
    const before = await migrationsOf(made.db);

    await expect(migrate(made.db)).rejects.toThrow(
      /last migration is 0064_approval_undos,.*start the version that ends with 0215_goods_of_nothing_returned.*empty DATA_DIR/,
    );
    expect(await migrationsOf(made.db)).toEqual(before);
    await addMigration(made.db, lastFolded);
    await made.db.destroy();

    const { db } = await openInProcess({ dataDir: folder });
    expect(await migrate(db)).toEqual(['baseline', ...later()]);
    await expectFolded(db, schema);
    await db.destroy();
  });

  it('is refused when it stopped before the first folded migration', async () => {
    const { db } = await openInProcess();
    await migrate(db, '0012_insights');

    await expect(migrate(db)).rejects.toThrow(/last migration is 0012_insights,/);
    await db.destroy();
  });
});

it.skipIf(!address)('a server of before the fold gets the baseline by one of three processes', async () => {
  const whole = await newDatabase(String(address));
  const schema = await schemaOf(whole.db);
  await whole.drop();
  const { db, url, drop } = await newDatabase(String(address), lastFolded);
  await unfold(db, lastFolded);
  const processes = [1, 2, 3].map(() => openServer(url, 1));

  const done = await Promise.all(processes.map((each) => migrate(each.db)));

  expect(done.flat().sort()).toEqual([...later(), 'baseline'].sort());
  await expectFolded(db, schema);
  for (const each of processes) await each.close();
  await drop();
});
