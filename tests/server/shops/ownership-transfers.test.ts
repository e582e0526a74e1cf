import { beforeEach, describe, expect, it } from 'vitest';
import { type BuiltUser, buildShop, buildUser } from '../../support/factories';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** A shop is transferred from one vendor to another: requested by its owner, decided by an administrator. */
const { api, scene } = setUpScene();
let third: BuiltUser;

beforeEach(async () => {
  third = await buildUser(api.db, { role: 'store_owner', name: 'Зоя', email: 'zoya@test.ru' });
});

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'customer';

const ask = (person: Person | null, more: object = {}) =>
  api.request(person && scene[person], 'POST', 'transfer-shop-ownership', {
    shop_id: scene.shop.id,
    vendor_id: scene.otherOwner.id,
    message: 'Продаём дело.',
    ...more,
  });
const running = async () => {
  const { status, body } = await ask('store_owner');
  expect([status, body.errors]).toEqual([201, undefined]);
  return body;
};
const decide = (id: number, status: string, more: object = {}, person: Person | null = 'super_admin') =>
  api.request(person && scene[person], 'PUT', `ownership-transfer/${id}`, { status, ...more });
const get = <Body = Wire>(user: { id: number } | null, path: string) => api.request<Body>(user, 'GET', path);
const ownerId = async () =>
  (
    await api.db
      .selectFrom('shops')
      .select('owner_id')
      .where('id', '=', scene.shop.id)
      .executeTakeFirstOrThrow()
  ).owner_id;
const letters = async () =>
  (await api.db.selectFrom('outbox').select(['recipient', 'template']).orderBy('id').execute()).map(
    ({ recipient, template }) => [template, recipient],
  );

