import { expect, it } from 'vitest';
import { seededRandom } from '@/server/demo/random';
import { addPoints, type Placed, place, setSettings, verify } from '../../support/checkout';
import { buildShop } from '../../support/factories';
import { moscow, orderOf } from '../../support/order-body';
import { unsoundOrders } from '../../support/orders';
import { buildProduct, buildVariation } from '../../support/products';
import { setUpScene } from '../../support/scene';

/**
 * Hundreds of random carts through the API: the verified total equals the order, and every sum is that of its parts and
 * lines to the kopeck. The same carts each time.
 */
const { api, scene } = setUpScene();

/** The same carts each time. */
function randomFrom(seed: number) {
  const { next } = seededRandom(seed);
  const below = (count: number) => Math.floor(next() * count);
  const oneOf = <One>(list: readonly One[]): One => {
    const found = list[below(list.length)];
    if (found === undefined) throw new RangeError('Nothing to choose from');
    return found;
  };
  return { below, oneOf };
}

const period = { active_from: '2026-03-01T00:00:00.000Z', expire_at: '2026-03-31T20:59:59.000Z' };

async function fillShops(random: ReturnType<typeof randomFrom>) {
  const shops = [scene.shop, scene.otherShop, await buildShop(api.db)];
  const { id } = await api.db
    .insertInto('shippings')
    .values({ name: 'Почта', type: 'percentage', amount: 3.33 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const classes = await api.db
    .insertInto('delivery_classes')
    .values([
      { name: 'До 2 кг', type: 'fixed', amount: 249.99, max_weight: 2 },
      { name: 'Хрупкое', type: 'percentage', amount: 4.57 },
    ])
    .returning('id')
    .execute();
  await api.db
    .insertInto('taxes')
    .values([
      { name: 'Россия', rate: 18.033, country: 'Россия', is_global: false, on_shipping: true },
      { name: 'Беларусь', rate: 9.091, country: 'Беларусь', is_global: false, on_shipping: false },
    ])
    .execute();
  const things: { product_id: number; variation_option_id?: number }[] = [];
  for (let number = 0; number < 24; number += 1) {
    const isVariable = number % 4 === 0;
    const product = await buildProduct(api.db, {
      shop: random.oneOf(shops),
      price: (1 + random.below(500_000)) / 100,
      ...(isVariable && { range: [1, 2] as [number, number] }),
    });
    await api.db
      .updateTable('products')
      .set({
        quantity: 100_000,
        is_taxable: random.below(3) > 0,
        weight: (1 + random.below(30)) / 10,
        delivery_class_id: random.oneOf([null, ...classes.map((one) => one.id)]),
      })
      .where('id', '=', product.id)
      .execute();
    const price = (1 + random.below(99_999)) / 100;
    const variation = isVariable
      ? await buildVariation(api.db, { product, price, quantity: 100_000 })
      : undefined;
    things.push({ product_id: product.id, ...(variation && { variation_option_id: variation.id }) });
  }
  for (const [code, more] of [
    ['VSEM', { type: 'percentage', amount: 12.34 }],
    ['SUMMA', { type: 'fixed', amount: 333.33 }],
    ['LAVKA', { type: 'percentage', amount: 100, shop_id: scene.shop.id }],
    ['DAROM', { type: 'free_shipping', amount: null }],
  ] as const) {
    await api.request(scene.super_admin, 'POST', 'coupons', { code, ...period, ...more });
  }
  return { things, shippingClass: id };
}

it('adds up to the kopeck for any cart, the whole as its parts and lines', {
  timeout: 300_000,
}, async () => {
  const random = randomFrom(20_260_310);
  const { things, shippingClass } = await fillShops(random);
  await addPoints(api, scene.customer, 200_000);
  const placed: Placed[] = [];
  for (let round = 0; round < 200; round += 1) {
    if (round % 50 === 0) {
      // Below an account's limit of orders.
      await api.db.deleteFrom('rate_limits').execute();
      const free = { freeShipping: random.below(2) > 0, freeShippingAmount: 20_000 };
      await setSettings(api, { ...free, shippingClass: random.oneOf([null, shippingClass]) });
    }
    const products = Array.from({ length: 1 + random.below(6) }, () => ({
      ...random.oneOf(things),
      order_quantity: 1 + random.below(9),
    }));
    const country = random.oneOf(['Россия', 'Беларусь', 'Перу']);
    const coupon_code = random.oneOf([null, null, 'VSEM', 'SUMMA', 'LAVKA', 'DAROM']);
    const address = { billing_address: moscow, shipping_address: { ...moscow, country } };
    let seen = await verify(api, scene.customer, { products, ...address, coupon_code });
    // A coupon that does not apply to this cart is left out.
    const code = seen.status === 422 ? null : coupon_code;
    if (seen.status === 422) seen = await verify(api, scene.customer, { products, ...address });
    const told = seen.body;
    const { status, body } = await place(
      api,
      scene.customer,
      orderOf(products, {
        ...address,
        coupon_code: code,
        use_wallet_points: random.below(3) === 0,
        amount: told.amount,
        discount: told.discount,
        sales_tax: told.total_tax,
        delivery_fee: told.shipping_charge,
        total: told.total,
        paid_total: told.total,
        payment_gateway: random.oneOf(['CASH', 'CASH_ON_DELIVERY', 'SBP']),
      }),
    );
    expect([round, status, body.errors]).toEqual([round, 201, undefined]);
    placed.push(body);
  }

  expect(await unsoundOrders(api)).toEqual([]);
  for (const order of placed) {
    const kopecks = (sum: number) => Math.round(sum * 100);
    const children = order.children.reduce((sum, part) => sum + kopecks(part.total), 0);
    const lines = order.products.reduce((sum, line) => sum + kopecks(line.total), 0);
    expect([children, lines]).toEqual([kopecks(order.total), kopecks(order.total)]);
  }
  const { spent } = await api.db
    .selectFrom('orders')
    .where('parent_id', 'is', null)
    .select((eb) => eb.fn.sum<number>('wallet_points').as('spent'))
    .executeTakeFirstOrThrow();
  const wallet = await api.request<{ wallet: { available_points: number } }>(scene.customer, 'GET', 'me');
  expect(wallet.body.wallet.available_points).toBe(200_000 - Number(spent));
});
