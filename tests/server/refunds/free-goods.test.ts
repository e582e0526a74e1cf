import { describe, expect, it } from 'vitest';
import type { ShiftReport, TillSale } from '@/contract/orders/till';
import type { OrderDetails } from '@/contract/orders/wire';
import type { ExchangeOffer, Refundable, RefundDetails } from '@/contract/refunds/schema';
import { documentOrder } from '@/server/modules/receipts/make-receipts';
import { ctxOf, setSettings } from '../../support/checkout';
import type { GivenLine } from '../../support/orders';
import { balances, expectReconciled, soldOnline, twoVariations } from '../../support/refunds';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Goods that cost nothing: a gift, a full discount, a price of zero. They come back and are exchanged like others. */
const { api, scene } = setUpScene();

type Person = 'super_admin' | 'store_owner' | 'staff' | 'customer';

const ask = <Body>(person: Person, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  api.request<Wire & Body>(scene[person], method, path, body);
const swap = (part: number, body: object) =>
  ask<RefundDetails>('staff', 'POST', `orders/${part}/exchange`, { paid_by: 'CARD', ...body });
const offerOf = async (part: number, line: number, variation: number) =>
  (
    await ask<ExchangeOffer>(
      'staff',
      'GET',
      `orders/${part}/exchange?line=${line}&quantity=1&variation=${variation}`,
    )
  ).body;

/** Entries of the refunds that move nothing. */
const emptyLines = () => api.db.selectFrom('ledger_lines').select('id').where('amount', '=', 0).execute();

type Discount = 'none' | 'shop' | 'market';

/** A piece that was sold for nothing, beside others of the same part. */
async function soldFree(
  prices: [number, number],
  { by = 'none', beside = [], quantity = 1 }: { by?: Discount; beside?: GivenLine[]; quantity?: number } = {},
) {
  await api.db.updateTable('shops').set({ admin_commission_rate: 10 }).execute();
  const goods = await twoVariations(api, scene, prices);
  const discount = by === 'none' ? 0 : prices[0] * 100 * quantity;
  const line = {
    ...{ shop: scene.shop, product: goods.product, variationId: goods.blue.id },
    ...{ quantity, unitPrice: prices[0] * 100 },
  };
  const off = { discount, discountShopId: by === 'shop' ? scene.shop.id : null };
  const order = await soldOnline(api, scene, [line, ...beside], { delivery: 0, more: { off } });
  return { ...goods, order };
}

describe('goods that cost nothing', () => {
  it.each([
    ['a price of zero', [0, 0], 'none'],
    ['the shop’s coupon over all of it', [1000, 1000], 'shop'],
    ['the marketplace’s coupon over all of it', [1000, 1000], 'market'],
  ] as const)('by %s are exchanged for the same: stock moves, and no money', async (_, prices, by) => {
    const { order, red, stock } = await soldFree([...prices], { by });
    const before = await balances(api);
    expect(await offerOf(order.partId, order.lineId, red.id)).toMatchObject({
      ...{ returned: 0, price: 0, difference: 0, needs_payment: false },
    });

    const { status, body } = await swap(order.partId, {
      ...{ order_line_id: order.lineId, quantity: 1, variation_option_id: red.id, difference: 0 },
    });

    expect([status, body.errors]).toEqual([201, undefined]);
    expect(body).toMatchObject({ status: 'approved', amount: 0, exchange: { total: 0 } });
    expect(await stock()).toEqual([11, 9]);
    expect(await balances(api)).toMatchObject({ platform: before.platform, outside: before.outside });
    expect((await balances(api)).shop(scene.shop)).toBe(before.shop(scene.shop));
    expect(await emptyLines()).toEqual([]);
    await expectReconciled(api);
  });

  it('are exchanged for something dearer, and the difference is paid', async () => {
    const { order, red, stock } = await soldFree([0, 300]);
    expect(await offerOf(order.partId, order.lineId, red.id)).toMatchObject({
      ...{ returned: 0, price: 300, difference: 300, needs_payment: true },
    });

    const { status } = await swap(order.partId, {
      ...{ order_line_id: order.lineId, quantity: 1, variation_option_id: red.id, difference: 300 },
    });

    expect(status).toBe(201);
    expect(await stock()).toEqual([11, 9]);
    expect((await balances(api)).shop(scene.shop)).toBe(-30);
    await expectReconciled(api);
  });

  it('are what dear goods are exchanged for: all of the money goes back', async () => {
    const { order, red } = await soldFree([300, 0]);
    const { status, body } = await swap(order.partId, {
      ...{ order_line_id: order.lineId, quantity: 1, variation_option_id: red.id, difference: -300 },
    });

    expect([status, body.errors]).toEqual([201, undefined]);
    expect(body).toMatchObject({ amount: 300, exchange: { total: 0 } });
    const again = await api.db
      .selectFrom('order_lines')
      .select(['id', 'order_id as part'])
      .where('order_id', '=', Number(body.exchange?.id))
      .executeTakeFirstOrThrow();
    const blue = { order_line_id: again.id, quantity: 1, variation_option_id: 0 };
    const offer = await offerOf(again.part, again.id, 0);
    const [back] = offer.variations;
    expect((await swap(again.part, { ...blue, variation_option_id: back?.id, difference: 300 })).status).toBe(
      201,
    );
    await expectReconciled(api);
  });

  it('are exchanged one of two, beside goods that were paid, which can be returned afterwards', async () => {
    const paid: GivenLine = { shop: scene.shop, quantity: 1, unitPrice: 50_000 };
    const { order, red } = await soldFree([0, 0], { beside: [paid], quantity: 2 });
    const body = { order_line_id: order.lineId, quantity: 1, variation_option_id: red.id, difference: 0 };
    expect((await swap(order.partId, body)).status).toBe(201);

    const rest = await ask<RefundDetails>('staff', 'POST', `orders/${order.partId}/returns`, {
      ...{ received: true, description: 'Не подошло' },
    });

    expect(rest.body).toMatchObject({ status: 'approved', amount: 500 });
    const { order_status } = await api.db
      .selectFrom('orders')
      .select('order_status')
      .where('id', '=', order.partId)
      .executeTakeFirstOrThrow();
    expect(order_status).toBe('order-refunded');
    await expectReconciled(api);
  });

  it.each(['none', 'shop', 'market'] as const)(
    'come back to the shop with stock and share and without money, discount of: %s',
    async (by) => {
      const { order, stock } = await soldFree(by === 'none' ? [0, 0] : [1000, 1000], { by });
      const found = await ask<Refundable>('staff', 'GET', `orders/${order.partId}/refundable`);
      expect(found.body).toMatchObject({ refusal: null, lines: [{ left: 1, total: 0 }] });

      const { status, body } = await ask<RefundDetails>('staff', 'POST', `orders/${order.partId}/returns`, {
        ...{ received: true, description: 'Брак' },
      });

      expect([status, body.errors]).toEqual([201, undefined]);
      expect(body).toMatchObject({ status: 'approved', amount: 0, money_state: null });
      expect(await stock()).toEqual([11, 10]);
      expect((await balances(api)).shop(scene.shop)).toBe(0);
      expect(await emptyLines()).toEqual([]);
      await expectReconciled(api);
    },
  );

  it('are asked back by their customer, and the shop agrees', async () => {
    const { order } = await soldFree([0, 0]);
    const asked = await ask<RefundDetails>('customer', 'POST', 'refunds', {
      ...{ order_id: order.id, description: 'Разбилось' },
    });
    expect([asked.status, asked.body.errors]).toEqual([201, undefined]);
    // The code confirms that money was handed over.
    expect((await ask('super_admin', 'POST', `refunds/${asked.body.id}/code`, {})).status).toBe(400);

    const { body } = await ask<RefundDetails>('store_owner', 'POST', `refunds/${asked.body.id}/answer`, {
      answer: 'agreed',
    });

    expect(body).toMatchObject({ status: 'approved', amount: 0 });
    const told = await api.db.selectFrom('outbox').select('body').orderBy('id', 'desc').execute();
    expect(told.map((one) => one.body).join('\n')).not.toMatch(/(^|\D)0(,00)?\s*₽/);
    await expectReconciled(api);
  });

  it('and a request refunded as points give no points', async () => {
    const { order } = await soldFree([0, 0]);
    const asked = await ask<RefundDetails>('customer', 'POST', 'refunds', {
      ...{ order_id: order.id, description: 'Разбилось' },
    });
    const { status, body } = await ask<RefundDetails>('super_admin', 'PUT', `refunds/${asked.body.id}`, {
      ...{ status: 'approved', method: 'wallet', decision_note: 'Хорошо', restock: true },
    });

    expect([status, body.errors]).toEqual([200, undefined]);
    expect((await balances(api)).wallet(scene.customer)).toBe(0);
    await expectReconciled(api);
  });

  it('have no receipt when they come back, and those exchanged for a price have one', async () => {
    await setSettings(api, { receiptsFrom: '2020-01-01' });
    const { order, red } = await soldFree([0, 300], { quantity: 2 });
    await ask('staff', 'POST', `orders/${order.partId}/returns`, {
      ...{ received: true, description: 'Брак', lines: [{ order_line_id: order.lineId, quantity: 1 }] },
    });
    const { body } = await swap(order.partId, {
      ...{ order_line_id: order.lineId, quantity: 1, variation_option_id: red.id, difference: 300 },
    });
    const { exchange_order_id: sale } = await api.db
      .selectFrom('refunds')
      .select('exchange_order_id')
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow();
    for (const id of [order.id, Number(sale)])
      await api.db.transaction().execute((db) => documentOrder({ ...ctxOf(api), db }, id));

    const receipts = await api.db.selectFrom('receipts').select(['order_id', 'amount']).execute();
    expect(receipts.map(({ order_id, amount }) => [order_id, Number(amount)])).toEqual([[sale, 300]]);
  });

  it('come back over the counter beside paid ones, and alone', async () => {
    const goods = await twoVariations(api, scene, [0, 0]);
    const till = <Body>(method: 'GET' | 'POST', path: string, body?: object) =>
      ask<Body>('staff', method, `till/${scene.shop.slug}${path}`, body);
    const shift = (await till<ShiftReport>('POST', '/shifts', { opening_cash: 100 })).body.id;
    const sale = await till<TillSale>('POST', '/sales', {
      products: [{ product_id: goods.product.id, variation_option_id: goods.blue.id, order_quantity: 2 }],
      ...{ payment_gateway: 'CASH', total: 0 },
    });
    expect([sale.status, sale.body.errors]).toEqual([201, undefined]);
    const { products } = (await ask<OrderDetails>('staff', 'GET', `orders/${sale.body.id}`)).body;
    const line = Number(products[0]?.id);

    const back = await ask<RefundDetails>('staff', 'POST', `orders/${sale.body.id}/returns`, {
      ...{ at_till: true, received: true, description: 'Брак' },
      lines: [{ order_line_id: line, quantity: 1 }],
    });
    expect([back.status, back.body.errors]).toEqual([201, undefined]);
    const swapped = await swap(sale.body.id, {
      ...{ order_line_id: line, quantity: 1, variation_option_id: goods.red.id, difference: 0 },
    });
    expect([swapped.status, swapped.body.errors]).toEqual([201, undefined]);

    expect((await till<ShiftReport>('GET', `/shifts/${shift}`)).body).toMatchObject({ expected_cash: 100 });
    expect(await goods.stock()).toEqual([10, 9]);
    await expectReconciled(api);
  });
});
