import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { panelAccept } from '@/contract/core/panel-client';
import { buildScene, type Scene } from '../../support/factories';
import { type TestApp, testApp, type Wire } from '../../support/server';

/** What a shop front shows to every visitor: coupons and notices that are meant for all, and no others. */
let api: TestApp;
let scene: Scene;

beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.reset();
  scene = await buildScene(api.db);
});

const json = { accept: 'application/json' };
const list = async (user: { id: number } | null, path: string) => {
  const { status, body } = await api.request(user, 'GET', path, undefined, json);
  expect([path, status]).toEqual([path, 200]);
  return body.data;
};

describe('coupons', () => {
  const coupon = (code: string, more: object = {}) => ({
    ...{ code, type: 'fixed', amount: 100, minimum_cart_amount: 0, target: false },
    ...{ active_from: '2026-03-01T00:00:00Z', expire_at: '2026-04-01T00:00:00Z' },
    ...more,
  });
  const create = async (user: { id: number }, body: object, headers: Record<string, string> = json) => {
    const answer = await api.request(user, 'POST', 'coupons', body, headers);
    expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
    return answer.body;
  };
  const codesFor = async (user: { id: number } | null) =>
    (await list(user, 'coupons?page=1&orderBy=id&sortedBy=asc')).map(({ code }) => code);

  it('for everybody are listed to guests and customers; those for people who know the code are not', async () => {
    await create(scene.super_admin, coupon('OPEN'));
    await create(scene.super_admin, coupon('SIGNED', { target: true }));
    await create(scene.super_admin, coupon('SECRET'), { accept: panelAccept });
    await create(scene.super_admin, coupon('SHOWN', { is_listed: true }), { accept: panelAccept });
    await create(scene.super_admin, coupon('LATER', { active_from: '2026-03-20T00:00:00Z' }));
    await create(scene.store_owner, coupon('WAITING', { shop_id: scene.shop.id }));

    expect(await codesFor(null)).toEqual(['OPEN', 'SHOWN']);
    expect(await codesFor(scene.customer)).toEqual(['OPEN', 'SHOWN']);
    expect(await codesFor(scene.store_owner)).toEqual(['WAITING']);
    const [row] = await list(null, 'coupons?search=code:OPEN');
    expect(row).toMatchObject({ code: 'OPEN', amount: 100, is_valid: true });
    for (const key of ['used_count', 'usage_limit', 'user_id']) expect(row).not.toHaveProperty(key);
  });

  it('of a shop are listed once they are approved and while the shop is open', async () => {
    const { id } = await create(scene.store_owner, coupon('SHOP', { shop_id: scene.shop.id }));
    expect(await codesFor(null)).toEqual([]);
    await api.request(scene.super_admin, 'POST', 'approve-coupon', { id });
    expect(await codesFor(null)).toEqual(['SHOP']);
    expect((await list(null, `coupons?shop_id=${scene.otherShop.id}`)).length).toBe(0);

    await api.db.updateTable('shops').set({ is_active: false }).where('id', '=', scene.shop.id).execute();
    expect(await codesFor(null)).toEqual([]);
  });
});

describe('notices', () => {
  const notice = (title: string, more: object = {}) => ({
    ...{ notice: title, description: 'Склад переезжает.', priority: 'high', type: 'specific_shop' },
    ...{ effective_from: '2026-03-09', expired_at: '2026-03-20', received_by: [scene.shop.id] },
    ...more,
  });
  const create = (user: { id: number }, body: object, headers: Record<string, string> = json) =>
    api.request<Wire & { received_by: number[] }>(user, 'POST', 'store-notices', body, headers);
  const titlesOf = async (user: { id: number } | null, query: string) =>
    (await list(user, `store-notices?orderBy=id&sortedBy=asc&${query}`)).map(({ notice: title }) => title);

  it('of a shop are on its page, for guests and customers; what is written to staff is not', async () => {
    const made = await create(scene.store_owner, notice('Переезд'));
    expect(made.status).toBe(201);
    await create(scene.store_owner, notice('Инвентаризация'), { accept: panelAccept });
    await create(scene.store_owner, notice('Скидки'), { accept: panelAccept });
    const { body } = await create(scene.store_owner, notice('Праздник', { is_listed: true }), {
      accept: panelAccept,
    });
    await create(scene.store_owner, notice('Завтра', { effective_from: '2026-03-15' }));
    await create(scene.otherOwner, notice('Другие', { received_by: [scene.otherShop.id] }));
    await create(scene.super_admin, notice('Всем', { type: 'all_vendor', received_by: [] }));

    for (const query of [`shop_id=${scene.shop.id}`, 'shop_id=pervaya', 'search=shops.slug:pervaya'])
      expect([query, await titlesOf(null, query)]).toEqual([query, ['Переезд', 'Праздник']]);
    expect(await titlesOf(scene.customer, 'shop_id=drugaya')).toEqual(['Другие']);
    expect(await titlesOf(scene.store_owner, 'shop_id=drugaya')).toEqual([]);

    const one = await api.request(null, 'GET', `store-notices/${body.id}`, undefined, json);
    expect(one.body).toMatchObject({ notice: 'Праздник', priority: 'high' });
    for (const key of ['creator', 'created_by', 'users', 'shops', 'read_status', 'received_by'])
      expect(one.body).not.toHaveProperty(key);
  });

  it('are written and read as such by nobody else than before', async () => {
    const { body } = await create(scene.store_owner, notice('Переезд'));
    const path = `store-notices/${body.id}`;

    expect((await create(scene.customer, notice('Чужое'))).status).toBe(403);
    expect((await api.request(null, 'PUT', path, { notice: 'Чужое' }, json)).status).toBe(401);
    expect((await api.request(scene.customer, 'DELETE', path, undefined, json)).status).toBe(403);
    expect((await api.request(scene.otherOwner, 'PUT', path, { notice: 'Чужое' }, json)).status).toBe(404);
    await api.db.updateTable('shops').set({ is_active: false }).where('id', '=', scene.shop.id).execute();
    expect((await api.request(null, 'GET', path, undefined, json)).status).toBe(404);
  });
});
