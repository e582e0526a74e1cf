import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { fromMinor, toMinor } from '@/contract/core/money';
import { dice } from '../../support/dice';
import {
  accountBalance,
  expectSound,
  placedOrder,
  rowOf,
  standing,
  stockLeft,
} from '../../support/order-life';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

/** What a cancelled order returns: pieces, points, money, the use of a coupon; each once. */
const { api, scene } = setUpScene();

const move = (id: number, order_status: string, person: { id: number } = scene.super_admin) =>
  api.request(person, 'PUT', `orders/${id}`, { order_status });
const cancel = (id: number, person?: { id: number }) => move(id, 'order-cancelled', person);

async function twoShops(more: Parameters<typeof placedOrder>[1] | object = {}) {
  const [first, second] = [
    await buildProduct(api.db, { shop: scene.shop }),
    await buildProduct(api.db, { shop: scene.otherShop }),
  ];
  const order = await placedOrder(api, {
    customer: scene.customer,
    lines: [
      { shop: scene.shop, product: first, quantity: 3, unitPrice: 33_333 },
      { shop: scene.otherShop, product: second, quantity: 2, unitPrice: 10_001 },
    ],
    off: { discount: 7_777, tax: 1_003, delivery: 30_001 },
    ...more,
  });
  const [part, otherPart] = order.parts.map(({ id }) => id) as [number, number];
  return { first, second, root: order.id, part, otherPart };
}

