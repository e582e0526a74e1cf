import { beforeEach, describe, expect, it } from 'vitest';
import { sumMoney, toMinor } from '@/contract/core/money';
import type { EditPreview } from '@/contract/orders/change';
import type { OrderDetails } from '@/contract/orders/wire';
import type { Refund } from '@/contract/refunds/schema';
import { seededRandom } from '@/server/demo/random';
import { signSbp } from '@/server/integrations/sbp/sbp-payments';
import { reconcile } from '@/server/modules/ledger/reconcile';
import { documentOrder } from '@/server/modules/receipts/make-receipts';
import { addPoints, ctxOf, place, setSettings, verify } from '../../support/checkout';
import { moscow, orderOf } from '../../support/order-body';
import { unsoundOrders } from '../../support/orders';
import { type BuiltProduct, buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Paid orders of which points paid a part, and which change afterwards. */
const secret = 'a-secret-of-the-gateway';
const { api, scene } = setUpScene({ sbpSecret: secret, demo: true });

const plain = {
  minimumOrderAmount: 0,
  freeShipping: false,
  shippingClass: null,
  receiptsFrom: '2020-01-01',
  currencyToWalletRatio: 1,
};
let [cup, tea, pot] = [] as unknown as [BuiltProduct, BuiltProduct, BuiltProduct];

beforeEach(async () => {
  await setSettings(api, plain);
  [cup, tea, pot] = await Promise.all([
    buildProduct(api.db, { shop: scene.shop, price: 100 }),
    buildProduct(api.db, { shop: scene.otherShop, price: 33.33 }),
    buildProduct(api.db, { shop: scene.shop, price: 1249.99 }),
  ]);
  await api.db.updateTable('products').set({ quantity: 10_000, delivery_class_id: null }).execute();
});

interface SoldGoods {
  goods: [BuiltProduct, number][];
  points: number;
  gateway?: 'SBP' | 'CASH_ON_DELIVERY';
  coupon?: string;
  isPaid?: boolean;
}

let count = 0;
/** Placed with points, and the rest paid by a link. */
async function sold({
  goods,
  points,
  gateway = 'SBP',
  coupon,
  isPaid = true,
}: SoldGoods): Promise<OrderDetails> {
  const products = goods.map(([{ id }, order_quantity]) => ({ product_id: id, order_quantity }));
  await addPoints(api, scene.customer, points);
  const more = {
    ...{ billing_address: moscow, shipping_address: moscow, use_wallet_points: true },
    ...(coupon && { coupon_code: coupon }),
  };
  const { body: told } = await verify(api, scene.customer, { products, ...more });
  count += 1;
  const { status, body } = await place(
    api,
    scene.customer,
    orderOf(products, {
      ...more,
      ...{ amount: told.amount, discount: told.discount, sales_tax: told.total_tax },
      ...{ delivery_fee: told.shipping_charge, total: told.total, paid_total: told.total },
      payment_gateway: gateway,
    }),
    `points-${count}`,
  );
  expect([status, body.errors]).toEqual([201, undefined]);
  if (isPaid && gateway === 'SBP' && body.total > body.wallet_amount) await bankPays();
  return orderNow(body.id);
}

let events = 0;
async function bankPays() {
  const attempt = await api.db
    .selectFrom('payment_attempts')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  events += 1;
  const text = JSON.stringify({
    ...{ event_id: `points-${events}`, payment_id: attempt.payment_id, status: 'success' },
    ...{ amount: toMinor(attempt.amount), at: api.now().toISOString() },
  });
  const { status } = await api.request(null, 'POST', 'webhooks/sbp', text, {
    'x-signature': signSbp(secret, text),
  });
  expect(status).toBe(200);
}

const orderNow = async (id: number) =>
  (await api.request<Wire & OrderDetails>(scene.super_admin, 'GET', `orders/${id}`)).body;
const linesOf = (order: OrderDetails, goods: [BuiltProduct, number][]) =>
  goods.flatMap(([{ id: product }, quantity]) => {
    const line = order.products.find(({ product_id }) => product_id === product);
    return line ? [{ id: line.id, quantity }] : [];
  });
const edit = (order: OrderDetails, body: object) =>
  api.request<Wire & OrderDetails>(scene.super_admin, 'PUT', `orders/${order.id}/lines`, body);
const preview = async (order: OrderDetails, body: object) =>
  (await api.request<Wire & EditPreview>(scene.super_admin, 'POST', `orders/${order.id}/lines/preview`, body))
    .body;

/** The customer agrees, and pays what is due. */
async function agree() {
  const sent = await api.db
    .selectFrom('outbox')
    .select('body')
    .where('template', '=', 'change-asked')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const key = /secret=([\w-]{43})/.exec(sent.body)?.[1] ?? '';
  const { status } = await api.request(null, 'POST', `order-changes/${key}`, { answer: 'accept' });
  expect(status).toBe(200);
  await bankPays();
}

async function wallet(): Promise<number> {
  const row = await api.db
    .selectFrom('ledger_accounts')
    .select('balance')
    .where('kind', '=', 'wallet')
    .where('user_id', '=', scene.customer.id)
    .executeTakeFirst();
  return Number(row?.balance ?? 0);
}

const refundsOf = (order: OrderDetails) =>
  api.db
    .selectFrom('refunds')
    .select(['id', 'amount', 'status', 'wallet_amount', 'origin'])
    .where('order_id', '=', order.id)
    .orderBy('id')
    .execute();

async function approveAll(order: OrderDetails) {
  for (const { id, status } of await refundsOf(order)) {
    if (status !== 'pending') continue;
    const decision = { status: 'approved', method: 'payment', decision_note: 'Проверили' };
    const done = await api.request<Wire & Refund>(scene.super_admin, 'PUT', `refunds/${id}`, decision);
    expect([done.status, done.body.errors]).toEqual([200, undefined]);
  }
}

async function expectExact(order: OrderDetails) {
  expect(await unsoundOrders(api)).toEqual([]);
  await api.db.transaction().execute((db) => documentOrder({ ...ctxOf(api), db }, order.id));
  expect((await reconcile(ctxOf(api))).problems).toEqual([]);
}

/** Receipts of prepayments, less those that went back, are what the money of the order is. */
async function prepaid(order: OrderDetails): Promise<number> {
  const rows = await api.db
    .selectFrom('receipts')
    .select(['kind', 'amount'])
    .where('order_id', '=', order.id)
    .execute();
  return sumMoney(
    ...rows.map(({ kind, amount }) => (kind === 'settlement' ? 0 : kind === 'return' ? -amount : amount)),
  );
}

describe('a paid order with points', () => {
  it('gets cheaper: the points stay, and the money that is too much goes back', async () => {
    const order = await sold({ goods: [[cup, 5]], points: 150 });
    expect(order).toMatchObject({ total: 500, wallet_amount: 150, payment_status: 'payment-success' });
    const less = { lines: linesOf(order, [[cup, 3]]) };
    expect(await preview(order, less)).toMatchObject({
      ...{ total_before: 500, total: 300, difference: -200, points_back: 0, settlement: 'refund' },
    });

    const { status, body } = await edit(order, less);

    expect([status, body.errors]).toEqual([200, undefined]);
    expect(body).toMatchObject({ total: 300, wallet_amount: 150 });
    expect(await refundsOf(order)).toMatchObject([{ amount: 200, wallet_amount: 0, origin: 'cancellation' }]);
    expect(await wallet()).toBe(0);
    await approveAll(order);
    await expectExact(order);
    expect(await prepaid(order)).toBe(150);
  });

  it('gets cheaper than its points: all of the money goes back, and the points that are too many', async () => {
    const order = await sold({ goods: [[cup, 5]], points: 250 });
    const less = { lines: linesOf(order, [[cup, 1]]) };
    expect(await preview(order, less)).toMatchObject({
      ...{ total: 100, difference: -250, points_back: 150, settlement: 'refund' },
    });

    expect((await edit(order, less)).body).toMatchObject({ total: 100, wallet_amount: 100 });

    expect(await refundsOf(order)).toMatchObject([{ amount: 250 }]);
    expect(await wallet()).toBe(150);
    const letter = await api.db
      .selectFrom('outbox')
      .select('body')
      .where('template', '=', 'order-lines')
      .where('recipient', 'like', '%@%')
      .executeTakeFirstOrThrow();
    expect(letter.body).toContain('В кошелёк вернулось баллов: 150.');
    await approveAll(order);
    await expectExact(order);
    expect(await prepaid(order)).toBe(0);
    const cancelled = await api.request<Wire & OrderDetails>(scene.super_admin, 'PUT', `orders/${order.id}`, {
      order_status: 'order-cancelled',
    });
    expect(cancelled.body).toMatchObject({
      order_status: 'order-cancelled',
      payment_status: 'payment-refunded',
    });
    expect(await wallet()).toBe(250);
    expect(await refundsOf(order)).toHaveLength(1);
    await expectExact(order);
  });

  it('gets dearer: the customer agrees and pays the difference in money, and the points stay', async () => {
    const order = await sold({ goods: [[cup, 2]], points: 150 });
    const more = { lines: linesOf(order, [[cup, 3]]) };
    expect(await preview(order, more)).toMatchObject({ difference: 100, points_back: 0, settlement: 'link' });

    expect((await edit(order, { ...more, asks: true })).status).toBe(200);
    await agree();

    expect(await orderNow(order.id)).toMatchObject({ total: 300, wallet_amount: 150 });
    await expectExact(order);
    expect(await prepaid(order)).toBe(150);
  });

  it('takes further goods of another kind, and is returned with points and money to the last kopeck', async () => {
    const order = await sold({
      goods: [
        [cup, 3],
        [tea, 3],
      ],
      points: 100,
    });
    const body = {
      lines: linesOf(order, [
        [cup, 1],
        [tea, 1],
      ]),
      added: [{ product_id: pot.id, order_quantity: 1 }],
    };
    const { difference } = await preview(order, body);
    expect(difference).toBe(1249.99 - 200 - 66.66);

    await edit(order, { ...body, asks: true });
    await agree();
    await api.request(scene.super_admin, 'PUT', `orders/${order.id}`, { order_status: 'order-completed' });
    await expectExact(order);
    const asked = await api.request<Wire>(scene.super_admin, 'POST', 'refunds', { order_id: order.id });
    expect(asked.status).toBe(201);
    await approveAll(order);

    expect(await wallet()).toBe(100);
    expect(await refundsOf(order)).toMatchObject([{ amount: 1383.32, wallet_amount: 100 }]);
    await expectExact(order);
  });

  it('of points alone gets cheaper, and what it does not cost goes back to the wallet', async () => {
    const order = await sold({ goods: [[cup, 3]], points: 300 });
    expect(order).toMatchObject({ payment_status: 'payment-wallet', payment_gateway: 'FULL_WALLET_PAYMENT' });
    const less = { lines: linesOf(order, [[cup, 1]]) };
    expect(await preview(order, less)).toMatchObject({
      ...{ total_before: 300, total: 100, difference: 0, points_back: 200, settlement: 'none' },
    });

    expect((await edit(order, less)).body).toMatchObject({
      ...{ total: 100, wallet_amount: 100, payment_status: 'payment-wallet' },
    });

    expect(await wallet()).toBe(200);
    expect(await refundsOf(order)).toEqual([]);
    await expectExact(order);
    await api.request(scene.super_admin, 'PUT', `orders/${order.id}`, { order_status: 'order-completed' });
    await expectExact(order);
  });

  it('of points alone cannot get dearer, and says why', async () => {
    const order = await sold({ goods: [[cup, 1]], points: 100 });

    expect(await edit(order, { lines: linesOf(order, [[cup, 2]]), asks: true })).toMatchObject({
      status: 400,
      body: { errors: { lines: ['error-edit-points-alone'] } },
    });
    await expectExact(order);
  });

  it('changes thirty times at random, with coupons and cancelled parts, and the books stay right each time', {
    timeout: 300_000,
  }, async () => {
    const { next } = seededRandom(20_261_130);
    const below = (most: number) => Math.floor(next() * most);
    const period = { active_from: '2020-01-01T00:00:00.000Z', expire_at: '2040-01-01T00:00:00.000Z' };
    await api.request(scene.super_admin, 'POST', 'coupons', {
      ...{ code: 'SEM', type: 'percentage', amount: 7, minimum_cart_amount: 0, ...period },
    });
    let edits = 0;
    for (let round = 0; edits < 30; round += 1) {
      const goods: [BuiltProduct, number][] = [
        [cup, 1 + below(4)],
        [tea, 1 + below(9)],
        [pot, 1 + below(2)],
      ];
      const order = await sold({
        goods,
        points: 1 + below(round % 3 === 0 ? 6000 : 900),
        ...(round % 2 === 0 && { coupon: 'SEM' }),
      });
      for (let turn = 0; turn < 4; turn += 1) {
        const now = await orderNow(order.id);
        const lines = linesOf(now, [[[cup, tea, pot][below(3)] as BuiltProduct, below(6)]]);
        const seen = await preview(now, { lines });
        if (seen.total === undefined) continue;
        const { status } = await edit(now, { lines, ...(seen.needs_consent && { asks: true }) });
        if (status !== 200) continue;
        if (seen.needs_consent) await agree();
        edits += 1;
        const after = await orderNow(order.id);
        expect([after.total, after.wallet_amount <= after.total]).toEqual([seen.total, true]);
        if (below(2) === 0) await approveAll(order);
        await expectExact(order);
      }
      const [first] = (await orderNow(order.id)).children;
      await api.request(scene.super_admin, 'PUT', `orders/${first?.id}`, {
        order_status: below(2) === 0 ? 'order-cancelled' : 'order-completed',
      });
      await approveAll(order);
      await expectExact(order);
    }
    expect(edits).toBeGreaterThanOrEqual(30);
  });
});
