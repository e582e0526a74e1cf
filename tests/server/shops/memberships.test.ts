import { describe, expect, it } from 'vitest';
import { buildMembership, buildShop, buildUser } from '../../support/factories';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';
import { signIn } from '../../support/session';
import { buildMember, buildRole, readyRole } from '../../support/team';

const { api, scene } = setUpScene();

const stored = (id: number) =>
  api.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const membership = (id: number) =>
  api.db.selectFrom('memberships').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const post = <Body = Wire>(person: { id: number } | null, path: string, body: object = {}) =>
  api.request<Body>(person, 'POST', path, body);
const get = <Body = Wire>(person: { id: number } | null, path: string) =>
  api.request<Body>(person, 'GET', path);

/** Invites into the first shop. Returns the membership and what the letter's link contains. */
async function invite(email: string, more: object = {}, by: { id: number } = scene.store_owner) {
  const body = { name: 'Денис', email, shop_id: scene.shop.id, ...more };
  const { status, body: made } = await post<Wire & { id: number }>(by, 'staffs', body);
  expect(status).toBe(201);
  return { id: made.id, mailed: await lastLink() };
}

async function lastLink() {
  const { body } = await api.db
    .selectFrom('outbox')
    .select('body')
    .where('template', '=', 'invitation')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const link = new URL(/https:\S+/.exec(body)?.[0] ?? '').searchParams;
  return { email: link.get('email') ?? '', token: link.get('token') ?? '' };
}

const accept = (person: { id: number } | null, mailed: object) => post(person, 'invitations/accept', mailed);

