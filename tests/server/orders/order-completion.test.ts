import { describe, expect, it } from 'vitest';
import type { Reconciliation } from '@/contract/ledger/schema';
import { addPoints, place } from '../../support/checkout';
import { orderOf } from '../../support/order-body';
import { accountBalance, expectSound, placedOrder, rowOf, standing } from '../../support/order-life';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

/** A completed part is credited to its shop, once. */
const { api, scene } = setUpScene();

const move = (id: number, order_status: string, person: { id: number } = scene.super_admin) =>
  api.request(person, 'PUT', `orders/${id}`, { order_status });
const shopMoney = (shop = scene.shop) => accountBalance(api, 'shop', { shop: shop.id });

async function twoShops(more: object = {}) {
  const [first, second] = [
    await buildProduct(api.db, { shop: scene.shop }),
    await buildProduct(api.db, { shop: scene.otherShop }),
  ];
  const order = await placedOrder(api, {
    customer: scene.customer,
    lines: [
      { shop: scene.shop, product: first, quantity: 2, unitPrice: 100_000, commissionRate: 12.5 },
      { shop: scene.otherShop, product: second, unitPrice: 50_001, commissionRate: 10 },
    ],
    off: { tax: 10_000, delivery: 30_000 },
    ...more,
  });
  const [part, otherPart] = order.parts.map(({ id }) => id) as [number, number];
  return { root: order.id, part, otherPart, total: order.total };
}

describe('completing', () => {
  it('credits each shop its goods without commission; tax and delivery stay with the platform', async () => {
    const { root, part, otherPart, total } = await twoShops();

    await move(part, 'order-completed');
    expect(await standing(api, root)).toBe('processing/cash completed/success processing/cash');
    await move(otherPart, 'order-completed');

    // 2 000 − 12.5 %; 500.01 − 50.00 (10 % is 50.001)
    expect([await shopMoney(), await shopMoney(scene.otherShop)]).toEqual([1750, 450.01]);
    expect(await accountBalance(api, 'outside')).toBe(-total);
    expect(await accountBalance(api, 'platform')).toBeCloseTo(total - 1750 - 450.01, 2);
    expect(await rowOf(api, part)).toMatchObject({ credited_amount: 1750, credited_at: api.now() });
    expect(await standing(api, root)).toBe('completed/success completed/success completed/success');
    expect(await rowOf(api, root)).toMatchObject({ completed_at: api.now(), paid_at: api.now() });
    await expectSound(api);
  });

  it('deducts a shop’s own discount from its share, but not the marketplace’s', async () => {
    const own = await twoShops({ off: { discount: 20_000, discountShopId: scene.shop.id } });
    await move(own.root, 'order-completed');
    expect([await shopMoney(), await shopMoney(scene.otherShop)]).toEqual([1575, 450.01]);

    const all = await twoShops({ off: { discount: 20_000 } });
    await move(all.root, 'order-completed');
    expect([await shopMoney(), await shopMoney(scene.otherShop)]).toEqual([1575 + 1750, 900.02]);
  });

  it('credits once under concurrent completions of the whole and its parts', {
    timeout: 120_000,
  }, async () => {
    const { root, part, otherPart } = await twoShops({
      gateway: 'SBP',
      status: { order: 'order-processing', payment: 'payment-success' },
    });

    const answers = await Promise.all([
      ...Array.from({ length: 17 }, () => move(root, 'order-completed')),
      ...Array.from({ length: 17 }, () => move(part, 'order-completed', scene.store_owner)),
      ...Array.from({ length: 17 }, () => move(otherPart, 'order-completed', scene.otherOwner)),
    ]);

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    // No sequence of moves credits again.
    for (const status of ['order-processing', 'order-completed', 'order-cancelled', 'order-completed']) {
      await Promise.all([move(root, status), move(part, status)]);
    }
    expect([await shopMoney(), await shopMoney(scene.otherShop)]).toEqual([1750, 450.01]);
    await expectSound(api);
  });

  it('uses the commission of the placement, and a reversal takes exactly that back', async () => {
    const { root, part } = await twoShops();
    await api.db.updateTable('shops').set({ admin_commission_rate: 50 }).execute();
    await move(root, 'order-completed');
    expect(await shopMoney()).toBe(1750);
    await api.db.updateTable('shops').set({ admin_commission_rate: 1 }).execute();

    const asked = await api.request(scene.customer, 'POST', 'refunds', { order_id: root });
    const decided = await api.request(scene.super_admin, 'PUT', `refunds/${asked.body.id}`, {
      status: 'approved',
      method: 'payment',
    });

    expect([asked.status, decided.status]).toEqual([201, 200]);
    expect([await shopMoney(), await shopMoney(scene.otherShop)]).toEqual([0, 0]);
    expect((await rowOf(api, part)).order_status).toBe('order-refunded');
  });

  it('of an order paid with points credits its shops like any other', async () => {
    const { root } = await twoShops({
      gateway: 'FULL_WALLET_PAYMENT',
      points: 7500,
      off: { wallet: 250_001 },
    });

    await move(root, 'order-completed');

    expect([await shopMoney(), await shopMoney(scene.otherShop)]).toEqual([1750, 450.01]);
    expect(await accountBalance(api, 'outside')).toBe(0);
    expect(await standing(api, root)).toBe('completed/wallet completed/wallet completed/wallet');
  });

  it('is refused while an SBP order is unpaid', async () => {
    const { root, part } = await twoShops({
      gateway: 'SBP',
      status: { order: 'order-processing', payment: 'payment-pending' },
    });

    for (const id of [root, part]) {
      expect((await move(id, 'order-completed')).body).toMatchObject({
        message: 'ACTION_NOT_VALID',
        errors: { order_status: ['error-order-unpaid'] },
      });
    }
    expect(await shopMoney()).toBe(0);
  });
});

