import { offerLanguages } from '@tests/support/checkout';
import { describe, expect, it } from 'vitest';
import type { Ctx } from '@/server/core/context';
import {
  type OrderCart,
  redeemCoupon,
  releaseCoupon,
} from '@/server/modules/promotions/coupons/coupon-redemption';
import { buildUser } from '../../support/factories';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Coupons: ownership, answers for a code, limits under concurrency. */
const { api, scene } = setUpScene();

const period = { active_from: '2026-03-01T00:00:00.000Z', expire_at: '2026-03-31T20:59:59.000Z' };
type Person = { id: number } | null;

const post = (user: Person, more: object = {}) =>
  api.request(user, 'POST', 'coupons', { code: 'VESNA', type: 'percentage', amount: 10, ...period, ...more });

/** A coupon approved by an administrator. */
async function create(more: object = {}): Promise<Wire> {
  const { status, body } = await post(scene.super_admin, more);
  expect([status, body.errors]).toEqual([201, undefined]);
  return body;
}

const ofShop = (more: object = {}) => post(scene.store_owner, { shop_id: scene.shop.id, ...more });
const verify = (user: Person, body: object = {}) =>
  api.request(user, 'POST', 'coupons/verify', { code: 'VESNA', sub_total: 1000, ...body });
const usages = () => api.db.selectFrom('coupon_usages').selectAll().orderBy('id').execute();

describe("a shop's coupon", () => {
  it('is visible to its own people and administrators', async () => {
    const { body } = await ofShop();
    await create({ code: 'WSEM' });

    for (const [user, codes] of [
      [scene.super_admin, ['WSEM', 'VESNA']],
      [scene.store_owner, ['VESNA']],
      [scene.staff, ['VESNA']],
      [scene.otherOwner, []],
      [scene.otherStaff, []],
      [scene.customer, []],
      [null, []],
    ] as const) {
      const list = await api.request(user, 'GET', 'coupons');
      expect([list.status, list.body.total, list.body.data.map(({ code }) => code)]).toEqual([
        200,
        codes.length,
        codes,
      ]);
    }
    for (const stranger of [scene.otherOwner, scene.otherStaff]) {
      expect((await api.request(stranger, 'PUT', `coupons/${body.id}`, { amount: 90 })).status).toBe(404);
    }
    expect((await api.request(scene.otherOwner, 'DELETE', `coupons/${body.id}`)).status).toBe(404);
    expect((await api.request(scene.staff, 'DELETE', `coupons/${body.id}`)).status).toBe(403);
    expect((await api.request(scene.staff, 'PUT', `coupons/${body.id}`, { amount: 15 })).body.amount).toBe(
      15,
    );
    expect((await api.request(scene.store_owner, 'DELETE', 'coupons/vesna')).status).toBe(200);
  });

  it('is created for an own shop, which then stays', async () => {
    const foreign = await ofShop({ shop_id: scene.otherShop.id });
    const global = await ofShop({ shop_id: null });
    const { body } = await ofShop();
    const moved = await api.request(scene.store_owner, 'PUT', `coupons/${body.id}`, {
      shop_id: scene.otherShop.id,
    });

    expect(foreign.status).toBe(404);
    expect([global.status, global.body.errors]).toEqual([422, { shop_id: ['error-shop-required'] }]);
    expect(moved.body).toMatchObject({ shop_id: scene.shop.id, shop: { id: scene.shop.id } });
    expect((await ofShop({ code: 'S', shop_id: scene.shop.id, user_id: 1 })).body.user_id).toBe(
      scene.store_owner.id,
    );
  });

  it('waits for approval, which its owner cannot give and an owner’s edit removes', async () => {
    const { body } = await ofShop({ is_approve: true });
    expect(body).toMatchObject({ is_approve: false, status: 'waiting', is_valid: true });
    const byOwner = await api.request(scene.store_owner, 'POST', 'approve-coupon', { id: body.id });
    expect(byOwner.status).toBe(403);
    expect((await api.request(null, 'POST', 'approve-coupon', { id: body.id })).status).toBe(401);

    const approved = await api.request(scene.super_admin, 'POST', 'approve-coupon', { id: body.id });
    expect([approved.status, approved.body.is_approve, approved.body.status]).toEqual([200, true, 'valid']);
    const edited = await api.request(scene.store_owner, 'PUT', `coupons/${body.id}`, {
      is_approve: true,
      amount: 50,
    });
    expect(edited.body).toMatchObject({ is_approve: false, amount: 50 });
    const byAdmin = await api.request(scene.super_admin, 'PUT', `coupons/${body.id}`, {
      is_approve: true,
      amount: 20,
    });
    expect(byAdmin.body).toMatchObject({ is_approve: true, amount: 20 });
    const taken = await api.request(scene.super_admin, 'POST', 'disapprove-coupon', { id: String(body.id) });
    expect(taken.body.is_approve).toBe(false);
  });

  it.each(['approve-coupon', 'disapprove-coupon'])('%s names what is wrong', async (path) => {
    for (const id of [undefined, 'VESNA', -1, 1.5, { id: 1 }])
      expect([id, (await api.request(scene.super_admin, 'POST', path, { id })).status]).toEqual([id, 422]);
    expect((await api.request(scene.super_admin, 'POST', path, { id: 999 })).status).toBe(404);
  });
});