describe('switching the shop', () => {
  const switchTo = (person: { id: number } | null, shop_id: unknown) => post(person, 'me/shop', { shop_id });

  it('needs a session and a shop in which the person works', async () => {
    const removed = await buildShop(api.db, { slug: 'zakryta' });
    await buildMembership(api.db, { user: scene.staff, shop: removed });
    await api.db.updateTable('shops').set({ deleted_at: api.now() }).where('id', '=', removed.id).execute();

    expect((await switchTo(null, scene.shop.id)).status).toBe(401);
    expect((await switchTo(scene.staff, 'x')).status).toBe(422);
    for (const shop of [scene.otherShop.id, removed.id, 987_654])
      expect((await switchTo(scene.staff, shop)).status).toBe(404);
    expect((await switchTo(scene.store_owner, scene.shop.id)).status).toBe(404);
    expect((await switchTo(scene.customer, scene.shop.id)).status).toBe(404);
    expect((await stored(scene.staff.id)).shop_id).toBe(scene.shop.id);
  });

  it('brings the rights of the other membership from the next request on, and those of the former end', async () => {
    const roleId = await readyRole(api.db, 'shop-packer');
    await buildMembership(api.db, { user: scene.staff, shop: scene.otherShop, roleId });
    const before = await get(scene.staff, `coupons?shop_id=${scene.shop.id}`);
    const ownOrder = (shop: number) => get(scene.staff, `ledger/summary?shop_id=${shop}`);

    expect((await switchTo(scene.staff, scene.otherShop.id)).body).toEqual({ shop_id: scene.otherShop.id });

    expect(before.status).toBe(200);
    expect(
      (await post(scene.staff, 'attributes', { name: 'Цвет', values: [], shop_id: scene.otherShop.id })).body
        .needs,
    ).toEqual(['catalogue:write']);
    expect((await ownOrder(scene.shop.id)).status).toBe(403);
    const { managed_shop, role } = (await get(scene.staff, 'me')).body;
    expect(managed_shop).toMatchObject({ id: scene.otherShop.id });
    expect(role).toMatchObject({ key: 'shop-packer' });

    await switchTo(scene.staff, scene.shop.id);
    expect((await stored(scene.staff.id)).role_id).toBeNull();
    const made = await post(scene.staff, 'attributes', { name: 'Цвет', values: [], shop_id: scene.shop.id });
    expect(made.status).toBe(201);
  });

  it('leaves rows of the shop that is not the current one unseen: 404', async () => {
    await buildMembership(api.db, { user: scene.staff, shop: scene.otherShop });
    const made = await post<{ id: number }>(scene.otherOwner, 'attributes', {
      ...{ name: 'Цвет', values: [], shop_id: scene.otherShop.id },
    });
    const path = `attributes/${made.body.id}`;
    const change = () => api.request(scene.staff, 'PUT', path, { name: 'Тон' });

    expect(made.status).toBe(201);
    expect([(await get(scene.staff, path)).status, (await change()).status]).toEqual([404, 404]);
    expect((await get(scene.staff, `saved-views?family=orders&shop_id=${scene.otherShop.id}`)).status).toBe(
      404,
    );
    await switchTo(scene.staff, scene.otherShop.id);
    expect([(await get(scene.staff, path)).status, (await change()).status]).toEqual([200, 200]);
  });

  it('tells the person’s other windows', async () => {
    await buildMembership(api.db, { user: scene.staff, shop: scene.otherShop });
    await switchTo(scene.staff, scene.otherShop.id);

    const told = await api.db.selectFrom('live_events').select(['type', 'audiences']).execute();
    expect(told).toContainEqual({ type: 'session', audiences: [`user:${scene.staff.id}`] });
  });

  it('ends looks of the team through the person’s eyes, which are logged for the former shop', async () => {
    await buildMembership(api.db, { user: scene.staff, shop: scene.otherShop });
    const support = await buildMember(api.db, 'support');
    const view = await post<{ token: string }>(support, 'vendor-views', {
      ...{ user_id: scene.staff.id, reason: 'Не видит заказ в списке' },
    });
    const authorization = `Bearer ${view.body.token}`;
    const see = () => api.request(null, 'GET', 'me', undefined, { authorization });

    expect([view.status, (await see()).status]).toEqual([201, 200]);
    expect(
      (await api.request(null, 'POST', 'me/shop', { shop_id: scene.otherShop.id }, { authorization })).body,
    ).toMatchObject({ message: 'READ_ONLY_VIEW' });
    await switchTo(scene.staff, scene.otherShop.id);
    expect((await see()).status).toBe(401);
  });

  it('and being removed from that shop at the same moment leaves the person outside of it', async () => {
    const id = await buildMembership(api.db, { user: scene.staff, shop: scene.otherShop });

    const [switched, removed] = await Promise.all([
      switchTo(scene.staff, scene.otherShop.id),
      api.request(scene.otherOwner, 'DELETE', `staffs/${id}`),
    ]);

    expect(removed.status).toBe(200);
    expect([200, 404]).toContain(switched.status);
    expect((await stored(scene.staff.id)).shop_id).toBe(scene.shop.id);
  });
});

