import { beforeEach, describe, expect, it } from 'vitest';
import { reconcile } from '@/server/modules/ledger/reconcile';
import { ctxOf } from '../../../support/checkout';
import { accountBalance, expectSound, placedOrder, rowOf, standing } from '../../../support/order-life';
import { lastCode } from '../../../support/outbox';
import { buildProduct } from '../../../support/products';
import { setUpScene } from '../../../support/scene';
import type { Wire } from '../../../support/server';

/** Who took the money of an order that is paid on handover, who completes it, and what is booked (docs/rules/orders.md). */
const { api, scene } = setUpScene();

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'customer';

const phone = '+7 (900) 123-45-67';
let root: number;
let part: number;
let otherPart: number;

beforeEach(async () => {
  const [first, second] = [
    await buildProduct(api.db, { shop: scene.shop }),
    await buildProduct(api.db, { shop: scene.otherShop }),
  ];
  const order = await placedOrder(api, {
    customer: scene.customer,
    contact: phone,
    gateway: 'CASH_ON_DELIVERY',
    lines: [
      { shop: scene.shop, product: first, unitPrice: 100_000 },
      { shop: scene.otherShop, product: second, unitPrice: 50_000 },
    ],
    off: { delivery: 30_000 },
  });
  root = order.id;
  [part, otherPart] = order.parts.map(({ id }) => id) as [number, number];
});

const move = (person: Person, id: number, order_status: string, more: object = {}) =>
  api.request<Wire>(scene[person], 'PUT', `orders/${id}`, { order_status, ...more });
const complete = (person: Person, id: number, more: object = {}) => move(person, id, 'order-completed', more);
const askCode = async (person: Person, id = part) => {
  expect((await api.request(scene[person], 'POST', `orders/${id}/code`)).status).toBe(200);
  return lastCode(api.db, phone, 'completion-code');
};
const completeByCode = (person: Person, code: string, id = part, more: object = {}) =>
  api.request<Wire>(scene[person], 'POST', `orders/${id}/complete`, { code, ...more });
const money = async (shop = scene.shop) => ({
  shop: await accountBalance(api, 'shop', { shop: shop.id }),
  kept: await accountBalance(api, 'shop_paid_out', { shop: shop.id }),
  platform: await accountBalance(api, 'platform'),
});
const isSound = async () => {
  expect((await reconcile(ctxOf(api))).problems).toEqual([]);
  await expectSound(api);
};
const refund = async (lines?: { order_line_id: number; quantity: number }[]) => {
  const { body } = await api.request<Wire>(scene.super_admin, 'POST', 'refunds', {
    order_id: root,
    ...(lines && { lines }),
  });
  return api.request(scene.super_admin, 'PUT', `refunds/${body.id}`, {
    status: 'approved',
    method: 'payment',
  });
};

describe('a shop', () => {
  it('cannot complete a cash order by a move, from any status, alone or among many', async () => {
    for (const person of ['store_owner', 'staff'] as const) {
      const { status, body } = await complete(person, part, { cash_held_by: 'platform' });
      expect([status, body.message, body.errors]).toEqual([
        ...[400, 'ACTION_NOT_VALID'],
        { order_status: ['error-order-code-needed'] },
      ]);
    }
    expect((await move('staff', part, 'order-out-for-delivery')).status).toBe(200);
    expect((await complete('staff', part)).body.message).toBe('ACTION_NOT_VALID');
    const { body } = await api.request<Wire>(scene.store_owner, 'POST', 'orders/bulk/status', {
      ids: [part],
      order_status: 'order-completed',
      cash_held_by: 'platform',
    });

    expect(body).toMatchObject({
      done: 0,
      refused: [{ id: part, reason: 'ACTION_NOT_VALID', text: 'error-order-code-needed' }],
    });
    expect(await standing(api, root)).toContain('out-for-delivery/cash-on-delivery');
    expect(await money()).toEqual({ shop: 0, kept: 0, platform: 0 });
    expect((await rowOf(api, part)).cash_held_by).toBeNull();
  });

  it('completes it by the customer’s code, keeps the cash and owes what is not its share', async () => {
    const { status, body } = await completeByCode('staff', await askCode('staff'), part, {
      cash_held_by: 'platform',
    });

    expect([status, body.cash_held_by]).toEqual([200, 'shop']);
    // Two thirds of the delivery are in its hands, too; 900 are its own.
    expect(await money()).toEqual({ shop: -300, kept: 1200, platform: 300 });
    expect(await rowOf(api, part)).toMatchObject({ cash_held_by: 'shop', completed_by: 'shop' });
    const withdrawn = await api.request(scene.store_owner, 'POST', 'withdraws', {
      ...{ shop_id: scene.shop.id, amount: 1, payment_method: 'Счёт' },
    });
    expect(withdrawn.body.message).toBe('INSUFFICIENT_BALANCE');
    await isSound();
  });

  it('completes a prepaid order as before', async () => {
    const paid = await placedOrder(api, {
      gateway: 'SBP',
      status: { order: 'order-processing', payment: 'payment-success' },
      lines: [{ shop: scene.shop }],
    });

    expect((await complete('store_owner', paid.parts[0]?.id ?? 0)).status).toBe(200);
    expect(await rowOf(api, paid.parts[0]?.id ?? 0)).toMatchObject({
      cash_held_by: null,
      completed_by: 'shop',
    });
    expect((await money()).shop).toBe(900);
  });
});