describe('any history', () => {
  it('leaves consistent balances, orders, credits and stock', async () => {
    let state = 7;
    const roll = (below: number) => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return Math.floor((state / 2147483648) * below);
    };
    const statuses = [
      'order-out-for-delivery',
      'order-at-local-facility',
      'order-completed',
      'order-cancelled',
    ];
    for (let times = 0; times < 6; times += 1) {
      const { root, part, otherPart } = await twoShops({
        off: { discount: roll(9000), tax: roll(9000), delivery: roll(9000) },
      });
      for (let steps = 0; steps < 6; steps += 1) {
        const id = [root, part, otherPart][roll(3)] ?? root;
        await move(id, statuses[roll(4)] ?? 'order-completed');
      }
    }
    await expectSound(api);
  });
});

describe('cash at the till', () => {
  const sell = async (person: { id: number }, more: object = {}) => {
    const product = await buildProduct(api.db, { shop: scene.shop, price: 1000 });
    const body = orderOf([{ product_id: product.id, order_quantity: 2 }], {
      customer_id: scene.customer.id,
      ...more,
    });
    return (await place(api, person, body)).body;
  };
  const problems = async () =>
    (await api.request<Reconciliation>(scene.super_admin, 'GET', 'ledger/reconcile')).body.problems;

  it('is paid at placement and credited once at completion', async () => {
    const { id } = await sell(scene.super_admin);

    expect(await standing(api, id)).toBe('processing/success processing/success');
    expect(await rowOf(api, id)).toMatchObject({ paid_at: api.now(), completed_at: null });
    expect([await accountBalance(api, 'outside'), await accountBalance(api, 'platform')]).toEqual([
      -2000, 2000,
    ]);
    expect(await shopMoney()).toBe(0);

    await move(id, 'order-completed');
    expect(await standing(api, id)).toBe('completed/success completed/success');
    expect(await accountBalance(api, 'outside')).toBe(-2000);
    expect(await shopMoney()).toBe(2000 - (await accountBalance(api, 'platform')));
    expect(await problems()).toEqual([]);
    await expectSound(api);
  });

  it('covers the amount left after points', async () => {
    await addPoints(api, scene.customer, 500);
    const { id, wallet_amount } = await sell(scene.super_admin, { use_wallet_points: true });

    expect(wallet_amount).toBeGreaterThan(0);
    expect(await accountBalance(api, 'outside')).toBeCloseTo(wallet_amount - 2000, 2);
    expect(await standing(api, id)).toBe('processing/success processing/success');
    expect(await problems()).toEqual([]);
  });

  it('is refunded when the order is cancelled', async () => {
    const { id } = await sell(scene.super_admin);
    await move(id, 'order-cancelled');

    const refunds = await api.db.selectFrom('refunds').select(['order_id', 'amount', 'origin']).execute();
    expect(refunds).toEqual([{ order_id: id, amount: 2000, origin: 'cancellation' }]);
    expect(await problems()).toEqual([]);
  });

  it('does not include payments due on delivery', async () => {
    const { id } = await sell(scene.customer, { customer_id: undefined });
    const onDelivery = await sell(scene.super_admin, { payment_gateway: 'CASH_ON_DELIVERY' });

    expect(await standing(api, id)).toBe('processing/cash processing/cash');
    expect(await standing(api, onDelivery.id)).toBe(
      'processing/cash-on-delivery processing/cash-on-delivery',
    );
    expect(await accountBalance(api, 'outside')).toBe(0);
  });

  it('adds up under twenty concurrent orders for the last ten pieces, some with points', {
    timeout: 120_000,
  }, async () => {
    await addPoints(api, scene.customer, 500);
    const product = await buildProduct(api.db, { shop: scene.shop, price: 1000 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place_) =>
        place(
          api,
          scene.super_admin,
          orderOf([{ product_id: product.id, order_quantity: 1 }], {
            customer_id: scene.customer.id,
            use_wallet_points: place_ % 2 === 0,
          }),
        ),
      ),
    );

    const sold = answers.filter(({ status }) => status === 201);
    expect(sold).toHaveLength(10);
    const paid = sold.reduce((sum, { body }) => sum + body.total - body.wallet_amount, 0);
    expect(await accountBalance(api, 'outside')).toBeCloseTo(-paid, 2);
    expect(await problems()).toEqual([]);
  });
});
