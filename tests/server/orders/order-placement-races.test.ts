import { beforeEach, describe, expect, it } from 'vitest';
import { loadBalance } from '@/server/modules/ledger/ledger';
import { addPoints, ctxOf, place, setSettings } from '../../support/checkout';
import { buildUser } from '../../support/factories';
import { orderOf } from '../../support/order-body';
import { unsoundOrders } from '../../support/orders';
import { buildProduct, buildVariation } from '../../support/products';
import { setUpScene } from '../../support/scene';

/** Concurrent orders: together they never sell, spend or use more than there is. */
const { api, scene } = setUpScene();

let tea: { id: number };
beforeEach(async () => {
  tea = await buildProduct(api.db, { shop: scene.shop, price: 1000 });
});

const one = (more: object = {}) => orderOf([{ product_id: tea.id, order_quantity: 1 }], more);
const many = <Answer>(count: number, ask: (number: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_each, number) => ask(number)));
const left = async () =>
  await api.db
    .selectFrom('products')
    .select(['quantity', 'sold_quantity'])
    .where('id', '=', tea.id)
    .executeTakeFirstOrThrow();
const orders = async () =>
  (await api.db.selectFrom('orders').select('id').where('parent_id', 'is', null).execute()).length;
const byStatus = (answers: readonly { status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('ten pieces', { timeout: 60_000 }, () => {
  it('are sold to ten of fifty', async () => {
    const answers = await many(50, () => place(api, scene.customer, one()));

    expect(byStatus(answers)).toEqual({ 201: 10, 409: 40 });
    const refused = answers.filter(({ status }) => status === 409);
    expect(new Set(refused.map(({ body }) => body.current.unavailable_products[0]))).toEqual(
      new Set([tea.id]),
    );
    expect(await left()).toEqual({ quantity: 0, sold_quantity: 10 });
    expect(await orders()).toBe(10);
  });

  it('are sold to ten of a hundred buyers, with variations and other goods in any order', async () => {
    const buyers = await many(10, () => buildUser(api.db));
    const lamp = await buildProduct(api.db, { shop: scene.otherShop, price: 10 });
    const shirt = await buildProduct(api.db, { shop: scene.otherShop, range: [1, 2] });
    const red = await buildVariation(api.db, { product: shirt, quantity: 1000, price: 2 });
    await api.db.updateTable('products').set({ quantity: 1000 }).where('id', '=', lamp.id).execute();
    const answers = await many(100, (number) => {
      const lines = [
        { product_id: tea.id, order_quantity: 1 },
        { product_id: lamp.id, order_quantity: 1 },
        { product_id: shirt.id, variation_option_id: red.id, order_quantity: 1 },
      ];
      return place(
        api,
        buyers[number % 10] ?? scene.customer,
        orderOf(number % 2 ? lines : lines.toReversed()),
      );
    });

    expect(byStatus(answers)).toEqual({ 201: 10, 409: 90 });
    expect((await left()).quantity).toBe(0);
    expect(await unsoundOrders(api)).toEqual([]);
  });
});

describe('the same key', { timeout: 60_000 }, () => {
  it('twenty times is one order', async () => {
    const answers = await many(20, () => place(api, scene.customer, one(), 'a1'));

    expect(byStatus(answers)).toEqual({ 201: 20 });
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect([await orders(), (await left()).quantity]).toEqual([1, 9]);
  });

  it('twenty times from a guest is one order with one secret', async () => {
    await setSettings(api, { guestCheckout: true });
    const answers = await many(20, () => place(api, null, one(), 'a1'));

    expect(byStatus(answers)).toEqual({ 201: 20 });
    expect(new Set(answers.map(({ body }) => `${body.id} ${body.guest_token}`)).size).toBe(1);
    expect(await orders()).toBe(1);
  });
});

describe('points', { timeout: 60_000 }, () => {
  it('are spent once', async () => {
    await addPoints(api, scene.customer, 3000);
    const answers = await many(50, () => place(api, scene.customer, one({ isFullWalletPayment: true })));

    expect(byStatus(answers)).toEqual({ 201: 1, 422: 49 });
    expect(await loadBalance(ctxOf(api), { kind: 'wallet', userId: scene.customer.id })).toBe(0);
    expect([await orders(), (await left()).quantity]).toEqual([1, 9]);
  });

  it('never pay more than there were under orders that use the rest', async () => {
    await addPoints(api, scene.customer, 4500);
    await many(10, () => place(api, scene.customer, one({ use_wallet_points: true })));

    const rows = await api.db
      .selectFrom('orders')
      .select(['wallet_amount', 'wallet_points'])
      .where('parent_id', 'is', null)
      .execute();
    const sums = rows.map((row) => row.wallet_amount).toSorted((a, b) => b - a);
    expect(sums).toEqual([1000, 500, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(rows.reduce((sum, row) => sum + row.wallet_points, 0)).toBe(4500);
  });
});

describe('a coupon of five uses', { timeout: 60_000 }, () => {
  it('is used five times by fifty', async () => {
    await api.db.updateTable('products').set({ quantity: 100 }).where('id', '=', tea.id).execute();
    await api.request(scene.super_admin, 'POST', 'coupons', {
      code: 'VESNA',
      type: 'percentage',
      amount: 10,
      usage_limit: 5,
      active_from: '2026-03-01T00:00:00.000Z',
      expire_at: '2026-03-31T20:59:59.000Z',
    });
    const answers = await many(50, () => place(api, scene.customer, one({ coupon_code: 'VESNA' })));

    expect(byStatus(answers)).toEqual({ 201: 5, 422: 45 });
    expect((await api.db.selectFrom('coupon_usages').select('order_id').execute()).length).toBe(5);
    expect([await orders(), (await left()).quantity]).toEqual([5, 95]);
  });
});