describe('an administrator', () => {
  it('completes without a code, and the marketplace has the money', async () => {
    await complete('super_admin', part);

    expect(await money()).toEqual({ shop: 900, kept: 0, platform: 300 });
    expect(await rowOf(api, part)).toMatchObject({ cash_held_by: 'platform', completed_by: 'platform' });
    await isSound();
  });

  it.each(['move', 'code', 'bulk'])('says that the shop has it: by %s', async (how) => {
    const more = { cash_held_by: 'shop' };
    if (how === 'move') await complete('super_admin', part, more);
    if (how === 'code') await completeByCode('super_admin', await askCode('super_admin'), part, more);
    if (how === 'bulk') {
      const body = { ids: [part], order_status: 'order-completed', ...more };
      await api.request(scene.super_admin, 'POST', 'orders/bulk/status', body);
    }

    expect(await money()).toEqual({ shop: -300, kept: 1200, platform: 300 });
    expect(await rowOf(api, part)).toMatchObject({ cash_held_by: 'shop', completed_by: 'platform' });
    await isSound();
  });

  it('names nobody else', async () => {
    const { status, body } = await complete('super_admin', part, { cash_held_by: 'courier' });
    expect([status, body.errors]).toEqual([422, { cash_held_by: ['error-wrong-value'] }]);
  });
});

describe('a refund', () => {
  it('of cash that one of two shops kept reverses exactly its part', async () => {
    await completeByCode('store_owner', await askCode('store_owner'));
    await complete('super_admin', otherPart);

    expect((await refund()).status).toBe(200);

    expect(await money()).toEqual({ shop: 0, kept: 0, platform: 0 });
    expect(await money(scene.otherShop)).toEqual({ shop: 0, kept: 0, platform: 0 });
    expect((await reconcile(ctxOf(api))).problems).toEqual([]);
  });

  it('of an order that a former release completed stays with the marketplace', async () => {
    await complete('super_admin', root);
    await api.db.updateTable('orders').set({ cash_held_by: null, completed_by: null }).execute();
    expect((await reconcile(ctxOf(api))).problems).toEqual([]);

    expect((await refund()).status).toBe(200);
    expect(await money()).toEqual({ shop: 0, kept: 0, platform: 0 });
    expect((await reconcile(ctxOf(api))).problems).toEqual([]);
  });
});

describe('what meets', () => {
  it('a completion by code and one by an administrator book the money once', {
    timeout: 60_000,
  }, async () => {
    const code = await askCode('store_owner');

    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => completeByCode('store_owner', code)),
      ...Array.from({ length: 8 }, () => complete('super_admin', part)),
      ...Array.from({ length: 4 }, () => complete('store_owner', part)),
    ]);

    expect(answers.every(({ status }) => [200, 400, 422].includes(status))).toBe(true);
    const { cash_held_by } = await rowOf(api, part);
    expect(await money()).toEqual(
      cash_held_by === 'shop'
        ? { shop: -300, kept: 1200, platform: 300 }
        : { shop: 900, kept: 0, platform: 300 },
    );
    await isSound();
  });

  it('a refund and a completion leave nothing withdrawable', { timeout: 60_000 }, async () => {
    await completeByCode('store_owner', await askCode('store_owner'));

    await Promise.all([
      refund(),
      ...Array.from({ length: 5 }, () => complete('super_admin', root)),
      ...Array.from({ length: 5 }, () => complete('super_admin', part, { cash_held_by: 'platform' })),
    ]);

    expect((await money()).shop).toBeLessThanOrEqual(0);
    expect((await reconcile(ctxOf(api))).problems).toEqual([]);
  });
});

describe('the reconciliation', () => {
  it('finds cash of a shop’s completion that is booked as the marketplace’s', async () => {
    await complete('super_admin', part);
    await api.db.updateTable('orders').set({ completed_by: 'shop' }).where('id', '=', part).execute();

    expect((await reconcile(ctxOf(api))).problems).toEqual([
      { check: 'order-cash', subject: `order ${part}`, expected: 1200, found: 0 },
    ]);
  });
});
