import { beforeEach, describe, expect, it } from 'vitest';
import type { SettingsOptions } from '@/contract/settings';
import { addPoints, place, setSettings, verify } from '../../support/checkout';
import { orderOf } from '../../support/order-body';
import { accountBalance } from '../../support/order-life';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';

/** Points keep their worth from checkout through refunds and cancellations. */
const { api, scene } = setUpScene({ publicUrl: 'https://shop.test' });

let tea: { id: number };
let cup: { id: number };
beforeEach(async () => {
  tea = await buildProduct(api.db, { shop: scene.shop, price: 1000 });
  cup = await buildProduct(api.db, { shop: scene.otherShop, price: 1000 });
});

const points = () => accountBalance(api, 'wallet', { user: scene.customer.id });

/** Value of the customer's points at checkout, in roubles. */
async function worth(): Promise<number> {
  const { body } = await verify(api, scene.customer, {
    products: [{ product_id: tea.id, order_quantity: 1 }],
  });
  return body.wallet_currency;
}

/** Three teas and a cup for 4,000 ₽, paid with as many points as there are. */
async function buy() {
  const { body } = await place(
    api,
    scene.customer,
    orderOf(
      [
        { product_id: tea.id, order_quantity: 3 },
        { product_id: cup.id, order_quantity: 1 },
      ],
      { use_wallet_points: true },
    ),
  );
  const partOf = (shop: { id: number }) => body.children.find(({ shop_id }) => shop_id === shop.id)?.id ?? 0;
  const lineOf = (product: { id: number }) =>
    body.products.find(({ product_id }) => product_id === product.id)?.id ?? 0;
  return {
    id: body.id,
    paid: body.wallet_amount,
    teas: partOf(scene.shop),
    cups: partOf(scene.otherShop),
    tea: lineOf(tea),
    cup: lineOf(cup),
  };
}

const move = async (id: number, order_status: string) =>
  expect((await api.request(scene.super_admin, 'PUT', `orders/${id}`, { order_status })).status).toBe(200);

async function refund(order: number, lines?: [line: number, quantity: number][], method = 'wallet') {
  const { status, body } = await api.request(scene.super_admin, 'POST', 'refunds', {
    order_id: order,
    ...(lines && { lines: lines.map(([order_line_id, quantity]) => ({ order_line_id, quantity })) }),
  });
  expect([status, body.message]).toEqual([201, undefined]);
  const decision = { status: 'approved', method, decision_note: 'Да' };
  expect((await api.request(scene.super_admin, 'PUT', `refunds/${body.id}`, decision)).status).toBe(200);
}

const unset = async () => void (await api.db.deleteFrom('settings').execute());
const saved = (options: Partial<SettingsOptions>) => () => setSettings(api, options);

describe('points per rouble', () => {
  it.each([
    ['not saved', unset, 3],
    ['emptied', saved({ currencyToWalletRatio: null }), 3],
    ['0', saved({ currencyToWalletRatio: 0 }), 1],
    ['3', saved({ currencyToWalletRatio: 3 }), 3],
    ['0.5', saved({ currencyToWalletRatio: 0.5 }), 0.5],
    ['7', saved({ currencyToWalletRatio: 7 }), 7],
  ])('%s: points and money are refunded at the value of the payment', async (_name, prepare, ratio) => {
    await prepare();
    await addPoints(api, scene.customer, 1000 * ratio);
    expect(await worth()).toBe(1000);
    const order = await buy();
    expect([order.paid, await points()]).toEqual([1000, 0]);
    await move(order.id, 'order-completed');

    await refund(order.id);

    expect([await points(), await worth()]).toEqual([4000 * ratio, 4000]);
  });

  it('changed after the payment: the same points are returned, and money at today’s rate', async () => {
    await setSettings(api, { currencyToWalletRatio: 3 });
    await addPoints(api, scene.customer, 3000);
    const order = await buy();
    await move(order.id, 'order-completed');
    await setSettings(api, { currencyToWalletRatio: 10 });

    // Three quarters of the goods.
    await refund(order.id, [[order.tea, 3]]);

    expect(await points()).toBe(2250 + 2250 * 10);
  });

  it('changed after the payment: a cancelled part returns the points that paid for it', async () => {
    await setSettings(api, { currencyToWalletRatio: 3 });
    await addPoints(api, scene.customer, 3000);
    const order = await buy();
    await setSettings(api, { currencyToWalletRatio: 10 });

    await move(order.cups, 'order-cancelled');
    expect(await points()).toBe(750);
    await move(order.teas, 'order-cancelled');

    expect(await points()).toBe(3000);
  });
});

describe('points that pay for pieces', () => {
  it('are all refunded over several refunds, whatever the ratio of each', async () => {
    await addPoints(api, scene.customer, 1001);
    const order = await buy();
    await move(order.id, 'order-completed');

    for (const [ratio, line] of [
      [3, order.tea],
      [5, order.cup],
      [1, order.tea],
      [9, order.tea],
    ] as const) {
      await setSettings(api, { currencyToWalletRatio: ratio });
      await refund(order.id, [[line, 1]], 'payment');
    }

    expect(await points()).toBe(1001);
  });

  it('are all refunded when one shop refunds and the other cancels', async () => {
    await addPoints(api, scene.customer, 1001);
    const order = await buy();
    await move(order.teas, 'order-completed');
    await refund(order.id, [[order.tea, 1]], 'payment');
    await refund(order.id, [[order.tea, 2]], 'payment');

    await move(order.cups, 'order-cancelled');

    expect(await points()).toBe(1001);
  });
});