describe('a code', () => {
  it('is unique in any case, also after removal, but not against its own row', async () => {
    const row = await create({ code: 'vesna' });

    expect(row.code).toBe('VESNA');
    expect((await post(scene.super_admin)).body.errors).toEqual({ code: ['error-taken'] });
    const again = await api.request(scene.super_admin, 'PUT', `coupons/${row.id}`, { code: 'Vesna' });
    expect(again.status).toBe(200);
    await api.request(scene.super_admin, 'DELETE', `coupons/${row.id}`);
    expect((await post(scene.super_admin)).status).toBe(422);
  });

  it('goes to one of many concurrent requests', async () => {
    const made = await Promise.all([1, 2, 3].map(() => post(scene.super_admin)));

    expect(made.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 422, 422]);
  });

  it('shows approved and current coupons to anybody, without the shop’s statistics', async () => {
    const row = await create({ usage_limit: 5 });
    for (const user of [null, scene.customer, scene.otherOwner]) {
      const read = await api.request(user, 'GET', 'coupons/vesna');
      expect(read.body).toMatchObject({ id: row.id, code: 'VESNA', is_valid: true });
      for (const key of ['used_count', 'usage_limit', 'user_id', 'status'])
        expect([key, key in read.body]).toEqual([key, false]);
      // Ids could be probed.
      expect((await api.request(user, 'GET', `coupons/${row.id}`)).status).toBe(404);
    }
    await create({ code: 'WAITS', is_approve: false });
    await create({ code: 'LATER', active_from: '2026-03-20T00:00:00.000Z' });
    for (const code of ['WAITS', 'LATER', 'NOSUCH'])
      expect([code, (await api.request(null, 'GET', `coupons/${code}`)).status]).toEqual([code, 404]);
  });

  it('is translated by creating it again in another language', async () => {
    await offerLanguages(api.db, 'en');
    const row = await create({ description: 'Скидка' });
    const { body } = await api.request(scene.super_admin, 'POST', 'coupons?language=en', {
      code: 'VESNA',
      description: 'A discount',
    });

    expect(body).toMatchObject({ id: row.id, description: 'A discount', translated_languages: ['ru', 'en'] });
  });

  it('cannot be guessed: misses are counted for a guest by network, for a person by account', async () => {
    await create();
    for (let number = 0; number < 20; number += 1) {
      const miss =
        number % 2 ? await verify(null, { code: `X${number}` }) : await api.request(null, 'GET', 'coupons/X');
      expect(miss.status).not.toBe(429);
    }

    const blocked = await verify(null);
    expect([blocked.status, blocked.body.message]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0);
    expect((await api.request(null, 'GET', 'coupons/VESNA')).status).toBe(429);
    expect((await verify(scene.customer)).body.is_valid).toBe(true);
    api.setNow(new Date(api.now().getTime() + 16 * 60_000));
    expect((await verify(null)).body.is_valid).toBe(true);
  });
});

