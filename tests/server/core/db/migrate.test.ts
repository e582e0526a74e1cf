import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newDatabase } from '@tests/support/processes/program';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openServer } from '@/server/core/db/client';
import { migrate } from '@/server/core/db/migrate';

const address = process.env.TEST_DATABASE_URL;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gostiny-migrations-'));
  cpSync('src/server/core/db/migrations', folder, { recursive: true });
  writeFileSync(join(folder, '9998_later.sql'), 'alter table tags add column later text;\n');
  const online = ['-- online', '-- Why.', 'drop index concurrently if exists tags_later;'];
  online.push('create index concurrently tags_later on tags (later);', 'select 1;');
  writeFileSync(join(folder, '9999_online.sql'), `${online.join('\n')}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** On a server only: the embedded database has one process. */
describe.skipIf(!address)('migrations of a database in use', () => {
  it('wait for a busy table a moment at a time, run once, and build an index outside of a transaction', async () => {
    const { db, url, drop } = await newDatabase(String(address));
    const processes = [1, 2, 3].map(() => openServer(url, 1));
    let release = () => {};
    const busy = db.transaction().execute(async (trx) => {
      await sql`lock table tags in row exclusive mode`.execute(trx);
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    const begun = performance.now();
    // Longer than a migration waits for a lock.
    setTimeout(() => release(), 5500);
    const done = Promise.all(processes.map((each) => migrate(each.db, undefined, folder)));
    // Queries queued behind the migration on the table are answered while it retries.
    const waits: number[] = [];
    while (performance.now() - begun < 5000) {
      const asked = performance.now();
      await sql`select count(*) from tags`.execute(db);
      waits.push(performance.now() - asked);
    }
    await busy;
    const applied = await done;

    expect(applied.flat().sort()).toEqual(['9998_later', '9999_online']);
    expect(Math.max(...waits)).toBeLessThan(4900);
    const { rows } = await sql<{ ok: boolean }>`select indisvalid as ok from pg_index
      where indexrelid = 'tags_later'::regclass`.execute(db);
    expect(rows).toEqual([{ ok: true }]);
    for (const each of processes) await each.close();
    await drop();
  });
});

it.skipIf(!address)('without a transaction that are killed halfway go on with the next start', async () => {
  const { db, url, drop } = await newDatabase(String(address));
  const [killed, next] = [openServer(url, 1), openServer(url, 1)];
  await migrate(db, '9998_later', folder);
  let release = () => {};
  const busy = db.transaction().execute(async (trx) => {
    await sql`lock table tags in row exclusive mode`.execute(trx);
    await new Promise<void>((resolve) => {
      release = resolve;
    });
  });
  const failed = expect(migrate(killed.db, undefined, folder)).rejects.toThrow();
  const isWaiting = sql`pid <> pg_backend_pid() and datname = current_database() and wait_event_type = 'Lock'
    and query like '%tags_later%'`;
  let ended = 0;
  while (ended === 0)
    ended = (await sql`select pg_terminate_backend(pid) from pg_stat_activity where ${isWaiting}`.execute(db))
      .rows.length;
  await failed;
  release();
  await busy;

  expect(await migrate(next.db, undefined, folder)).toEqual(['9999_online']);
  for (const each of [killed, next]) await each.close();
  await drop();
});

it.skipIf(!address)('of a new database need no patience: all run in one transaction', async () => {
  const { db, url, drop } = await newDatabase(String(address));
  await sql`drop schema public cascade; create schema public`.execute(db);
  const fresh = openServer(url, 1);
  expect((await migrate(fresh.db, undefined, folder)).slice(-2)).toEqual(['9998_later', '9999_online']);
  await fresh.close();
  await drop();
});
