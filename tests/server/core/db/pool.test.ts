import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '@/server/core/context';
import { type OpenDatabase, openServer } from '@/server/core/db/client';
import { prepared } from '@/server/core/db/prepared';
import { inTransaction } from '@/server/core/transaction';
import { setUpScene } from '../../../support/scene';

/** How statements share the connections to a PostgreSQL server. */
const { api } = setUpScene();
const address = process.env.TEST_DATABASE_URL;

describe.skipIf(!address)('prepared statements', () => {
  let opened: OpenDatabase;
  beforeEach(async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(api.db);
    const url = new URL(String(address));
    url.pathname = `/${rows[0]?.name}`;
    opened = openServer(url.href, 1);
  });
  afterEach(() => opened.close());

  const pid = async () => {
    const { rows } = await sql<{ pid: number }>`select ${prepared} pg_backend_pid() as pid`.execute(
      opened.db,
    );
    return rows[0]?.pid ?? 0;
  };

  it('of many callers share two connections and do not wait for a transaction', async () => {
    await opened.db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      const pids = await Promise.all(Array.from({ length: 20 }, pid));
      expect(new Set(pids).size).toBe(2);
    });
  });

  it('are planned once, whatever their values', async () => {
    for (const id of [1, 2, 3])
      await sql`select ${prepared} id from tags where id = any(${[id]}::bigint[])`.execute(opened.db);
    const { rows } = await sql`select ${prepared} sum(custom_plans)::int as planned_again
      from pg_prepared_statements`.execute(opened.db);
    expect(rows).toEqual([{ planned_again: 0 }]);
  });

  it('run within the transaction of their caller', async () => {
    await opened.db.transaction().execute(async (trx) => {
      await trx.insertInto('tags').values({ name: 'Внутри', slug: 'inside' }).execute();
      const { rows } = await sql`select ${prepared} id from tags where slug = 'inside'`.execute(trx);
      expect(rows.length).toBe(1);
    });
  });

  it('do not wait behind slow ones while the pool has a connection to spare', async () => {
    const slow = [1, 2].map((place) =>
      sql`select ${prepared} pg_sleep(1.5), ${place}::int as place`.execute(opened.db),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    const begun = performance.now();

    await pid();

    expect(performance.now() - begun).toBeLessThan(1000);
    await Promise.all(slow);
  });

  it('get another connection after theirs broke', async () => {
    const first = await pid();
    await sql`select pg_terminate_backend(${first})`.execute(api.db);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await pid()).not.toBe(first);
  });

  it('are planned again after a migration changed their columns', async () => {
    const columns = async () => {
      const { rows } = await sql<object>`select ${prepared} * from grown`.execute(opened.db);
      return Object.keys(rows[0] ?? {});
    };
    await sql`create table grown as select 1 as one`.execute(api.db);
    expect(await columns()).toEqual(['one']);
    await sql`alter table grown add column two integer`.execute(api.db);
    expect(await columns()).toEqual(['one', 'two']);
    await sql`drop table grown`.execute(api.db);
  });

  it('restart their transaction when a migration changed their columns meanwhile', async () => {
    await sql`create table grown_within (one integer)`.execute(api.db);
    const ctx = { db: opened.db } as Ctx;
    const read = () =>
      inTransaction(ctx, async ({ db }) => {
        await db.insertInto('tags').values({ name: 'Чай', slug: randomUUID() }).execute();
        return (await sql`select ${prepared} * from grown_within`.execute(db)).rows;
      });
    await read();
    await sql`alter table grown_within add column two integer`.execute(api.db);
    await sql`insert into grown_within values (1, 2)`.execute(api.db);

    expect(await read()).toEqual([{ one: 1, two: 2 }]);
    expect(await api.db.selectFrom('tags').select('id').execute()).toHaveLength(2);
    await sql`drop table grown_within`.execute(api.db);
  });

  it('fail alone: concurrent ones succeed', async () => {
    const wrong = sql`select ${prepared} 1 / ${0}::int as none`.execute(opened.db);
    const [failed, other] = await Promise.allSettled([wrong, pid()]);
    expect([failed.status, other.status]).toEqual(['rejected', 'fulfilled']);
  });
});