describe('POST coupons/verify', () => {
  it.each([
    [{ code: undefined }, 'code', 'error-code-required'],
    [{ code: '  ' }, 'code', 'error-code-required'],
    [{ sub_total: undefined }, 'sub_total', 'error-cart-sum-required'],
    [{ sub_total: 'much' }, 'sub_total', 'error-number-format'],
    [{ sub_total: -1 }, 'sub_total', 'error-must-not-be-negative'],
    [{ item: [{ shop_id: 1, price: 10, quantity: -3 }] }, 'item.quantity', 'error-wrong-value'],
  ])('refuses %j', async (body, field, error) => {
    const answer = await verify(null, body);

    expect([answer.status, answer.body.errors]).toEqual([422, { [field]: [error] }]);
  });

  it('returns the coupon and the discount, and writes nothing', async () => {
    const row = await create({ amount: 12.5, usage_limit: 1 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => verify(null, { code: ' vesna ', sub_total: 99.99 })),
    );

    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toMatchObject({ is_valid: true, discount: 12.5, coupon: { id: row.id, code: 'VESNA' } });
      expect(body.coupon).not.toHaveProperty('usage_limit');
    }
    expect(await usages()).toEqual([]);
    const audited = await api.db.selectFrom('audit_log').select('action').orderBy('id').execute();
    expect(audited).toEqual([{ action: 'create' }]);
    const guesses = api.db.selectFrom('rate_limits').select('key').where('key', 'like', 'coupons:%');
    expect(await guesses.execute()).toEqual([]);
  });

  it.each([
    ['unknown', {}, { code: 'NOSUCH' }, 'INVALID_COUPON_CODE'],
    ['not approved', { is_approve: false }, {}, 'THIS_COUPON_CODE_IS_NOT_APPROVED'],
    ['for people who signed in', { target: true }, {}, 'THIS_COUPON_CODE_IS_ONLY_FOR_VERIFIED_USERS'],
    ['expired', { expire_at: '2026-03-10T08:59:00.000Z' }, {}, 'INVALID_COUPON_CODE'],
    ['not begun', { active_from: '2026-03-10T09:01:00.000Z' }, {}, 'INVALID_COUPON_CODE'],
    ['for larger carts', { minimum_cart_amount: 1000.01 }, {}, 'COUPON_CODE_IS_NOT_APPLICABLE'],
  ] as const)('gives the reason: %s', async (_what, coupon, body, message) => {
    await create(coupon);
    const answer = await verify(null, body);

    expect([answer.status, answer.body]).toEqual([200, { is_valid: false, message }]);
  });

  it('treats a person as signed in, and a removed coupon as unknown', async () => {
    const row = await create({ target: true, usage_limit_per_user: 1 });

    expect((await verify(scene.customer)).body.is_valid).toBe(true);
    await api.request(scene.super_admin, 'DELETE', `coupons/${row.id}`);
    expect((await verify(scene.customer)).body).toEqual({ is_valid: false, message: 'INVALID_COUPON_CODE' });
  });

  it("counts a shop's share of the cart, and takes no more than it", async () => {
    await create({ shop_id: scene.shop.id, type: 'fixed', amount: 300 });
    const line = (shop: { id: number }, price: number) => ({ shop_id: shop.id, price, quantity: 2 });

    const fits = await verify(null, { item: [line(scene.shop, 200), line(scene.otherShop, 300)] });
    const exact = await verify(null, { item: [line(scene.shop, 150), line(scene.otherShop, 350)] });
    const little = await verify(null, { item: [line(scene.shop, 100), line(scene.otherShop, 400)] });
    const none = await verify(null, { item: [line(scene.otherShop, 500)] });

    expect(fits.body).toMatchObject({ is_valid: true, discount: 300 });
    expect(exact.body).toMatchObject({ is_valid: true, discount: 300 });
    expect(little.body).toMatchObject({ is_valid: true, discount: 200 });
    expect(none.body.message).toBe('COUPON_CODE_IS_NOT_APPLICABLE_IN_THIS_SHOP_PRODUCT');
  });

  it('reports that delivery is free anyway', async () => {
    await create({ type: 'free_shipping', amount: 77 });
    expect((await verify(null)).body).toMatchObject({ is_valid: true, discount: 0, coupon: { amount: 0 } });

    const options = JSON.stringify({ freeShipping: true, freeShippingAmount: 1000 });
    await api.db.insertInto('settings').values({ options }).execute();
    expect((await verify(null)).body.message).toBe('ALREADY_FREE_SHIPPING_ACTIVATED');
    expect((await verify(null, { sub_total: 999.99 })).body.is_valid).toBe(true);
  });

  it('reports that the uses are exhausted', async () => {
    const row = await create({ usage_limit: 1 });
    await api.db.insertInto('coupon_usages').values({ coupon_id: row.id, used_at: api.now() }).execute();

    expect((await verify(null)).body).toEqual({ is_valid: false, message: 'COUPON_USAGE_LIMIT_REACHED' });
    const read = await api.request(scene.super_admin, 'GET', `coupons/${row.id}`);
    expect(read.body).toMatchObject({ used_count: 1, status: 'used_up', is_valid: true });
  });
});

describe('the amount', () => {
  it('is zero with free delivery, also when the coupon is changed to that', async () => {
    const row = await create({ type: 'fixed', amount: 500 });
    const free = await api.request(scene.super_admin, 'PATCH', `coupons/${row.id}`, {
      type: 'free_shipping',
    });
    expect(free.body).toMatchObject({ type: 'free_shipping', amount: 0 });
    const back = await api.request(scene.super_admin, 'PATCH', `coupons/${row.id}`, { type: 'fixed' });
    expect([back.status, back.body.errors]).toEqual([422, { amount: ['error-must-be-positive'] }]);
  });

  it('and the dates are checked against stored values', async () => {
    const row = await create({ type: 'fixed', amount: 500 });
    for (const [body, field] of [
      [{ type: 'percentage' }, 'amount'],
      [{ expire_at: '2026-02-01T00:00:00.000Z' }, 'expire_at'],
    ] as const) {
      const { status, body: answer } = await api.request(
        scene.super_admin,
        'PATCH',
        `coupons/${row.id}`,
        body,
      );
      expect([status, Object.keys(answer.errors)]).toEqual([422, [field]]);
    }
    expect((await post(scene.super_admin, { code: 'TINY', amount: 0.001 })).body.errors).toHaveProperty(
      'amount',
    );
  });
});