describe('leaving one of several shops', () => {
  it('goes on in the other, after signing in again', async () => {
    await buildMembership(api.db, {
      user: scene.staff,
      shop: scene.otherShop,
      roleId: await readyRole(api.db, 'shop-packer'),
    });
    const token = await signIn(api.db, scene.staff.id, api.now());

    await api.request(scene.store_owner, 'DELETE', `staffs/${scene.member.id}`);

    expect(await stored(scene.staff.id)).toMatchObject({
      ...{ shop_id: scene.otherShop.id, role_id: await readyRole(api.db, 'shop-packer') },
    });
    const me = await api.app.inject({ url: '/admin/rest/me', headers: { authorization: `Bearer ${token}` } });
    expect(me.statusCode).toBe(401);
  });

  it('keeps the session where another than the current one was lost', async () => {
    const id = await buildMembership(api.db, { user: scene.staff, shop: scene.otherShop });
    const token = await signIn(api.db, scene.staff.id, api.now());

    await api.request(scene.otherOwner, 'DELETE', `staffs/${id}`);

    const me = await api.app.inject({ url: '/admin/rest/me', headers: { authorization: `Bearer ${token}` } });
    expect(me.json()).toMatchObject({ managed_shop: { id: scene.shop.id } });
    expect((await stored(scene.staff.id)).shop_id).toBe(scene.shop.id);
  });

  it('is not undone once the person was invited or has joined again', async () => {
    await api.request(scene.store_owner, 'DELETE', `staffs/${scene.member.id}`);
    const { mailed } = await invite(scene.staff.email);

    expect((await post(scene.store_owner, `staffs/${scene.member.id}/restore`)).status).toBe(404);
    expect((await accept(scene.staff, mailed)).status).toBe(200);
    expect((await post(scene.store_owner, `staffs/${scene.member.id}/restore`)).status).toBe(404);
  });

  it('follows when a shop is removed, and it comes back with the shop', async () => {
    const shop = await buildShop(api.db, { owner: scene.store_owner, slug: 'vtoraya' });
    const worker = await buildUser(api.db, { role: 'staff', worksIn: shop });
    await buildMembership(api.db, { user: worker, shop: scene.shop });
    const lone = await buildUser(api.db, { role: 'staff', worksIn: shop });

    expect((await api.request(scene.super_admin, 'DELETE', `shops/${shop.id}`)).status).toBe(200);

    expect((await stored(worker.id)).shop_id).toBe(scene.shop.id);
    expect(await stored(lone.id)).toMatchObject({ shop_id: null, permissions: ['customer'] });
    await post(scene.super_admin, `shops/${shop.id}/restore`);
    expect((await stored(lone.id)).shop_id).toBe(shop.id);
    expect((await stored(worker.id)).shop_id).toBe(scene.shop.id);
  });

  it('hides people whose account was removed, and shows them again with it', async () => {
    const list = async () => (await get(scene.store_owner, 'staffs')).body.total;
    await api.request(scene.super_admin, 'DELETE', `users/${scene.staff.id}`);

    expect(await list()).toBe(0);
    await post(scene.super_admin, `users/${scene.staff.id}/restore`);
    expect(await list()).toBe(1);
  });

  it('is what the shops say after a person leaves the team', async () => {
    await post(scene.super_admin, 'users/make-admin', { user_id: scene.staff.id });
    await post(scene.super_admin, 'users/make-admin', { user_id: scene.staff.id });

    expect(await stored(scene.staff.id)).toMatchObject({
      shop_id: scene.shop.id,
      permissions: expect.arrayContaining(['staff', 'staff:orders']),
    });
  });
});

