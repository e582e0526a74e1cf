import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type BusinessEvent, type Consumer, emit } from '@/server/core/events/event';
import { eventJobs, readEvents } from '@/server/core/events/read-events';
import { cleanUp } from '@/server/core/jobs/cleanup';
import { JobRunner } from '@/server/core/jobs/runner';
import { inTransaction } from '@/server/core/transaction';
import { setUpScene } from '../../../support/scene';

/** The outbox of business events: written with their cause, read by consumers with positions of their own. */
const { api } = setUpScene();

let errors: unknown[];
/** Events in the order of their handling, each with its consumer. */
let seen: (BusinessEvent & { consumer: string })[];
beforeEach(async () => {
  errors = [];
  seen = [];
  // Consumers begin with the events that come after they are first deployed.
  await read();
});

const ctx = () => ({
  db: api.db,
  user: null,
  now: api.now(),
  locale: 'ru',
  ip: '',
  requestId: 'test',
  publicUrl: 'https://shop.test',
});
const records = () => seen.map(({ record }) => record);
const ascending = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);
const pass = (seconds: number) => api.setNow(new Date(api.now().getTime() + seconds * 1000));

const noting = (name: string, handle: (event: BusinessEvent) => unknown = () => {}): Consumer => ({
  name,
  on: {
    'part-shipped': async (_ctx, event) => {
      await handle(event);
      seen.push({ ...event, consumer: name });
    },
  },
});
const noted = noting('noted');

/** A process that looks once for events, and handles what it finds. */
const read = (consumers: readonly Consumer[] = [noted], signal = new AbortController().signal) =>
  readEvents(api.deps, consumers, { signal, report: (error) => errors.push(error) });
const place = (record: number, shopId: number | null = null, db = api.db) =>
  emit({ db, now: api.now() }, 'part-shipped', { record, shopId, data: { orderId: 0 } });
const jobs = () => api.db.selectFrom('jobs').selectAll().where('name', '=', 'events-noted').execute();
/** The jobs of these consumers that are due. */
async function retry(consumers: readonly Consumer[]): Promise<void> {
  const runner = new JobRunner(api.deps, eventJobs(api.deps, consumers), (error) => errors.push(error));
  await runner.runDue();
  await runner.stop();
}