describe('redemption', () => {
  const ctx = (db: Ctx['db']): Ctx => ({
    db,
    user: null,
    now: api.now(),
    locale: 'ru',
    ip: '::1',
    requestId: 'test',
    publicUrl: '',
  });
  const order = (user: Person, more: Partial<OrderCart> = {}): OrderCart => ({
    user_id: user?.id ?? null,
    sub_total: 1000,
    lines: [{ shop_id: scene.shop.id, price: 1000, quantity: 1 }],
    ...more,
  });
  const redeem = (cart: OrderCart, code = 'VESNA') =>
    api.db.transaction().execute((trx) => redeemCoupon(ctx(trx), code, cart));

  it('accepts exactly five of fifty concurrent uses when five are allowed', async () => {
    await create({ usage_limit: 5 });
    const customers = await Promise.all(Array.from({ length: 50 }, () => buildUser(api.db)));
    const answers = await Promise.all(customers.map((customer) => redeem(order(customer))));

    const refused = answers.filter((answer) => 'message' in answer);
    expect([answers.length - refused.length, refused.length]).toEqual([5, 45]);
    expect(new Set(refused.map((answer) => 'message' in answer && answer.message))).toEqual(
      new Set(['COUPON_USAGE_LIMIT_REACHED']),
    );
    expect(await usages()).toHaveLength(5);
  });

  it('accepts only the allowed uses per customer of twenty concurrent ones', async () => {
    await create({ usage_limit_per_user: 2 });
    const mine = await Promise.all(Array.from({ length: 20 }, () => redeem(order(scene.customer))));
    const other = await redeem(order(scene.staff));

    expect(mine.filter((answer) => 'usage_id' in answer)).toHaveLength(2);
    expect(other).toMatchObject({ discount: 100 });
    expect(await redeem(order(null))).toMatchObject({
      message: 'THIS_COUPON_CODE_IS_ONLY_FOR_VERIFIED_USERS',
    });
    expect(await usages()).toHaveLength(3);
  });

  it('checks everything again, and discounts the shop’s goods only', async () => {
    const row = await create({ shop_id: scene.shop.id, amount: 50 });
    const lines = [
      { shop_id: scene.shop.id, price: 99.99, quantity: 3 },
      { shop_id: scene.otherShop.id, price: 5000, quantity: 1 },
    ];
    const used = await redeem(order(scene.customer, { sub_total: 5299.97, lines }), ' vesna ');
    expect(used).toMatchObject({ coupon_id: row.id, discount: 149.99, isDeliveryFree: false });
    expect(await usages()).toMatchObject([
      {
        coupon_id: row.id,
        user_id: scene.customer.id,
        order_id: null,
        used_at: api.now(),
        released_at: null,
      },
    ]);

    const foreign = await redeem(order(scene.customer, { lines: lines.slice(1) }));
    expect(foreign).toEqual({
      is_valid: false,
      message: 'COUPON_CODE_IS_NOT_APPLICABLE_IN_THIS_SHOP_PRODUCT',
    });
    await api.request(scene.super_admin, 'POST', 'disapprove-coupon', { id: row.id });
    expect(await redeem(order(scene.customer))).toMatchObject({
      message: 'THIS_COUPON_CODE_IS_NOT_APPROVED',
    });
    expect(await usages()).toHaveLength(1);
  });

  it('leaves nothing when the order fails', async () => {
    await create({ usage_limit: 1 });
    const failing = api.db.transaction().execute(async (trx) => {
      await redeemCoupon(ctx(trx), 'VESNA', order(scene.customer));
      throw new Error('no stock');
    });

    await expect(failing).rejects.toThrow('no stock');
    expect(await redeem(order(scene.customer))).toHaveProperty('usage_id');
  });

  it('is restored once, and then available to another customer', async () => {
    await create({ usage_limit: 1 });
    const used = await redeem(order(scene.customer));
    if (!('usage_id' in used)) throw new Error('refused');
    const release = () => api.db.transaction().execute((trx) => releaseCoupon(ctx(trx), used.usage_id));

    expect(await Promise.all([release(), release()])).toEqual(expect.arrayContaining([true, false]));
    expect(await redeem(order(scene.staff))).toHaveProperty('usage_id');
    expect(await redeem(order(scene.staff))).toHaveProperty('message');
    const rows = await usages();
    expect(rows.map(({ released_at }) => released_at !== null)).toEqual([true, false]);
  });
});