describe('a transfer', () => {
  it('of a shop that is not approved is not requested, and its owner finds no vendors', async () => {
    await api.db.updateTable('shops').set({ is_active: false }).where('id', '=', scene.shop.id).execute();

    const answer = await ask('store_owner');

    expect(answer).toMatchObject({ status: 422, body: { errors: { shop_id: ['error-shop-not-approved'] } } });
    expect(await letters()).toEqual([]);
    const found = await get(scene.store_owner, 'ownership-transfer/vendors?search=zoya@test.ru');
    expect(found.body).toEqual([]);
    expect((await ask('super_admin')).status).toBe(201);
  });

  it('is requested five times a day at most, so nobody writes to vendor after vendor', async () => {
    const statuses = [];
    for (let time = 0; time < 6; time += 1) {
      const { status, body } = await ask('store_owner');
      statuses.push(status);
      await api.request(scene.store_owner, 'DELETE', `ownership-transfer/${body.id}`);
    }

    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    expect(await letters()).toHaveLength(5);
  });

  it('is requested by the owner: stored, logged, sent to the receiver and shown on the shop', async () => {
    const body = await running();

    expect(body).toMatchObject({
      shop_id: scene.shop.id,
      shop: { slug: 'pervaya' },
      from: scene.store_owner.id,
      to: scene.otherOwner.id,
      from_user: { name: 'Борис' },
      to_user: { name: 'Вера' },
      status: 'pending',
      message: 'Продаём дело.',
    });
    expect(body.transaction_identifier).toMatch(/^OT-[0-9A-F]{12}$/);
    const row = await api.db.selectFrom('ownership_transfers').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ from_id: scene.store_owner.id, created_by: scene.store_owner.id });
    expect(await letters()).toEqual([['shop-transfer-offered', scene.otherOwner.email]]);
    expect((await get(scene.store_owner, 'shops/pervaya')).body.ownership_history).toEqual({
      status: 'pending',
    });
    const line = await api.db
      .selectFrom('audit_log')
      .select(['action', 'user_id'])
      .where('family', '=', 'ownership-transfers')
      .executeTakeFirstOrThrow();
    expect(line).toEqual({ action: 'create', user_id: scene.store_owner.id });
  });

  it('cannot be requested by anybody else', async () => {
    for (const [person, status] of [
      [null, 401],
      ['customer', 403],
      ['staff', 403],
      ['otherOwner', 404],
      ['super_admin', 201],
    ] as const)
      expect([person, (await ask(person)).status]).toEqual([person, status]);
  });

  it('goes to an active vendor other than the owner', async () => {
    const blocked = await buildUser(api.db, { role: 'store_owner', isActive: false });
    for (const id of [scene.store_owner.id, scene.customer.id, scene.staff.id, blocked.id, 99_999]) {
      const { status, body } = await ask('store_owner', { vendor_id: id });
      expect([status, body.errors]).toEqual([422, { vendor_id: ['error-wrong-value'] }]);
    }
    expect((await ask('store_owner', { vendor_id: 'x', shop_id: undefined })).body.errors).toEqual({
      vendor_id: ['error-vendor-required'],
      shop_id: ['error-shop-required'],
    });
  });

  it('is pending once per shop, also under concurrent requests', async () => {
    const answers = await Promise.all([ask('store_owner'), ask('store_owner', { vendor_id: third.id })]);

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.errors).toEqual({ shop_id: ['error-transfer-running'] });
  });

  it('is visible to both sides and administrators only', async () => {
    const { id } = await running();
    await buildShop(api.db, { owner: third });

    for (const [user, total] of [
      [scene.store_owner, 1],
      [scene.otherOwner, 1],
      [scene.super_admin, 1],
      [third, 0],
    ] as const) {
      expect((await get(user, 'ownership-transfer')).body.total).toBe(total);
      expect((await get(user, `ownership-transfer/${id}`)).status).toBe(total ? 200 : 404);
    }
    for (const person of ['staff', 'customer'] as const) {
      expect((await get(scene[person], 'ownership-transfer')).status).toBe(403);
      expect((await get(scene[person], `ownership-transfer/${id}`)).status).toBe(403);
    }
    expect((await get(null, 'ownership-transfer')).status).toBe(401);
  });

  it('is found by the dialect’s filters', async () => {
    const { transaction_identifier: code } = await running();
    const total = async (query: string, user = scene.super_admin) =>
      (await get(user, `ownership-transfer?${query}`)).body.total;

    expect(await total('status=pending')).toBe(1);
    expect(await total('search=status:approved')).toBe(0);
    expect(await total(`transaction_identifier=${String(code)}&shop_id=${scene.shop.id}`)).toBe(1);
    expect(await total(`from=${scene.store_owner.id}&to=${scene.otherOwner.id}`)).toBe(1);
    expect(await total(`to=${scene.store_owner.id}`)).toBe(0);
    expect(await total('search=shop.name:перв')).toBe(1);
    expect(await total('type=received', scene.otherOwner)).toBe(1);
    expect(await total('type=sent', scene.otherOwner)).toBe(0);
    expect((await get(scene.super_admin, 'ownership-transfer?created_by=1')).status).toBe(422);
  });
});

