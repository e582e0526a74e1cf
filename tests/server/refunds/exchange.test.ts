import { describe, expect, it } from 'vitest';
import type { ShiftReport, TillSale } from '@/contract/orders/till';
import type { ExchangeOffer, RefundDetails } from '@/contract/refunds/schema';
import { accountBalance } from '../../support/order-life';
import { balances, expectReconciled, soldOnline, twoVariations } from '../../support/refunds';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Exchanges for another variation, and returns over the counter. */
const { api, scene } = setUpScene();

type Person = 'super_admin' | 'store_owner' | 'otherOwner' | 'staff' | 'customer';

const swap = (person: Person | null, partId: number, body: object, headers?: Record<string, string>) =>
  api.request<Wire & RefundDetails>(
    person && scene[person],
    'POST',
    `orders/${partId}/exchange`,
    body,
    headers,
  );
const till = <Body = ShiftReport>(method: 'GET' | 'POST', path: string, body?: object) =>
  api.request<Wire & Body>(scene.staff, method, `till/${scene.shop.slug}${path}`, body);
const openShift = async (opening_cash: number) => (await till('POST', '/shifts', { opening_cash })).body.id;
const shiftOf = async (id: number) => (await till('GET', `/shifts/${id}`)).body;

async function soldVariation(prices: [number, number], quantity = 1) {
  await api.db.updateTable('shops').set({ admin_commission_rate: 10 }).execute();
  const goods = await twoVariations(api, scene, prices);
  const order = await soldOnline(api, scene, [
    {
      shop: scene.shop,
      product: goods.product,
      variationId: goods.blue.id,
      quantity,
      unitPrice: prices[0] * 100,
    },
  ]);
  return { ...goods, order };
}

describe('an exchange for another variation', () => {
  it('of the same price moves both stocks and no money', async () => {
    const { order, red, stock } = await soldVariation([1000, 1000], 2);
    const before = await balances(api);
    const query = `line=${order.lineId}&quantity=1&variation=${red.id}`;
    const offer = await api.request<Wire & ExchangeOffer>(
      scene.staff,
      'GET',
      `orders/${order.partId}/exchange?${query}`,
    );
    expect(offer.body).toMatchObject({
      variations: [{ id: red.id, title: 'Красная', price: 1000, left: 10 }],
      ...{ returned: 1000, price: 1000, difference: 0, needs_payment: false },
    });

    const body = { order_line_id: order.lineId, quantity: 1, variation_option_id: red.id, difference: 0 };
    const answers = await Promise.all(
      [1, 2, 3].map(() => swap('staff', order.partId, body, { 'Idempotency-Key': 'swap' })),
    );

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(answers[0]?.body).toMatchObject({ status: 'approved', amount: 1000, exchange: { total: 1000 } });
    expect(await stock()).toEqual([11, 9]);
    const after = await balances(api);
    expect([after.shop(scene.shop), after.platform, after.outside]).toEqual([
      before.shop(scene.shop),
      before.platform,
      before.outside,
    ]);
    const twin = await api.request<Wire & { order_status: string; payment_status: string }>(
      scene.staff,
      'GET',
      `orders/${answers[0]?.body.exchange?.id}`,
    );
    expect(twin.body).toMatchObject({ order_status: 'order-completed', payment_status: 'payment-success' });
    await expectReconciled(api);
  });

  it('keeps the delivery, returns what a cheaper one leaves, and checks who asks for what', async () => {
    const { order, red, stock } = await soldVariation([1000, 700]);
    const body = { order_line_id: order.lineId, quantity: 1, variation_option_id: red.id, difference: -300 };

    expect((await swap(null, order.partId, body)).status).toBe(401);
    expect((await swap('customer', order.partId, body)).status).toBe(403);
    expect((await swap('otherOwner', order.partId, body)).status).toBe(404);
    const refused = async (more: object) =>
      (await swap('staff', order.partId, { ...body, ...more })).body.errors;
    expect(await refused({ difference: 0 })).toEqual({ difference: ['error-exchange-changed'] });
    expect(await refused({ variation_option_id: 999_999 })).toEqual({
      variation_option_id: ['error-stock-short'],
    });
    expect(await refused({ quantity: 2 })).toEqual({ quantity: ['error-refund-quantity'] });
    expect(await stock()).toEqual([10, 10]);
    const { status } = await swap('staff', order.partId, body);

    expect(status).toBe(201);
    expect(await accountBalance(api, 'outside')).toBe(-1000);
    expect((await balances(api)).shop(scene.shop)).toBe(630);
    const root = await api.db
      .selectFrom('orders')
      .select(['refunded_amount', 'refunded_delivery'])
      .where('id', '=', order.id)
      .executeTakeFirst();
    expect(root).toEqual({ refunded_amount: 1000, refunded_delivery: 0 });
    await expectReconciled(api);
  });

  it('for a dearer one takes the difference in cash into the shift, or by card', async () => {
    const { order, red } = await soldVariation([1000, 1500], 2);
    const body = { order_line_id: order.lineId, quantity: 1, variation_option_id: red.id, difference: 500 };
    expect((await swap('staff', order.partId, { ...body, paid_by: 'CASH' })).body.errors).toEqual({
      shift: ['error-shift-closed'],
    });
    const shift = await openShift(100);

    expect((await swap('staff', order.partId, { ...body, paid_by: 'CASH' })).status).toBe(201);
    expect(await shiftOf(shift)).toMatchObject({ expected_cash: 600, moves: [{ amount: 500 }] });
    expect((await swap('staff', order.partId, { ...body, paid_by: 'CARD' })).status).toBe(201);

    expect((await shiftOf(shift)).expected_cash).toBe(600);
    expect(await accountBalance(api, 'shop_paid_out')).toBe(1000);
    await expectReconciled(api);
  });
});

