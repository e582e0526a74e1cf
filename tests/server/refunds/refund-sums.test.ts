import { describe, expect, it } from 'vitest';
import { dice } from '../../support/dice';
import { balances, buildCompleted } from '../../support/refunds';
import { setUpScene } from '../../support/scene';

/** Refunds in any order: they add up to what was paid, and shops keep nothing (issue "orders", 1). */
const { api, scene } = setUpScene({ publicUrl: 'https://shop.test' });

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
      const { shop } = await balances(api);
      expect(Math.min(shop(scene.shop), shop(scene.otherShop))).toBeGreaterThanOrEqual(0);
    }

    expect(returned).toBe(Math.round(order.total * 100));
    const after = await balances(api);
    expect([after.shop(scene.shop), after.shop(scene.otherShop)]).toEqual([0, 0]);
    expect([after.outside, after.platform]).toEqual([0, 0]);
    expect(after.wallet(scene.customer)).toBe(Math.ceil(off.wallet / 100));
    const root = await api.db.selectFrom('orders').selectAll().where('id', '=', order.id).executeTakeFirst();
    expect(root).toMatchObject({ order_status: 'order-refunded', payment_status: 'payment-refunded' });
    expect(root?.refunded_amount).toBe(root?.paid_total);
  });
});