describe('a role in a shop', () => {
  const change = (body: object) =>
    api.request<Wire>(scene.store_owner, 'PUT', `staffs/${scene.member.id}`, body);

  it('is given by the owner, shown, and decides from the next request on', async () => {
    const role_id = await readyRole(api.db, 'shop-packer');

    const { status, body } = await change({ role_id });

    expect(status).toBe(200);
    expect(body).toMatchObject({ role_id, role: { key: 'shop-packer' }, scopes: ['catalogue', 'orders'] });
    expect(await stored(scene.staff.id)).toMatchObject({ role_id });
    expect((await get(scene.staff, 'coupons')).body).not.toMatchObject({ message: 'NOT_FOUND' });
    expect((await post(scene.staff, 'coupons', {})).body.needs).toEqual(['promotions:write']);
    const people = (await get(scene.super_admin, `roles/${role_id}`)).body;
    expect(people.people_count).toBe(1);
  });

  it('gives way to scopes, also where a client knows no roles', async () => {
    await change({ role_id: await readyRole(api.db, 'shop-packer') });

    const { body } = await change({ scopes: ['content'] });

    expect(body).toMatchObject({ role_id: null, role: null, scopes: ['content'] });
    expect(await stored(scene.staff.id)).toMatchObject({
      role_id: null,
      permissions: ['staff', 'customer', 'staff:content'],
    });
  });

  it('is one of shops: a role of the team and an unknown one are wrong values', async () => {
    for (const role_id of [await readyRole(api.db, 'finance'), 987_654, 'x', -1]) {
      expect((await change({ role_id })).body.errors).toMatchObject({ role_id: ['error-wrong-value'] });
    }
    expect((await stored(scene.staff.id)).role_id).toBeNull();
  });

  it('that is edited changes what its people may do', async () => {
    const role_id = await buildRole(api.db, { orders: 'write' }, 'shop');
    await change({ role_id });

    const { status } = await api.request(scene.super_admin, 'PUT', `roles/${role_id}`, {
      areas: { feedback: 'write' },
    });

    expect(status).toBe(200);
    expect((await stored(scene.staff.id)).permissions).toEqual(['staff', 'customer', 'staff:feedback']);
    expect(await membership(scene.member.id)).toMatchObject({ scopes: ['feedback'] });
  });

  it('does not limit a person of the team, who has a role there', async () => {
    const both = await buildMember(api.db, 'support');
    await buildMembership(api.db, {
      user: both,
      shop: scene.shop,
      roleId: await readyRole(api.db, 'shop-packer'),
    });
    await post(both, 'me/shop', { shop_id: scene.shop.id });

    expect((await stored(both.id)).role_id).toBe(await readyRole(api.db, 'support'));
  });
});

describe('the accountant of a shop', () => {
  const money = () => [
    `shops/${scene.shop.slug}/ledger`,
    `shops/${scene.shop.id}/ledger/summary`,
    `shops/${scene.shop.id}/ledger/export`,
    `withdraws?shop_id=${scene.shop.id}`,
    'analytics/balance',
  ];
  const become = async (key: string) =>
    api.request(scene.store_owner, 'PUT', `staffs/${scene.member.id}`, {
      role_id: await readyRole(api.db, key),
    });

  it('reads balance, statements and withdrawals of the own shop', async () => {
    await become('shop-accountant');

    for (const path of money()) expect([path, (await get(scene.staff, path)).status]).toEqual([path, 200]);
    const { body } = await get(scene.staff, `shops/${scene.shop.slug}`);
    expect(body.balance).toMatchObject({ current_balance: 0 });
    expect(body.requisites).toBeUndefined();
    expect((await get(scene.staff, `shops/${scene.otherShop.id}/ledger`)).status).toBe(404);
    expect((await get(scene.staff, `shops/${scene.otherShop.slug}`)).body.balance).toBeUndefined();
  });

  it('requests no payout, decides none and changes no money', async () => {
    await become('shop-accountant');
    const body = { amount: 10, payment_method: 'bank', shop_id: scene.shop.id };

    expect((await post(scene.staff, 'withdraws', body)).status).toBe(403);
    expect((await post(scene.staff, 'approve-withdraw', { id: 1, status: 'approved' })).status).toBe(403);
    expect(
      (await post(scene.staff, `shops/${scene.shop.id}/adjustments`, { amount: 1, reason: 'x' })).status,
    ).toBe(403);
    expect((await api.request(scene.staff, 'PUT', `shops/${scene.shop.id}`, { name: 'Моя' })).status).toBe(
      403,
    );
    expect(await api.db.selectFrom('withdraws').select('id').execute()).toEqual([]);
  });

  it('is the only one besides the manager: others of the shop see no money', async () => {
    for (const key of ['shop-packer', 'shop-support', undefined]) {
      if (key) await become(key);
      else await api.request(scene.store_owner, 'PUT', `staffs/${scene.member.id}`, { scopes: ['orders'] });
      for (const path of money().slice(0, 4))
        expect([key, path, (await get(scene.staff, path)).status]).toEqual([key, path, 403]);
      expect((await get(scene.staff, `shops/${scene.shop.slug}`)).body.balance).toBeUndefined();
    }
  });
});