describe('over the counter', () => {
  async function soldAtTill(gateway: 'CASH' | 'CARD', prices: [number, number] = [1000, 1200]) {
    await api.db.updateTable('shops').set({ admin_commission_rate: 10 }).execute();
    const goods = await twoVariations(api, scene, prices);
    const shift = await openShift(100);
    const { body: sale } = await till<TillSale>('POST', '/sales', {
      products: [
        ...[{ product_id: goods.product.id, variation_option_id: goods.blue.id, order_quantity: 2 }],
      ],
      payment_gateway: gateway,
      total: prices[0] * 2,
    });
    const { id } = await api.db
      .selectFrom('order_lines')
      .select('id')
      .where('order_id', '=', sale.id)
      .executeTakeFirstOrThrow();
    return { ...goods, shift, sale, lineId: id };
  }

  it('a cash sale is returned in part, out of the drawer of the cashier’s own shift', async () => {
    const { sale, shift, lineId, stock } = await soldAtTill('CASH');
    const lines = [{ order_line_id: lineId, quantity: 1 }];
    const body = { at_till: true, received: true, description: 'Не подошло', lines };
    const giveBack = (person: Person) =>
      api.request<Wire & RefundDetails>(scene[person], 'POST', `orders/${sale.id}/returns`, body);

    expect((await giveBack('store_owner')).body.errors).toEqual({ shift: ['error-shift-closed'] });
    expect((await giveBack('staff')).body).toMatchObject({ status: 'approved', amount: 1000 });

    expect(await shiftOf(shift)).toMatchObject({
      ...{ expected_cash: 1100, refunded_cash: 1000, revenue: 2000 },
      refunds: [{ amount: 1000, gateway: 'CASH' }],
    });
    expect(await stock()).toEqual([9, 10]);
    await till('POST', `/shifts/${shift}/moves`, { amount: -1000, reason: 'В банк' });
    expect((await giveBack('staff')).body.errors).toEqual({ shift: ['error-till-short'] });
    expect((await balances(api)).shop(scene.shop)).toBe(-100);
    await expectReconciled(api);
  });

  it('a card sale goes back to the card, and the shift says so', async () => {
    const { sale, shift } = await soldAtTill('CARD');

    const { body } = await api.request<Wire & RefundDetails>(
      scene.staff,
      'POST',
      `orders/${sale.id}/returns`,
      { at_till: true, received: true, description: 'Не подошло' },
    );

    expect(body).toMatchObject({ status: 'approved', amount: 2000 });
    expect(await shiftOf(shift)).toMatchObject({
      ...{ expected_cash: 100, refunded_cash: 0 },
      refunds: [{ amount: 2000, gateway: 'CARD' }],
    });
    await expectReconciled(api);
  });

  it('an exchange leaves the difference in the drawer', async () => {
    const { sale, shift, lineId, red, stock } = await soldAtTill('CASH');

    const { status } = await swap('staff', sale.id, {
      ...{ order_line_id: lineId, quantity: 1, variation_option_id: red.id, difference: 200 },
    });

    expect(status).toBe(201);
    expect((await shiftOf(shift)).expected_cash).toBe(2300);
    expect(await stock()).toEqual([9, 9]);
    await expectReconciled(api);
  });
});
