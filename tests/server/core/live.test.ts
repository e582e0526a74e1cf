import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openBeside } from '@tests/support/databases';
import { buildScene, type Scene } from '@tests/support/factories';
import { type TestApp, testApp } from '@tests/support/server';
import { signIn } from '@tests/support/session';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp } from '@/server/app';
import type { Ctx } from '@/server/core/context';
import { toAdmins, toShop, toUser } from '@/server/core/live/audiences';
import { placeEvents } from '@/server/core/live/place-events';
import { publish } from '@/server/core/live/publish';
import { endSessions } from '@/server/core/sessions';
import { inTransaction } from '@/server/core/transaction';

/** A second, the default, is too short on a busy machine. */
const patiently = { timeout: 20_000 };

let api: TestApp;
let s: Scene;
let port: number;

// One scene for all: a new reader gets no earlier events.
beforeAll(async () => {
  api = await testApp();
  s = await buildScene(api.db);
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  port = (api.app.server.address() as AddressInfo).port;
});
afterAll(() => api.close());

describe('GET live', () => {
  it('sends events in order to their audience, and to nobody else', async () => {
    const [admin, owner, other] = await Promise.all([
      read(s.super_admin),
      read(s.store_owner),
      read(s.otherOwner),
    ]);
    await tell([toAdmins('orders')], 1);
    await tell(toShop(s.shop.id, 'orders'), 2);
    await tell([toUser(s.otherOwner.id)], 3);
    await tell([toAdmins('orders'), toUser(s.store_owner.id)], 4);

    await vi.waitFor(() => expect(ids(owner)).toEqual([2, 4]), patiently);
    await vi.waitFor(() => expect(ids(admin)).toEqual([1, 4]), patiently);
    await vi.waitFor(() => expect(ids(other)).toEqual([3]), patiently);
  });

  it('sends nothing of a rolled back transaction', async () => {
    const owner = await read(s.store_owner);
    const undone = inTransaction(context(), async (ctx) => {
      await publish(ctx, [toUser(s.store_owner.id)], 'notice', { id: 1, change: 'saved' });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await tell([toUser(s.store_owner.id)], 2);
    await vi.waitFor(() => expect(ids(owner)).toEqual([2]), patiently);
  });

  it('sends missed events once after a reconnect with the last position', async () => {
    const first = await read(s.store_owner);
    await tell([toUser(s.store_owner.id)], 1);
    await vi.waitFor(() => expect(ids(first)).toEqual([1]), patiently);
    const place = first.places.at(-1);
    first.answer.destroy();
    await tell([toUser(s.store_owner.id)], 2);
    await tell([toAdmins('orders')], 3);
    await tell([toUser(s.store_owner.id)], 4);

    const again = await read(s.store_owner, place);
    await tell([toUser(s.store_owner.id)], 5);
    await vi.waitFor(() => expect(ids(again)).toEqual([2, 4, 5]), patiently);
    expect(again.events[0]).toEqual({ type: 'hello', data: { isNew: false } });
  });

  it('marks everything as stale after a reconnect with an unknown position', async () => {
    const reader = await read(s.store_owner, 987_654);
    expect(reader.events[0]).toEqual({ type: 'hello', data: { isNew: true } });
  });

  it('loses and duplicates nothing under concurrent writes', async () => {
    const owner = await read(s.store_owner);
    await Promise.all(Array.from({ length: 60 }, (_, index) => tell([toUser(s.store_owner.id)], index + 1)));
    await vi.waitFor(() => expect(ids(owner)).toHaveLength(60), patiently);
    expect(new Set(ids(owner)).size).toBe(60);
    expect(owner.places).toEqual([...owner.places].sort((a, b) => a - b));
  });

  it('ends immediately with the session', async () => {
    const owner = await read(s.store_owner);
    const ended = once(owner.answer, 'end');
    await inTransaction(context(), (ctx) => endSessions(ctx, s.store_owner.id));
    await ended;
  });

  it('shows a look through somebody’s eyes what that person gets, and ends with the looking person’s session', async () => {
    const body = { user_id: s.store_owner.id, reason: 'Заказ не виден' };
    const view = await api.request<{ token: string }>(s.super_admin, 'POST', 'vendor-views', body);
    const watching = await readAs(view.body.token);
    await tell([toAdmins('orders')], 1);
    await tell([toUser(s.store_owner.id)], 2);
    await vi.waitFor(() => expect(ids(watching)).toEqual([2]), patiently);
    const ended = once(watching.answer, 'end');

    await inTransaction(context(), (ctx) => endSessions(ctx, s.super_admin.id));
    await ended;
    expect(await api.db.selectFrom('record_editors').select('user_id').execute()).toEqual([]);
  });

  it('requires a user of the panel: 401 without a session, 403 for a customer', async () => {
    expect((await api.request(null, 'GET', 'live')).status).toBe(401);
    expect((await api.request(s.customer, 'GET', 'live')).status).toBe(403);
  });
});

interface Reading {
  answer: IncomingMessage;
  events: { type: string; data: Record<string, unknown> }[];
  places: number[];
}

const ids = ({ events }: Reading) =>
  events.filter(({ type }) => type === 'notice').map(({ data }) => data.id);

function context(): Ctx {
  return { db: api.db, user: null, now: api.now(), locale: 'ru', ip: '', requestId: 'test', publicUrl: '' };
}

async function tell(audiences: string[], id: number): Promise<void> {
  await inTransaction(context(), (ctx) => publish(ctx, audiences, 'notice', { id, change: 'saved' }));
}

/** Opens a person's stream and waits for its first event. */
async function read(user: { id: number }, after?: number, at = port): Promise<Reading> {
  return readAs(await signIn(api.db, user.id, api.now()), after, at);
}

async function readAs(token: string, after?: number, at = port): Promise<Reading> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(after !== undefined && { 'last-event-id': after }),
  };
  const [answer] = (await once(
    get({ port: at, host: '127.0.0.1', path: '/admin/rest/live', headers }),
    'response',
  )) as [IncomingMessage];
  expect(answer.headers['content-type']).toContain('text/event-stream');
  const reading: Reading = { answer, events: [], places: [] };
  let rest = '';
  answer.setEncoding('utf8').on('data', (text: string) => {
    rest += text;
    const parts = rest.split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const fields = Object.fromEntries(part.split('\n').map((line) => line.split(/: (.*)/s)));
      if (!fields.event) continue;
      reading.events.push({ type: fields.event, data: JSON.parse(fields.data) });
      reading.places.push(Number(fields.id));
    }
  });
  answer.on('error', () => {});
  await vi.waitFor(() => expect(reading.events.length).toBeGreaterThan(0), patiently);
  return reading;
}