describe('a decision', () => {
  it('of approval transfers the shop to its new owner, whose sessions see it immediately', async () => {
    const { id } = await running();

    const { status, body } = await decide(id, 'approved', { note: 'Договор проверен' });

    expect([status, body.status, body.note]).toEqual([200, 'approved', 'Договор проверен']);
    expect(await ownerId()).toBe(scene.otherOwner.id);
    expect((await api.request(scene.store_owner, 'PUT', 'shops/pervaya', { name: 'Моя' })).status).toBe(404);
    const mine = await get<{ slug: string }[]>(scene.otherOwner, 'my-shops');
    expect(mine.body.map(({ slug }) => slug)).toContain('pervaya');
    expect((await get(scene.otherOwner, 'shops/pervaya')).body.ownership_history).toBeNull();
    const staff = await api.db
      .selectFrom('users')
      .select('shop_id')
      .where('id', '=', scene.staff.id)
      .executeTakeFirst();
    expect(staff?.shop_id).toBe(scene.shop.id);
    const line = await api.db
      .selectFrom('audit_log')
      .select(['user_id', 'changes'])
      .where('family', '=', 'shops')
      .where('action', '=', 'transfer')
      .executeTakeFirstOrThrow();
    expect(line).toEqual({
      user_id: scene.super_admin.id,
      changes: { owner_id: [scene.store_owner.id, scene.otherOwner.id] },
    });
    expect((await letters()).slice(1)).toEqual([
      ['shop-transfer-approved', scene.store_owner.email],
      ['shop-transfer-approved', scene.otherOwner.email],
    ]);
  });

  it('is only the administrator’s', async () => {
    const { id } = await running();
    for (const [person, status] of [
      [null, 401],
      ['customer', 403],
      ['staff', 403],
      ['store_owner', 403],
      ['otherOwner', 403],
    ] as const)
      expect([person, (await decide(id, 'approved', {}, person)).status]).toEqual([person, status]);
    expect(await ownerId()).toBe(scene.store_owner.id);
  });

  it('may have two steps, is final, and idempotent', async () => {
    const { id } = await running();

    expect((await decide(id, 'processing')).body.status).toBe('processing');
    expect((await decide(id, 'pending')).body.message).toBe('ACTION_NOT_VALID');
    expect((await decide(id, 'rejected', { note: 'Нет договора' })).body.status).toBe('rejected');
    expect((await decide(id, 'rejected')).status).toBe(200);
    expect((await decide(id, 'approved')).body.message).toBe('ACTION_NOT_VALID');
    expect(await ownerId()).toBe(scene.store_owner.id);
    expect((await letters()).filter(([template]) => template === 'shop-transfer-rejected')).toHaveLength(2);
    expect((await ask('store_owner', { vendor_id: third.id })).status).toBe(201);
  });

  it('of two concurrent administrators is one', async () => {
    const { id } = await running();
    const second = await buildUser(api.db, { role: 'super_admin' });

    const answers = await Promise.all([
      decide(id, 'approved'),
      api.request(second, 'PUT', `ownership-transfer/${id}`, { status: 'rejected' }),
    ]);

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
    const approved = answers[0]?.status === 200;
    expect(await ownerId()).toBe(approved ? scene.otherOwner.id : scene.store_owner.id);
  });

  it('refuses an invalid decision, and a stale edit', async () => {
    const { id } = await running();

    expect((await decide(id, 'sold')).body.errors).toEqual({ status: ['error-wrong-value'] });
    expect((await decide(99_999, 'approved')).status).toBe(404);
    await decide(id, 'processing');
    expect((await decide(id, 'approved', { version: 1 })).body.message).toBe('CONFLICT');
  });

  it('waits until no payout is pending', async () => {
    const { id } = await running();
    const held = await api.db
      .insertInto('ledger_accounts')
      .values({ kind: 'shop_on_hold', shop_id: scene.shop.id, balance: 50 })
      .returning('id')
      .executeTakeFirstOrThrow();

    const refused = await decide(id, 'approved');
    expect([refused.status, refused.body.message, refused.body.errors]).toEqual([
      400,
      'ACTION_NOT_VALID',
      { status: ['error-transfer-money'] },
    ]);
    await api.db.updateTable('ledger_accounts').set({ balance: 0 }).where('id', '=', held.id).execute();
    await api.db
      .insertInto('withdraws')
      .values({ shop_id: scene.shop.id, amount: 5, status: 'on_hold' })
      .execute();
    expect((await decide(id, 'approved')).body.errors).toEqual({ status: ['error-transfer-money'] });
    await api.db.updateTable('withdraws').set({ status: 'approved' }).execute();
    expect((await decide(id, 'approved')).status).toBe(200);
  });

  it('refuses a receiver who was blocked meanwhile, and a shop that has changed owners', async () => {
    const { id } = await running();
    await api.db
      .updateTable('users')
      .set({ is_active: false })
      .where('id', '=', scene.otherOwner.id)
      .execute();
    expect((await decide(id, 'approved')).body.errors).toEqual({ status: ['error-transfer-vendor'] });
    await api.db
      .updateTable('users')
      .set({ is_active: true })
      .where('id', '=', scene.otherOwner.id)
      .execute();
    await api.db.updateTable('shops').set({ owner_id: third.id }).where('id', '=', scene.shop.id).execute();
    expect((await decide(id, 'approved')).body.errors).toEqual({ status: ['error-transfer-owner'] });
  });
});

