import { buildProduct } from '@tests/support/products';
import { setUpScene } from '@tests/support/scene';
import { signIn } from '@tests/support/session';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionUser } from '@/server/core/context';
import { classifyTrouble, openReplica, type Replica } from '@/server/core/scale/replica';
import { parseLsn } from '@/server/core/scale/replica-watch';

/**
 * Which requests read from a replica, and how they cope with its failures. A real one that lags and dies is in `npm run
 * test:replica`.
 */
const read: (string | null)[] = [];
const replica: Replica = {
  read: async (user, run) => {
    read.push(user?.writtenLsn ?? null);
    return run(api.db);
  },
  anywhere: (run) => run(),
  isPrimaryAway: () => false,
  noteWrite: async ({ sessionId }) => {
    await api.db.updateTable('sessions').set({ written_lsn: '0/AB' }).where('id', '=', sessionId).execute();
  },
  caughtUp: async () => {},
  lagSeconds: () => 0,
  close: async () => {},
};
const { api, scene } = setUpScene({ replica });

beforeEach(() => {
  read.length = 0;
});

describe('the replica', () => {
  it('serves lists, exports, dashboards, ledgers and counts', async () => {
    const { id } = scene.shop;
    const paths = [
      ...['tags', 'orders', 'tags/export', 'orders/counts', 'menu-counts', 'analytics', 'analytics/figures'],
      ...['activity', 'trash', 'ledger', `shops/${id}/ledger`, `product-exports?shop_id=${id}`],
    ];
    for (const path of paths) await api.request(scene.super_admin, 'GET', path);
    expect(read).toHaveLength(paths.length);
  });

  it('does not serve a record, the count of a search, the settings, the person and writes', async () => {
    const product = await buildProduct(api.db, scene.shop);
    for (const path of [`products/${product.slug}`, 'search?q=мёд', 'settings', 'me', 'sessions'])
      expect((await api.request(scene.super_admin, 'GET', path)).status).toBe(200);
    expect((await api.request(scene.super_admin, 'POST', 'tags', { name: 'Мёд' })).status).toBe(201);
    expect(read).toEqual([]);
  });

  it('is used with the position of the last write of the same session, and of no other', async () => {
    const login = async () => ({ authorization: `Bearer ${await newSession()}` });
    const [writer, other] = [await login(), await login()];
    await api.request(null, 'POST', 'tags', { name: 'Мёд' }, writer);
    await api.request(null, 'GET', 'tags', undefined, writer);
    await api.request(null, 'GET', 'tags', undefined, other);
    await api.request(null, 'GET', 'tags');
    expect(read).toEqual(['0/AB', null, null]);
  });

  it('answers no list that the role may not read', async () => {
    expect((await api.request(null, 'GET', 'orders')).status).toBe(401);
    expect((await api.request(scene.customer, 'GET', 'ledger')).status).toBe(403);
    expect(read).toEqual([]);
  });
});

const newSession = () => signIn(api.db, scene.super_admin.id, api.now());

it('log positions are compared as numbers', () => {
  expect(parseLsn('0/16B3748')).toBe(0x16b3748n);
  expect(parseLsn('1/0')).toBe(0x100000000n);
  expect(parseLsn('A/FFFFFFFF') < parseLsn('B/0')).toBe(true);
});

it('a read runs again on the primary when the disk of a replica is full, and not when the read itself is wrong', () => {
  const failed = (code: string) => classifyTrouble(Object.assign(new Error('failed'), { code }));
  for (const code of ['53100', '58030', 'XX000', '40001', '25006'])
    expect([code, failed(code)]).toEqual([code, 'alone']);
  for (const code of ['08006', '57P01', 'ECONNREFUSED']) expect([code, failed(code)]).toEqual([code, 'away']);
  for (const code of ['57014', '42703', '22P02']) expect([code, failed(code)]).toEqual([code, undefined]);
});

const address = process.env.TEST_DATABASE_URL;

describe.skipIf(!address)('a server that is not a replica', () => {
  const told: string[] = [];
  const opened: Replica[] = [];
  const user = { writtenLsn: null } as SessionUser;

  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  const open = async (replicaUrl: string) => {
    const made = await openReplica({
      db: api.db,
      primaryUrl: String(address),
      replicaUrl,
      pool: 1,
      statementMs: 5000,
      maxLagMs: 5000,
      onChange: (text) => told.push(text),
    });
    opened.push(made);
    return made;
  };

  it('is not read from: a promoted one would miss current writes', async () => {
    const promoted = await open(String(address));
    expect(promoted.lagSeconds()).toBeUndefined();
    expect(await promoted.read(user, async (db) => db === api.db)).toBe(true);
  });

  it('does not block reads when it does not respond', async () => {
    const gone = await open('postgres://postgres@127.0.0.1:9/none');
    expect(await gone.read(user, async (db) => db === api.db)).toBe(true);
    await gone.caughtUp();
    expect(told).toEqual([]);
  });

  it('records the position of the write in the primary’s log', async () => {
    const { writtenLsn, id } = await withSession();
    expect(writtenLsn).toBeNull();
    await (await open(String(address))).noteWrite({ sessionId: id } as SessionUser);
    const after = await api.db
      .selectFrom('sessions')
      .select('written_lsn')
      .where('id', '=', id)
      .executeTakeFirst();
    expect(parseLsn(String(after?.written_lsn)) > 0n).toBe(true);
  });
});

async function withSession() {
  await newSession();
  const row = await api.db.selectFrom('sessions').select(['id', 'written_lsn']).executeTakeFirstOrThrow();
  return { id: row.id, writtenLsn: row.written_lsn };
}