describe('an event', () => {
  it('is read once, with what its writer said', async () => {
    await emit(ctx(), 'part-handed-over', { record: 5, version: 3, shopId: 7, data: { orderId: 4 } });
    const got: BusinessEvent[] = [];
    const consumer: Consumer = {
      name: 'noted',
      on: { 'part-handed-over': async (_ctx, event) => void got.push(event) },
    };

    await read([consumer]);
    await read([consumer]);

    const data = { orderId: 4 };
    expect(got).toEqual([
      { place: expect.any(Number), type: 'part-handed-over', record: 5, version: 3, shopId: 7, data },
    ]);
  });

  it('is not there when its transaction is rolled back', async () => {
    const failing = inTransaction(ctx(), async ({ db }) => {
      await place(1, null, db as typeof api.db);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');

    await read();

    expect([seen, await api.db.selectFrom('events').selectAll().execute()]).toEqual([[], []]);
  });

  it('is announced at the commit', async () => {
    let heard = 0;
    const stop = await api.deps.listen('gostiny_events', () => {
      heard += 1;
    });
    await inTransaction(ctx(), ({ db }) => place(1, null, db as typeof api.db));

    await vi.waitFor(() => expect(heard).toBe(1));
    await stop();
  });

  it('comes to every consumer of its type, and to no other', async () => {
    const names: string[] = [];
    const other: Consumer = {
      name: 'other',
      on: { 'part-handed-over': async () => void names.push('other') },
    };
    const both = ['first', 'second'].map((name) => noting(name, () => names.push(name)));
    await read([...both, other]);

    await place(1);
    await read([...both, other]);

    expect([names, records()]).toEqual([
      ['first', 'second'],
      [1, 1],
    ]);
  });

  it('does not come to a consumer that was added later', async () => {
    await place(1);
    await read();
    seen = [];

    await read([noting('later')]);
    await place(2);
    await read([noting('later')]);

    expect(records()).toEqual([2]);
  });

  it('waits for the release that reads its type, whatever an older one does', async () => {
    const newer: Consumer = {
      name: 'noted',
      on: {
        ...noted.on,
        'part-handed-over': async (_ctx, event) => void seen.push({ ...event, consumer: 'noted' }),
      },
    };
    await read([newer]);
    await emit(ctx(), 'part-handed-over', { record: 8, data: { orderId: 0 } });

    await read([noted]);
    expect(records()).toEqual([]);
    await read([newer]);

    expect(records()).toEqual([8]);
  });
});

// The embedded database has a single connection: its transactions cannot overlap.
describe.runIf(process.env.TEST_DATABASE_URL)('events of transactions that commit out of order', () => {
  it('are all read, and in the order in which their commits became visible', async () => {
    const early = await api.db.startTransaction().execute();
    await place(1, null, early as unknown as typeof api.db);
    await inTransaction(ctx(), ({ db }) => place(2, null, db as typeof api.db));

    await read();
    const before = records();
    await early.commit().execute();
    await read();

    expect([before, records()]).toEqual([[2], [2, 1]]);
  });

  it('do not wait for a transaction that is still running', async () => {
    const long = await api.db.startTransaction().execute();
    await sql`select pg_current_xact_id()`.execute(long);
    await place(1);

    await read();

    expect(records()).toEqual([1]);
    await long.rollback().execute();
  });

  it('of one record follow the lock of its row, though the later one began earlier', async () => {
    const late = await api.db.startTransaction().execute();
    await sql`select pg_current_xact_id()`.execute(late);
    await inTransaction(ctx(), ({ db }) => place(1, 1, db as typeof api.db));
    await place(1, 2, late as unknown as typeof api.db);
    await late.commit().execute();

    await read();

    expect(seen.map(({ shopId }) => shopId)).toEqual([1, 2]);
  });

  it('are written without a lock that another writer waits for', async () => {
    const first = await api.db.startTransaction().execute();
    await place(1, 5, first as unknown as typeof api.db);
    const second = await api.db.startTransaction().execute();
    await sql`set local lock_timeout = 200`.execute(second);

    await place(1, 5, second as unknown as typeof api.db);
    await second.commit().execute();
    await read();

    expect(records()).toEqual([1]);
    await first.commit().execute();
  });
});

describe('a process that dies', () => {
  it('before its transaction commits has handled nothing, and another one does', async () => {
    await place(1);
    const dying: Consumer = {
      name: 'noted',
      on: {
        'part-shipped': async ({ db }) => {
          await sql`insert into tags (name, slug) values ('Чай', 'tea')`.execute(db);
          throw new Error('killed');
        },
      },
    };
    await read([dying]);
    expect(await api.db.selectFrom('tags').select('slug').execute()).toEqual([]);

    pass(60);
    await retry([noted]);

    expect(records()).toEqual([1]);
  });

  it('after a retry has done its work, before the job ended, repeats nothing', async () => {
    await place(1);
    await read([noting('noted', () => Promise.reject(new Error('first')))]);
    pass(60);
    const [stored] = await jobs();
    await retry([noted]);
    expect(await jobs()).toEqual([]);
    await api.db
      .insertInto('jobs')
      .values({ ...stored, payload: JSON.stringify(stored?.payload) } as never)
      .execute();

    await retry([noted]);

    expect([records(), await jobs()]).toEqual([[1], []]);
  });
});

describe('an event whose handling fails', () => {
  const poison = noting('noted', ({ record }) => {
    if (record === 2) throw new Error('poisonous');
  });

  it('does not stop the others', async () => {
    for (const record of [1, 2, 3]) await place(record);

    await read([poison]);

    expect([records(), errors.length]).toEqual([[1, 3], 1]);
  });

  it('is retried with growing pauses, then shown to administrators, who run it again', async () => {
    await place(2);
    await read([poison]);
    const job = async () => (await jobs())[0];
    const pauses: number[] = [];
    for (let row = await job(); row && !row.failed_at; row = await job()) {
      pauses.push((row.run_at.getTime() - api.now().getTime()) / 1000);
      pass(pauses.at(-1) ?? 0);
      await retry([poison]);
    }

    expect(pauses.slice(0, 5)).toEqual([30, 60, 120, 300, 600]);
    expect(pauses).toEqual(ascending(pauses));
    const parked = await job();
    expect([parked?.failures, parked?.last_error]).toEqual([pauses.length + 1, 'poisonous']);
    await api.db.updateTable('jobs').set({ failed_at: null, failures: 0, attempts: 0 }).execute();
    await retry([noted]);
    expect(records()).toEqual([2]);
  });
});

describe('events of one shop', () => {
  it('in great number do not delay the one of another', async () => {
    await sql`insert into events (type, family, record_id, shop_id, data, created_at)
      select 'part-shipped', 'orders', n, case when n = 15000 then 2 else 1 end, '{}', ${api.now()}
      from generate_series(1, 30000) n`.execute(api.db);
    const stop = new AbortController();
    const counting = noting('noted', () => {
      if (seen.length === 299) stop.abort();
    });

    await read([counting], stop.signal);

    expect(records().indexOf(15000)).toBeLessThan(3);
    expect(seen.length).toBe(300);
  }, 60_000);

  // The embedded database would wait for the transaction of the consumer.
  it.runIf(process.env.TEST_DATABASE_URL)('that come while many of another wait are next', async () => {
    for (let record = 1; record <= 150; record += 1) await place(record, 1);
    const consumer = noting('noted', async ({ record }) => {
      if (record === 50) await api.db.connection().execute((db) => place(999, 2, db));
    });

    await read([consumer]);

    expect(records().indexOf(999)).toBe(101);
  });
});

describe('twenty processes at once', () => {
  it('handle each event once for each consumer, those of a record in order', async () => {
    const consumers = ['first', 'second'].map((name) => noting(name));
    await read(consumers);
    for (let round = 0; round < 10; round += 1)
      for (let record = 1; record <= 10; record += 1) await place(record, record % 3);

    await Promise.all(Array.from({ length: 20 }, () => read(consumers)));
    await read(consumers);

    for (const { name } of consumers) {
      const own = seen.filter(({ consumer }) => consumer === name);
      expect(own.length).toBe(100);
      expect(new Set(own.map(({ place: at }) => at)).size).toBe(100);
      for (let record = 1; record <= 10; record += 1) {
        const places = own.filter((event) => event.record === record).map(({ place: at }) => at);
        expect(places).toEqual(ascending(places));
      }
    }
    expect(errors).toEqual([]);
  }, 60_000);
});

describe('handled events', () => {
  const kept = async () =>
    (await api.db.selectFrom('events').select('record_id').orderBy('id').execute()).map(
      ({ record_id }) => record_id,
    );
  const month = 31 * 24 * 3600;

  it('are kept for a month', async () => {
    await place(1);
    await read();

    pass(month - 2 * 24 * 3600);
    await cleanUp(api.db, api.now());
    expect(await kept()).toEqual([1]);
    pass(2 * 24 * 3600);
    await read();
    await cleanUp(api.db, api.now());

    expect(await kept()).toEqual([]);
  });

  it('are kept for as long as a consumer has not got them, or has not handled them', async () => {
    const slow = noting('slow', ({ record }) => {
      if (record === 1) throw new Error('not yet');
    });
    await read([noted, slow]);
    await place(1);
    await read([noted, slow]);
    await place(2);
    await read([noted]);

    pass(month);
    // Still deployed: its process has looked for events, and died over them.
    await api.db.updateTable('event_positions').set({ seen_at: api.now() }).execute();
    await cleanUp(api.db, api.now());
    expect(await kept()).toEqual([1, 2]);
    await read([slow]);
    await retry([noted, noting('slow')]);
    await cleanUp(api.db, api.now());

    expect(await kept()).toEqual([]);
  });

  it('do not wait for a consumer that no process has had for a week', async () => {
    await read([noted, noting('removed')]);
    await place(1);
    await read();

    pass(month);
    await read();
    await cleanUp(api.db, api.now());

    expect(await kept()).toEqual([]);
  });
});
