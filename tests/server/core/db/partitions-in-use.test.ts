import { setTimeout as pause } from 'node:timers/promises';
import { newDatabase } from '@tests/support/processes/program';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '@/server/core/context';
import { openServer } from '@/server/core/db/client';
import { makePartitions } from '@/server/core/scale/partitions';
import { monthsOf, unmakePartitions } from './partition-months';

const address = process.env.TEST_DATABASE_URL;

const now = new Date('2026-03-10T09:00:00Z');
const rowsBefore = 20_000;

/** A shop with goods, and journals with rows of three years. */
async function fill(db: Database, count: number): Promise<void> {
  await sql`insert into users (id, name, email, password_hash, permissions)
    values (1, 'Анна', 'anna@shop.test', '', '{}')`.execute(db);
  await sql`insert into shops (id, owner_id, name, slug) values (1, 1, 'Лавка', 'lavka')`.execute(db);
  await sql`insert into groups (id, name, slug) values (1, 'Чай', 'tea')`.execute(db);
  await sql`insert into products (id, shop_id, type_id, name, slug, sku, unit, price, quantity)
    select n, 1, 1, 'Чай', 'tea-' || n, 'T' || n, 'шт', 100, 5 from generate_series(1, 3) n`.execute(db);
  await sql`insert into audit_log (at, user_id, request_id, family, row_id, action, changes)
    select timestamptz '2026-03-10' - (${count} - n) * interval '1 minute', 1, 'test', 'products', 1, 'update', '{}'
    from generate_series(1, ${count}::int) n`.execute(db);
}

const count = async (db: Database, table: string) =>
  (await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(db)).rows[0]
    ?.count;

const fileOf = async (db: Database, table: string) =>
  (await sql<{ file: number }>`select pg_relation_filenode(${table}::regclass) as file`.execute(db)).rows[0]
    ?.file;

/** On a server only: the embedded database has one process. */
describe.skipIf(!address)('the journals of a database in use', () => {
  let made: Awaited<ReturnType<typeof newDatabase>>;
  const clients: pg.Client[] = [];
  const connect = async () => {
    const client = new pg.Client({ connectionString: made.url });
    client.on('error', () => {});
    await client.connect();
    clients.push(client);
    return client;
  };

  beforeEach(async () => {
    made = await newDatabase(String(address));
    await unmakePartitions(made.db);
    await fill(made.db, rowsBefore);
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.end().catch(() => {});
    await made.drop();
  });

  /** Changes goods and writes the log, in either order, with prepared statements as a process has them. */
  async function write(place: number, isOver: () => boolean): Promise<{ written: number; slowest: number }> {
    const client = await connect();
    let [written, slowest] = [0, 0];
    const log = () =>
      client.query({
        name: 'log',
        text: `insert into audit_log (at, user_id, request_id, family, row_id, action, changes)
          values ('2026-03-10', 1, 'test', 'products', 1, 'update', '{}')`,
      });
    const change = () =>
      client.query({
        name: 'change',
        text: 'update products set quantity = quantity + 1 where id = $1',
        values: [place],
      });
    while (!isOver()) {
      const begun = performance.now();
      await client.query('begin');
      if (place === 1) await log().then(change);
      else await change().then(log);
      await client.query('commit');
      await client.query({
        name: 'page',
        text: 'select id from audit_log order by at desc, id desc limit 15',
      });
      written += 1;
      slowest = Math.max(slowest, performance.now() - begun);
      await pause(10);
    }
    return { written, slowest };
  }

  it('are divided into months while others write and read them, without a failed statement', async () => {
    const { db, url } = made;
    const file = await fileOf(db, 'audit_log_earlier');
    let isOver = false;
    const writers = [1, 2, 3].map((place) => write(place, () => isOver));
    const dividing = openServer(url, 2);
    await pause(300);

    // Triggers write the time of the server.
    await makePartitions(dividing.db, new Date());
    await pause(300);
    isOver = true;
    const done = await Promise.all(writers);
    await dividing.close();

    const written = done.reduce((sum, each) => sum + each.written, 0);
    expect(Math.min(...done.map((each) => each.written))).toBeGreaterThan(10);
    // Half a second of waits for locks at most, on a busy machine more.
    expect(Math.max(...done.map(({ slowest }) => slowest))).toBeLessThan(3000);
    expect(await count(db, 'audit_log')).toBe(rowsBefore + written);
    expect(await count(db, 'stock_movements')).toBe(3 + written);
    expect(await fileOf(db, 'audit_log_earlier')).toBe(file);
    const { rows } = await sql<{ same: boolean }>`select count(*) = count(distinct id) as same
      from audit_log`.execute(db);
    expect(rows).toEqual([{ same: true }]);
    const months = await monthsOf(db, 'audit_log');
    expect(months.length).toBe(5);
    expect((await monthsOf(db, 'stock_movements')).slice(-3)).toEqual(months.slice(-3));
  });

  it('take rows of any time after partitions were made in vain', async () => {
    const { db, url } = made;
    const other = openServer(url, 2);
    const busy = await connect();
    await busy.query('begin; update users set version = version + 1 where id = 1');
    const failed = expect(makePartitions(other.db, now)).rejects.toThrow();
    const pidOf = async () =>
      (
        await sql<{ pid: number }>`select pid from pg_stat_activity where datname = current_database()
          and query like 'lock table only "users"%' and wait_event_type = 'Lock'`.execute(db)
      ).rows[0]?.pid;
    let pid: number | undefined;
    while (pid === undefined) pid = await pidOf();
    await sql`select pg_terminate_backend(${pid})`.execute(db);
    await failed;

    expect(await monthsOf(db, 'audit_log')).toEqual(['… …']);
    await sql`insert into audit_log (at, request_id, family, action, changes)
      values ('2033-01-01', '', 'tags', 'create', '{}')`.execute(db);
    await busy.query('rollback');
    await makePartitions(other.db, now);
    expect(await monthsOf(db, 'audit_log')).toEqual(['… 2033-02', '2033-02 …']);
    await other.close();
  });
});