describe('cancelling', () => {
  it('restores stock once, however it is requested', async () => {
    const { first, second, root, part } = await twoShops();
    expect([await stockLeft(api, first.id), await stockLeft(api, second.id)]).toEqual([7, 8]);

    await cancel(part);
    expect([await stockLeft(api, first.id), await stockLeft(api, second.id)]).toEqual([10, 8]);
    await cancel(root);
    for (let times = 0; times < 3; times += 1) await cancel(root);
    await Promise.all([cancel(part), cancel(root), cancel(part, scene.store_owner)]);

    expect([await stockLeft(api, first.id), await stockLeft(api, second.id)]).toEqual([10, 10]);
    expect(await standing(api, root)).toBe('cancelled/cash cancelled/cash cancelled/cash');
  });

  it('is final: nothing reopens the order', async () => {
    const { first, root, part } = await twoShops();
    await cancel(root);

    for (const to of ['order-processing', 'order-completed', 'order-out-for-delivery']) {
      const { status, body } = await move(part, to);
      expect([status, body.message]).toEqual([400, 'ACTION_NOT_VALID']);
      expect((await move(root, to)).body.message).toBe('ACTION_NOT_VALID');
    }
    expect(await stockLeft(api, first.id)).toBe(10);
    expect(await accountBalance(api, 'shop', { shop: scene.shop.id })).toBe(0);
  });

  it('subtracts a part’s sums from the whole order, to the kopeck', async () => {
    const { root, part, otherPart } = await twoShops();
    const [whole, gone] = [await rowOf(api, root), await rowOf(api, part)];

    await cancel(part, scene.store_owner);

    const after = await rowOf(api, root);
    expect(after.total).toBe(fromMinor(toMinor(whole.total) - toMinor(gone.total)));
    expect(
      toMinor(after.cancelled_amount) + toMinor(after.cancelled_tax) + toMinor(after.cancelled_delivery_fee),
    ).toBe(toMinor(gone.total));
    expect(await rowOf(api, part)).toMatchObject({ amount: 0, discount: 0, total: 0, paid_total: 0 });
    expect((await rowOf(api, otherPart)).total).toBe(after.total);
    await expectSound(api);
  });

  it('never goes below zero, for any discount, tax and points', async () => {
    const roll = dice(50);
    for (let times = 0; times < 8; times += 1) {
      const products = [scene.shop, scene.otherShop, scene.shop].map((shop) =>
        buildProduct(api.db, { shop }),
      );
      const [one, two, three] = await Promise.all(products);
      if (!one || !two || !three) throw new Error('No products');
      const lines = [
        { shop: scene.shop, product: one, quantity: 1 + roll(5), unitPrice: 1 + roll(100_000) },
        { shop: scene.otherShop, product: two, quantity: 1 + roll(5), unitPrice: 1 + roll(100_000) },
        { shop: scene.shop, product: three, quantity: 1 + roll(5), unitPrice: roll(2) * roll(1000) },
      ];
      const goods = lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
      const discount = roll(goods + 1);
      const [tax, delivery] = [roll(5000), roll(50_000)];
      const wallet = roll(goods - discount + tax + delivery + 1);
      const points = Math.ceil((wallet * 3) / 100);
      const off = { discount, tax, delivery, wallet };
      const { parts, id } = await placedOrder(api, { customer: scene.customer, lines, off, points });
      for (const part of roll(2) === 0 ? parts : parts.toReversed()) {
        expect((await cancel(part.id)).status).toBe(200);
      }
      expect(await rowOf(api, id)).toMatchObject({ total: 0, amount: 0, wallet_amount: 0, wallet_points: 0 });
    }
    const { rows } = await sql<{
      points: number;
    }>`select coalesce(sum(amount), 0) as points from ledger_lines l
      join ledger_accounts a on a.id = l.account_id where a.kind = 'wallet'`.execute(api.db);
    expect(rows[0]?.points).toBe(await accountBalance(api, 'wallet', { user: scene.customer.id }));
    await expectSound(api);
  });

  it('returns the points that paid for it, once and all of them in the end', async () => {
    const { root, part, otherPart } = await twoShops({ off: { wallet: 50_001 }, points: 1501 });

    await cancel(part);
    const first = await accountBalance(api, 'wallet', { user: scene.customer.id });
    await cancel(part);
    expect(first).toBe(1250);
    expect((await rowOf(api, root)).wallet_points).toBe(251);
    await cancel(otherPart);
    await cancel(root);

    expect(await accountBalance(api, 'wallet', { user: scene.customer.id })).toBe(1501);
  });

  it('of an order paid with points alone leaves it refunded', async () => {
    const { root } = await twoShops({
      gateway: 'FULL_WALLET_PAYMENT',
      points: 3600,
      off: { wallet: 33_333 * 3 + 10_001 * 2 },
    });

    await cancel(root);

    expect(await standing(api, root)).toBe('cancelled/refunded cancelled/refunded cancelled/refunded');
    expect(await accountBalance(api, 'wallet', { user: scene.customer.id })).toBe(3600);
    expect(await api.db.selectFrom('refunds').selectAll().execute()).toEqual([]);
  });

  it('opens a refund of the payment by lines and notifies the customer', async () => {
    const { root, part } = await twoShops({
      gateway: 'SBP',
      status: { order: 'order-processing', payment: 'payment-success' },
    });
    const { total } = await rowOf(api, part);

    await cancel(part, scene.store_owner);

    const [refund] = await api.db.selectFrom('refunds').selectAll().execute();
    expect(refund).toMatchObject({
      order_id: root,
      origin: 'cancellation',
      method: 'payment',
      status: 'pending',
      amount: total,
      customer_id: scene.customer.id,
    });
    const lines = await api.db.selectFrom('refund_lines').select(['shop_id', 'quantity', 'amount']).execute();
    expect(lines).toEqual([{ shop_id: scene.shop.id, quantity: 3, amount: total }]);
    const [letter] = await api.db
      .selectFrom('outbox')
      .select(['body', 'recipient'])
      .where('template', '=', 'order-cancelled')
      .execute();
    expect(letter?.recipient).toBe(scene.customer.email);
    expect(letter?.body).toContain('Первая лавка');
    await cancel(part);
    expect(await api.db.selectFrom('refunds').select('id').execute()).toHaveLength(1);
  });

  it('of the last part restores the use of the coupon', async () => {
    const { id: coupon } = await api.db
      .insertInto('coupons')
      .values({
        code: 'LETO',
        type: 'fixed',
        amount: 10,
        active_from: api.now(),
        expire_at: new Date('2027-01-01'),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: usageId } = await api.db
      .insertInto('coupon_usages')
      .values({ coupon_id: coupon, user_id: scene.customer.id, used_at: api.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { part, otherPart } = await twoShops({ more: { coupon: { id: coupon, usageId } } });
    const released = async () =>
      (await api.db.selectFrom('coupon_usages').select('released_at').executeTakeFirstOrThrow()).released_at;

    await cancel(part);
    expect(await released()).toBeNull();
    await cancel(otherPart);
    expect(await released()).not.toBeNull();
  });

  it('races with completion: exactly one wins, with all of its effects', async () => {
    for (let times = 0; times < 5; times += 1) {
      const { root, part } = await twoShops();
      await Promise.all([cancel(root), move(part, 'order-completed', scene.store_owner), cancel(part)]);
      expect(['order-completed', 'order-cancelled']).toContain((await rowOf(api, part)).order_status);
    }
    await expectSound(api);
  });
});
