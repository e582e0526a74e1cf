import { buildScene, type Scene } from '@tests/support/factories';
import { type TestApp, testApp } from '@tests/support/server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { PresenceAnswer } from '@/contract/core/presence';

let api: TestApp;
let s: Scene;

beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.reset();
  s = await buildScene(api.db);
});

const say = (who: { id: number } | null, more: object = {}) =>
  api.request<PresenceAnswer>(who, 'POST', 'presence', { family: 'shops', id: s.shop.id, ...more });
const told = () =>
  api.db.selectFrom('live_events').select(['audiences', 'data']).where('type', '=', 'presence').execute();

it('refuses a guest, a family the person cannot update, bad input, and a record the person does not see', async () => {
  expect((await say(null)).status).toBe(401);
  expect((await say(s.customer)).status).toBe(403);
  expect((await say(s.store_owner, { family: 'tags', id: 1 })).status).toBe(403);
  expect((await say(s.store_owner, { family: 'constructor' })).status).toBe(422);
  expect((await say(s.store_owner, { id: 'x' })).status).toBe(422);
  expect((await say(s.store_owner, { id: 987654 })).status).toBe(404);
  expect(await api.db.selectFrom('record_editors').selectAll().execute()).toEqual([]);
});

it('reports a record that the person may only read, and names nobody', async () => {
  await say(s.store_owner);
  expect((await say(s.otherOwner)).body).toEqual({ editors: [], is_editable: false });
  const kept = await api.db.selectFrom('record_editors').select('user_id').execute();
  expect(kept).toEqual([{ user_id: s.store_owner.id }]);
});

it('shows two people to each other, notifies the other only of a change, and drops a person who leaves', async () => {
  expect((await say(s.store_owner)).body.editors).toEqual([]);
  expect((await say(s.super_admin)).body.editors).toEqual([s.store_owner.name]);
  expect((await say(s.store_owner)).body.editors).toEqual([s.super_admin.name]);
  expect(await told()).toEqual([
    { audiences: [`user:${s.store_owner.id}`], data: { family: 'shops', id: s.shop.id } },
  ]);
  await say(s.super_admin, { is_open: false });
  expect(await told()).toHaveLength(2);
  expect((await say(s.store_owner)).body.editors).toEqual([]);
});

it('expires after 45 seconds without a heartbeat', async () => {
  await say(s.store_owner);
  api.setNow(new Date(api.now().getTime() + 44_000));
  expect((await say(s.super_admin)).body.editors).toEqual([s.store_owner.name]);
  api.setNow(new Date(api.now().getTime() + 2000));
  expect((await say(s.super_admin)).body.editors).toEqual([]);
});
