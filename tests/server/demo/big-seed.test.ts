import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resourceNames } from '@/contract';
import { bigNames, growFamily } from '@/server/demo/big/big';
import { seedDemo } from '@/server/demo/demo';
import { reconcile } from '@/server/modules/ledger/reconcile';
import { type TestApp, testApp } from '../../support/server';

/** `npm run db:seed`: every family can be made large, twice, by set-based SQL. */
let api: TestApp;

beforeAll(async () => {
  api = await testApp();
  await seedDemo({ db: api.db, now: api.now(), dataDir: api.dataDir });
});
afterAll(() => api.close());

it('supports every family', () => {
  expect(bigNames).toEqual(expect.arrayContaining([...resourceNames]));
});

it.each(bigNames)('adds rows of %s, and again', async (name) => {
  // A shop's staff are accounts.
  const table = (name === 'staffs' ? 'users' : name.replaceAll('-', '_')) as 'tags';
  const all = api.db.selectFrom(table).select('id');
  // The parts of an order are rows of the same table.
  const rows = name === 'orders' ? all.where(sql<boolean>`parent_id is null`) : all;
  const count = async () => (await rows.execute()).length;
  const before = await count();

  await growFamily(api.db, name, 300);
  await growFamily(api.db, name, 20);

  expect(await count()).toBe(before + 320);
});

it('keeps sound books', async () => {
  expect((await reconcile({ db: api.db, now: api.now() })).problems).toEqual([]);
});

it('marks a large total as an estimate', async () => {
  await growFamily(api.db, 'tags', 10_500);

  const { body } = await api.request(null, 'GET', 'tags?page=300');
  expect(body.total_is_estimate).toBe(true);
  expect(body.total).toBeGreaterThan(10_000);
  expect(body.data).toHaveLength(15);
});