it('numbers events in commit order', async () => {
  const admin = await read(s.super_admin);
  await tell([toAdmins('orders')], 1);
  await tell([toAdmins('orders')], 2);

  await vi.waitFor(() => expect(ids(admin)).toEqual([1, 2]), patiently);
  const [, first = 0, second = 0] = admin.places;
  expect(second - first).toBe(1);
});

it('loses nothing that was published while nobody listened', async () => {
  const first = await read(s.super_admin);
  await api.db
    .insertInto('live_events')
    .values({
      audiences: [toAdmins('orders')],
      type: 'notice',
      data: JSON.stringify({ id: 1, change: 'saved' }),
    })
    .execute();
  first.answer.destroy();

  const again = await read(s.super_admin, first.places.at(-1));
  await tell([toAdmins('orders')], 2);

  await vi.waitFor(() => expect(ids(again)).toEqual([1, 2]), patiently);
});

// The embedded database has a single connection: its transactions cannot overlap.
describe.runIf(process.env.TEST_DATABASE_URL)('two transactions that meet', () => {
  const begin = async (id: number) => {
    const db = await api.db.startTransaction().execute();
    await publish({ ...context(), db }, [toAdmins('orders')], 'notice', { id, change: 'saved' });
    return db;
  };

  it('reach a reader both, though the one that began first commits after the other was read', async () => {
    const reader = await read(s.super_admin);
    const early = await begin(1);
    const late = await begin(2);
    await late.commit().execute();
    await vi.waitFor(() => expect(ids(reader)).toEqual([2]), patiently);
    const seen = reader.places.at(-1);
    await early.commit().execute();
    await vi.waitFor(() => expect(ids(reader)).toEqual([2, 1]), patiently);
    reader.answer.destroy();

    const again = await read(s.super_admin, seen);

    await vi.waitFor(() => expect(ids(again)).toEqual([1]), patiently);
    expect(Number(reader.places.at(-1))).toBeGreaterThan(Number(seen));
  });

  it('do not wait for each other, however long a commit takes', async () => {
    const reader = await read(s.super_admin);
    const slow = await begin(1);
    await sql`set constraints all immediate`.execute(slow);
    const other = await begin(2);
    await sql`set local lock_timeout = 200`.execute(other);

    await sql`set constraints all immediate`.execute(other);
    await other.commit().execute();

    await slow.rollback().execute();
    await vi.waitFor(() => expect(ids(reader)).toEqual([2]), patiently);
  });

  it('are numbered by two readers at once as by one', async () => {
    const reader = await read(s.super_admin);
    const told = Array.from({ length: 40 }, (_one, index) => index + 1);
    await Promise.all([
      ...told.map((id) => tell([toAdmins('orders')], id)),
      ...told.map(() => placeEvents(api.db)),
    ]);

    await vi.waitFor(() => expect(ids(reader)).toHaveLength(told.length), patiently);
    expect([...ids(reader)].sort((a, b) => Number(a) - Number(b))).toEqual(told);
    expect(reader.places).toEqual([...new Set(reader.places)].sort((a, b) => a - b));
  });
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('two processes on one PostgreSQL', () => {
  it('reach each other’s readers, and lose nothing when the listening connection breaks', async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(api.db);
    // Its own pool and listener: the processes share only the server.
    const other = openBeside(String(rows[0]?.name));
    const second = await createApp({ ...api.deps, db: other.db, listen: other.listen });
    await second.listen({ port: 0, host: '127.0.0.1' });
    const reader = await read(s.store_owner, undefined, (second.server.address() as AddressInfo).port);

    await tell([toUser(s.store_owner.id)], 1);
    await vi.waitFor(() => expect(ids(reader)).toEqual([1]), patiently);

    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen %'`.execute(api.db);
    await tell([toUser(s.store_owner.id)], 2);
    await vi.waitFor(() => expect(ids(reader)).toEqual([1, 2]), patiently);
    await tell([toUser(s.store_owner.id)], 3);
    await vi.waitFor(() => expect(ids(reader)).toEqual([1, 2, 3]), patiently);

    reader.answer.destroy();
    await second.close();
    await other.close();
  });
});