describe('withdrawing it', () => {
  const remove = (user: { id: number } | null, id: number) =>
    api.request(user, 'DELETE', `ownership-transfer/${id}`);

  it('is the owner’s while it is undecided, the administrator’s always', async () => {
    const first = await running();
    expect((await remove(null, first.id)).status).toBe(401);
    expect((await remove(scene.staff, first.id)).status).toBe(403);
    expect((await remove(third, first.id)).status).toBe(404);
    expect((await remove(scene.otherOwner, first.id)).body.message).toBe('ACTION_NOT_VALID');
    expect((await remove(scene.store_owner, first.id)).body).toBe(true);
    expect((await get(scene.super_admin, 'ownership-transfer')).body.total).toBe(0);

    const second = await running();
    await decide(second.id, 'processing');
    expect((await remove(scene.store_owner, second.id)).body.message).toBe('ACTION_NOT_VALID');
    expect((await remove(scene.super_admin, second.id)).status).toBe(200);
  });
});

describe('before the request', () => {
  it('the conditions are visible to those who may transfer the shop', async () => {
    await api.db
      .insertInto('ledger_accounts')
      .values([
        { kind: 'shop', shop_id: scene.shop.id, balance: 100.5 },
        { kind: 'shop_on_hold', shop_id: scene.shop.id, balance: 20 },
      ])
      .execute();
    await api.db.insertInto('withdraws').values({ shop_id: scene.shop.id, amount: 20 }).execute();
    const path = `shops/${scene.shop.id}/transfer-conditions`;

    for (const person of ['store_owner', 'super_admin'] as const)
      expect((await get(scene[person], path)).body).toEqual({
        balance: 100.5,
        on_hold: 20,
        pending_withdraws: 1,
        open_orders: 0,
        staffs: 1,
        blocked: 'error-transfer-money',
      });
    expect(
      (await get(scene.otherOwner, `shops/${scene.otherShop.id}/transfer-conditions`)).body,
    ).toMatchObject({
      blocked: null,
    });
    expect((await get(scene.otherOwner, path)).status).toBe(404);
    expect((await get(scene.staff, path)).status).toBe(403);
    expect((await get(null, path)).status).toBe(401);
  });

  it('an owner finds a vendor by the exact e-mail, an administrator by part of it', async () => {
    const find = async (user: { id: number }, search: string) =>
      (await get<{ name: string }[]>(user, `ownership-transfer/vendors?search=${search}`)).body.map(
        ({ name }) => name,
      );

    expect(await find(scene.store_owner, 'zoya@test.ru')).toEqual(['Зоя']);
    expect(await find(scene.store_owner, 'ZOYA@test.ru')).toEqual(['Зоя']);
    for (const search of ['zoya', 'Зоя', '', '%25', scene.customer.email, scene.store_owner.email])
      expect([search, await find(scene.store_owner, search)]).toEqual([search, []]);
    expect(await find(scene.super_admin, 'зо')).toEqual(['Зоя']);
    expect(await find(scene.super_admin, '%25')).toEqual([]);
    expect((await get(scene.staff, 'ownership-transfer/vendors?search=a')).status).toBe(403);
    expect((await get(null, 'ownership-transfer/vendors?search=a')).status).toBe(401);
  });

  it('limits an owner who probes addresses', async () => {
    for (let count = 0; count < 20; count += 1)
      await get(scene.store_owner, `ownership-transfer/vendors?search=a${count}@test.ru`);

    expect((await get(scene.store_owner, 'ownership-transfer/vendors?search=zoya@test.ru')).status).toBe(429);
    expect((await get(scene.otherOwner, 'ownership-transfer/vendors?search=zoya@test.ru')).status).toBe(200);
  });
});
