import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { OrderDetails, OrderShares } from '@/contract/orders/wire';
import { dice } from '../../support/dice';
import { balances, buildCompleted } from '../../support/refunds';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Refunds in any order: they add up to what was paid, and shops keep nothing. */
const { api, scene } = setUpScene({ publicUrl: 'https://shop.test' });

/** The page of an order divides what is left of its money, as the ledger has it. */
async function expectDivided(id: number): Promise<OrderShares> {
  const read = async (key: number) =>
    (await api.request<Wire & OrderDetails>(scene.super_admin, 'GET', `orders/${key}`)).body;
  const order = await read(id);
  const { shop } = await balances(api);
  expect(order.shares?.shops).toBe(round(shop(scene.shop) + shop(scene.otherShop)));
  for (const whole of [order, ...(await Promise.all(order.children.map((part) => read(part.id))))]) {
    const { total, refunded_amount, shares } = whole;
    if (!shares) throw new Error(`Order ${whole.id} is not divided`);
    const { shops, marketplace, delivery, tax } = shares;
    expect(round(shops + marketplace + delivery + tax)).toBe(round(total - refunded_amount));
    expect(Math.min(shops, delivery, tax)).toBeGreaterThanOrEqual(0);
    const before = shares.before ?? shares;
    expect(round(before.shops + before.marketplace + before.delivery + before.tax)).toBe(round(total));
    // Nobody gains by a refund.
    for (const key of ['shops', 'delivery', 'tax'] as const)
      expect(before[key]).toBeGreaterThanOrEqual(shares[key]);
    expect(shares.before !== undefined).toBe(refunded_amount > 0);
    const account = [scene.shop, scene.otherShop].find((one) => one.id === whole.shop_id);
    if (account) expect([shops, whole.vendor_share]).toEqual([shop(account), shop(account)]);
  }
  if (!order.shares) throw new Error('Not divided');
  const { before: _before, ...after } = order.shares;
  return after;
}

/** What dashboards read, written with each order and each decision. */
async function commissionDays() {
  const { rows } = await sql`select day, sum(orders) as orders, sum(goods) as goods, sum(credited) as credited
    from commission_days group by 1 order by 1`.execute(api.db);
  return rows;
}

const round = (roubles: number) => Math.round(roubles * 100) / 100;

describe('random refunds', () => {
  it.each([1, 2, 3, 4, 5, 6])('add up to the total to the kopeck, run %i', async (seed) => {
    const roll = dice(seed);
    const lines = Array.from({ length: 2 + roll(3) }, () => ({
      shop: roll(2) === 0 ? scene.shop : scene.otherShop,
      quantity: 1 + roll(4),
      unitPrice: 1 + roll(99_999),
      commissionRate: roll(2500) / 100,
    }));
    const goods = lines.reduce((sum, line) => sum + line.quantity * line.unitPrice, 0);
    const discount = roll(Math.floor(goods / 2));
    const off = { discount, tax: roll(9_999), delivery: roll(29_999), wallet: roll(goods - discount) };
    const order = await buildCompleted(api, {
      lines,
      off,
      customer: scene.customer,
      points: Math.ceil(off.wallet / 100),
    });
    const left = order.lineIds.map((id, place) => ({ id, pieces: lines[place]?.quantity ?? 0 }));
    let returned = 0;

    for (let step = 0; left.some(({ pieces }) => pieces > 0); step += 1) {
      const asked = left.flatMap((line) => {
        const quantity = step > 5 ? line.pieces : roll(line.pieces + 1);
        return quantity > 0 ? [{ order_line_id: line.id, quantity }] : [];
      });
      if (asked.length === 0) continue;
      const { status, body } = await api.request(scene.super_admin, 'POST', 'refunds', {
        order_id: order.id,
        lines: asked,
      });
      expect([status, body.message]).toEqual([201, undefined]);
      if (roll(4) === 0) {
        const no = { status: 'rejected', decision_note: 'Нет' };
        expect((await api.request(scene.super_admin, 'PUT', `refunds/${body.id}`, no)).status).toBe(200);
        continue;
      }
      const yes = { status: 'approved', method: 'payment' };
      expect((await api.request(scene.super_admin, 'PUT', `refunds/${body.id}`, yes)).status).toBe(200);
      returned += Math.round(Number(body.amount) * 100);
      for (const { order_line_id, quantity } of asked) {
        const line = left.find(({ id }) => id === order_line_id);
        if (line) line.pieces -= quantity;
      }
      await expectDivided(order.id);
      const { shop } = await balances(api);
      expect(Math.min(shop(scene.shop), shop(scene.otherShop))).toBeGreaterThanOrEqual(0);
    }

    expect(returned).toBe(Math.round(order.total * 100));
    expect(await expectDivided(order.id)).toEqual({ shops: 0, marketplace: 0, delivery: 0, tax: 0 });
    const after = await balances(api);
    expect([after.shop(scene.shop), after.shop(scene.otherShop)]).toEqual([0, 0]);
    expect([after.outside, after.platform]).toEqual([0, 0]);
    expect(after.wallet(scene.customer)).toBe(Math.ceil(off.wallet / 100));
    const root = await api.db.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirst();
    expect(root).toMatchObject({ order_status: 'order-refunded', payment_status: 'payment-refunded' });
    expect(root?.refunded_amount).toBe(root?.paid_total);
    const counted = await commissionDays();
    await sql`select rebuild_order_days()`.execute(api.db);
    expect(counted).toEqual(await commissionDays());
  });
});

describe('an order of which one piece came back', () => {
  it('loses the share of that piece, and is found as partly refunded until all came back', async () => {
    const order = await buildCompleted(api, {
      lines: [
        { shop: scene.shop, quantity: 2, unitPrice: 500_00, commissionRate: 10 },
        { shop: scene.otherShop, quantity: 1, unitPrice: 300_00, commissionRate: 10 },
      ],
      off: { discount: 0, tax: 0, delivery: 250_00, wallet: 0 },
      customer: scene.customer,
    });
    const refund = async (place: number) => {
      const [order_line_id] = order.lineIds.slice(place);
      const { body } = await api.request(scene.super_admin, 'POST', 'refunds', {
        order_id: order.id,
        lines: [{ order_line_id, quantity: 1 }],
      });
      const yes = { status: 'approved', method: 'payment' };
      expect((await api.request(scene.super_admin, 'PUT', `refunds/${body.id}`, yes)).status).toBe(200);
    };
    const found = async (person: { id: number }, value: string) =>
      (await api.request(person, 'GET', `orders?search=money:${value}`)).body.data.map(({ id }) => id);
    expect(await expectDivided(order.id)).toEqual({ shops: 1170, marketplace: 130, delivery: 250, tax: 0 });
    expect(await found(scene.super_admin, 'partly-refunded')).toEqual([]);

    await refund(0);

    expect(await expectDivided(order.id)).toEqual({ shops: 720, marketplace: 80, delivery: 250, tax: 0 });
    expect(await found(scene.super_admin, 'partly-refunded')).toEqual([order.id]);
    expect(await found(scene.store_owner, 'partly-refunded')).toHaveLength(1);
    expect(await found(scene.otherOwner, 'partly-refunded')).toEqual([]);

    await refund(0);
    await refund(1);

    expect(await found(scene.super_admin, 'partly-refunded')).toEqual([]);
    expect(await found(scene.super_admin, 'in-revenue')).toEqual([order.id]);
    expect((await api.request(scene.super_admin, 'GET', 'orders?search=money:constructor')).status).toBe(422);
  });
});
