import { describe, expect, it } from 'vitest';
import type { EditPreview } from '@/contract/orders/change';
import type { OrderDetails } from '@/contract/orders/wire';
import type { ExchangeOffer } from '@/contract/refunds/schema';
import { seededRandom } from '@/server/demo/random';
import { addPoints, place, setSettings, verify } from '../../support/checkout';
import { moscow, orderOf } from '../../support/order-body';
import { unsoundOrders } from '../../support/orders';
import { buildProduct, buildVariation } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Orders that were edited, as people who manage orders reported them, and what a placed order would have cost. */
const { api, scene } = setUpScene({ demo: true });

const period = { active_from: '2020-01-01T00:00:00.000Z', expire_at: '2040-01-01T00:00:00.000Z' };
const plain = { minimumOrderAmount: 0, freeShipping: false, shippingClass: null, guestCheckout: true };

async function product(price: number, more: object = {}) {
  const made = await buildProduct(api.db, { shop: scene.shop, price });
  await api.db
    .updateTable('products')
    .set({ quantity: 100_000, is_taxable: true, delivery_class_id: null, ...more })
    .where('id', '=', made.id)
    .execute();
  return made;
}

const coupon = (code: string, more: object) =>
  api.request<Wire>(scene.super_admin, 'POST', 'coupons', {
    code,
    ...period,
    minimum_cart_amount: 0,
    ...more,
  });

let keys = 0;
/** Places what is verified, as the shop front does. */
async function placed(products: { product_id: number; order_quantity: number }[], more: object = {}) {
  const address = { billing_address: moscow, shipping_address: moscow };
  const seen = await verify(api, scene.customer, { products, ...address, ...more });
  expect([seen.status, seen.body.errors]).toEqual([200, undefined]);
  const told = seen.body;
  keys += 1;
  const { status, body } = await place(
    api,
    scene.customer,
    orderOf(products, {
      ...address,
      ...more,
      amount: told.amount,
      discount: told.discount,
      sales_tax: told.total_tax,
      delivery_fee: told.shipping_charge,
      total: told.total,
      paid_total: told.total,
      payment_gateway: 'CASH_ON_DELIVERY',
    }),
    `edited-${keys}`,
  );
  expect([status, body.errors]).toEqual([201, undefined]);
  return body;
}

type Quantities = Record<number, number>;
const linesOf = (order: OrderDetails, quantities: Quantities) =>
  order.products.flatMap(({ id, product_id }) => {
    const quantity = quantities[product_id];
    return quantity === undefined ? [] : [{ id, quantity }];
  });
const edit = (order: OrderDetails, body: object, person: 'super_admin' | 'store_owner' = 'super_admin') =>
  api.request<Wire & OrderDetails>(scene[person], 'PUT', `orders/${order.id}/lines`, body);
const preview = (order: OrderDetails, body: object) =>
  api.request<Wire & EditPreview>(scene.super_admin, 'POST', `orders/${order.id}/lines/preview`, body);
const edited = async (order: OrderDetails, quantities: Quantities, more: object = {}) => {
  const { status, body } = await edit(order, { lines: linesOf(order, quantities), ...more });
  expect([status, body.errors]).toEqual([200, undefined]);
  return body;
};

async function taxOf(rate: number, more: object = {}) {
  await api.db.deleteFrom('taxes').execute();
  const { id } = await api.db
    .insertInto('taxes')
    .values({ name: 'Налог', rate, is_global: true, on_shipping: false, ...more })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setSettings(api, { ...plain, pricesIncludeTax: false, taxClass: id });
}

async function delivery(amount: number, type = 'fixed') {
  const { id } = await api.db
    .insertInto('shippings')
    .values({ name: 'Курьер', type, amount })
    .returning('id')
    .executeTakeFirstOrThrow();
  await api.db
    .updateTable('settings')
    .set((eb) => ({
      options: eb.fn('jsonb_set', ['options', eb.val('{shippingClass}'), eb.val(String(id))]),
    }))
    .execute();
}

describe('an edited order', () => {
  it('applies the per cent of its coupon anew: 10 % of 100 × 33.35 is 333.50, not a hundred times 3.34', async () => {
    await setSettings(api, plain);
    await coupon('DESYAT', { type: 'percentage', amount: 10 });
    const cup = await product(33.35);
    const order = await placed([{ product_id: cup.id, order_quantity: 1 }], { coupon_code: 'DESYAT' });
    expect(order).toMatchObject({ discount: 3.34 });

    await api.db.updateTable('coupons').set({ amount: 50 }).execute();

    expect(await edited(order, { [cup.id]: 100 })).toMatchObject({ discount: 333.5, total: 3001.5 });
    expect(await unsoundOrders(api)).toEqual([]);
  });

  it('applies its tax anew, also of a piece whose tax is below a kopeck', async () => {
    await taxOf(20);
    const cup = await product(33.33);
    const bead = await product(0.02);
    const one = await placed([{ product_id: cup.id, order_quantity: 1 }]);
    const other = await placed([{ product_id: bead.id, order_quantity: 1 }]);
    expect([one.sales_tax, other.sales_tax]).toEqual([6.67, 0]);

    await taxOf(22);
    await setSettings(api, plain);

    expect(await edited(one, { [cup.id]: 100 })).toMatchObject({ sales_tax: 666.6, total: 3999.6 });
    expect(await edited(other, { [bead.id]: 1000 })).toMatchObject({ sales_tax: 4, total: 24 });
    expect(await unsoundOrders(api)).toEqual([]);
  });

  it('keeps its rate when the house changes, and takes that of another region', async () => {
    await taxOf(20, { is_global: false, state: moscow.state });
    const cup = await product(100);
    const order = await placed([{ product_id: cup.id, order_quantity: 1 }]);
    await api.db.updateTable('taxes').set({ rate: 22 }).execute();
    await api.db
      .insertInto('taxes')
      .values({ name: 'Там', rate: 5, is_global: false, state: 'Тверская область', on_shipping: false })
      .execute();

    const house = { ...moscow, street_address: 'Арбат, 10' };
    expect((await edit(order, { shipping_address: house })).body).toMatchObject({
      sales_tax: 20,
      total: 120,
    });
    const far = { ...moscow, state: 'Тверская область' };
    expect((await edit(order, { shipping_address: far })).body).toMatchObject({ sales_tax: 5, total: 105 });
    expect(await edited(order, { [cup.id]: 2 })).toMatchObject({ sales_tax: 10, total: 210 });
  });

  it('asks what becomes of a coupon whose minimum is no longer reached', async () => {
    await setSettings(api, { ...plain, minimumOrderAmount: 500 });
    await coupon('OT1000', { type: 'fixed', amount: 300, minimum_cart_amount: 1000 });
    const cup = await product(100);
    const [kept, dropped] = [
      await placed([{ product_id: cup.id, order_quantity: 10 }], { coupon_code: 'OT1000' }),
      await placed([{ product_id: cup.id, order_quantity: 10 }], { coupon_code: 'OT1000' }),
    ];
    const less = (order: OrderDetails) => ({ lines: linesOf(order, { [cup.id]: 4 }) });

    expect((await preview(kept, less(kept))).body.broken_terms).toEqual([
      { kind: 'coupon-minimum', minimum: 1000, goods: 400 },
      { kind: 'order-minimum', minimum: 500, goods: 400 },
    ]);
    expect(await edit(kept, less(kept))).toMatchObject({
      status: 422,
      body: { errors: { coupon: ['error-edit-coupon'] } },
    });
    expect(await edited(kept, { [cup.id]: 4 }, { coupon: 'keep' })).toMatchObject({
      discount: 300,
      total: 100,
    });
    expect(await edited(dropped, { [cup.id]: 4 }, { coupon: 'drop' })).toMatchObject({
      discount: 0,
      total: 400,
      coupon: null,
    });
    const uses = await api.db.selectFrom('coupon_usages').select('released_at').orderBy('id').execute();
    expect(uses.map(({ released_at }) => released_at !== null)).toEqual([false, true]);
    // Nothing is asked twice, and a coupon that was dropped stays away.
    expect(await edited(dropped, { [cup.id]: 20 })).toMatchObject({ discount: 0, total: 2000 });
    expect(await edited(kept, { [cup.id]: 3 })).toMatchObject({ discount: 300, total: 0 });
  });

  it('charges the delivery that a dropped coupon waived, and keeps it free with the coupon', async () => {
    await setSettings(api, plain);
    await delivery(300);
    await coupon('BEZDOST', { type: 'free_shipping', amount: null, minimum_cart_amount: 250 });
    const cup = await product(100);
    const tea = await buildProduct(api.db, { shop: scene.otherShop, price: 100 });
    const cart = [
      { product_id: cup.id, order_quantity: 2 },
      { product_id: tea.id, order_quantity: 1 },
    ];
    const [kept, dropped] = [
      await placed(cart, { coupon_code: 'BEZDOST' }),
      await placed(cart, { coupon_code: 'BEZDOST' }),
    ];
    expect(dropped).toMatchObject({ delivery_fee: 0, total: 300 });
    await delivery(999);

    expect(await edited(kept, { [cup.id]: 1 }, { coupon: 'keep' })).toMatchObject({
      delivery_fee: 0,
      total: 200,
    });
    expect(await edited(dropped, { [cup.id]: 1 }, { coupon: 'drop' })).toMatchObject({
      delivery_fee: 300,
      total: 500,
    });
    expect(await edited(dropped, { [cup.id]: 3 })).toMatchObject({ delivery_fee: 300, total: 700 });
    expect(await unsoundOrders(api)).toEqual([]);
  });

  it('that waits for its money keeps its points, and costs more than they do', async () => {
    await setSettings(api, plain);
    await addPoints(api, scene.customer, 60);
    const cup = await product(33.33);
    const tea = await buildProduct(api.db, { shop: scene.otherShop, price: 50 });
    const order = await placed(
      [cup, tea].map(({ id }) => ({ product_id: id, order_quantity: 2 })),
      { use_wallet_points: true },
    );
    const points = 20;
    expect(order).toMatchObject({ total: 166.66, wallet_amount: points });

    expect(await edited(order, { [cup.id]: 5, [tea.id]: 1 })).toMatchObject({
      total: 216.65,
      wallet_amount: points,
    });
    const less = await edited(order, { [cup.id]: 1, [tea.id]: 1 });
    expect(less).toMatchObject({ total: 83.33, wallet_amount: points });
    await api.request(scene.super_admin, 'PUT', `orders/${order.id}`, { order_status: 'order-completed' });
    const line = order.products.find(({ product_id }) => product_id === tea.id)?.id;
    const lines = [{ order_line_id: line, quantity: 1 }];
    const asked = await api.request<Wire>(scene.super_admin, 'POST', 'refunds', {
      order_id: order.id,
      lines,
    });
    expect(asked.status).toBe(201);
    const decision = { status: 'approved', method: 'payment', decision_note: 'Проверили' };
    await api.request(scene.super_admin, 'PUT', `refunds/${asked.body.id}`, decision);
    expect(await unsoundOrders(api)).toEqual([]);
    const books = await api.request<{ problems: unknown[] }>(scene.super_admin, 'GET', 'ledger/reconcile');
    expect(books.body.problems).toEqual([]);
  });

  it('is not changed to goods that its points cover', async () => {
    await setSettings(api, plain);
    await addPoints(api, scene.customer, 60);
    const [cup, bead] = [await product(33.33), await product(20)];
    const order = await placed([{ product_id: cup.id, order_quantity: 1 }], { use_wallet_points: true });
    const body = {
      lines: linesOf(order, { [cup.id]: 0 }),
      added: [{ product_id: bead.id, order_quantity: 1 }],
    };

    expect(await edit(order, body)).toMatchObject({
      status: 422,
      body: { errors: { lines: ['error-edit-points'] } },
    });
  });

  it('lets a shop leave its own coupon, but not that of the marketplace', async () => {
    await setSettings(api, plain);
    await coupon('RYNOK', { type: 'fixed', amount: 300, minimum_cart_amount: 1000 });
    const cup = await product(100);
    const order = await placed([{ product_id: cup.id, order_quantity: 10 }], { coupon_code: 'RYNOK' });
    const part = { ...order, id: order.children[0]?.id ?? 0 };
    const body = { lines: linesOf(order, { [cup.id]: 4 }) };

    expect(await edit(part, { ...body, coupon: 'keep' }, 'store_owner')).toMatchObject({
      status: 422,
      body: { errors: { coupon: ['error-edit-coupon-market'] } },
    });
    // Without the coupon it is dearer for the customer, who agrees.
    expect(await edit(part, { ...body, coupon: 'drop' }, 'store_owner')).toMatchObject({
      status: 422,
      body: { errors: { code: ['error-lines-code-needed'] } },
    });
  });

  it('takes a fixed coupon in full when there are goods for it again, and once after a part was cancelled', async () => {
    await setSettings(api, plain);
    await delivery(300);
    await coupon('PYATSOT', { type: 'fixed', amount: 500 });
    const cup = await product(300);
    const order = await placed([{ product_id: cup.id, order_quantity: 1 }], { coupon_code: 'PYATSOT' });
    expect(order).toMatchObject({ discount: 300, total: 300 });

    expect(await edited(order, { [cup.id]: 3 })).toMatchObject({ discount: 500, total: 700 });

    const tea = await buildProduct(api.db, { shop: scene.otherShop, price: 300 });
    const two = await placed(
      [cup, tea].map(({ id }) => ({ product_id: id, order_quantity: 1 })),
      { coupon_code: 'PYATSOT' },
    );
    const gone = two.children.find(({ shop_id }) => shop_id === scene.otherShop.id);
    await api.request(scene.super_admin, 'PUT', `orders/${gone?.id}`, { order_status: 'order-cancelled' });
    expect(await edited(two, { [cup.id]: 3 })).toMatchObject({ discount: 250, total: 800 });
    expect(await edited(two, { [cup.id]: 4 })).toMatchObject({ discount: 250, total: 1100 });
    expect(await unsoundOrders(api)).toEqual([]);
  });

  it('of before, without kept terms, keeps its sums and follows them', async () => {
    await setSettings(api, plain);
    await coupon('STARYY', { type: 'percentage', amount: 10 });
    const cup = await product(33.35);
    const order = await placed([{ product_id: cup.id, order_quantity: 1 }], { coupon_code: 'STARYY' });
    const forgotten = await placed([{ product_id: cup.id, order_quantity: 1 }], { coupon_code: 'STARYY' });
    await api.db.updateTable('orders').set({ terms: null }).execute();
    await api.db.updateTable('order_lines').set({ is_taxable: null }).execute();

    expect((await edit(order, { customer_name: 'Анна' })).body).toMatchObject({
      discount: 3.34,
      total: 30.01,
    });
    expect(await edited(order, { [cup.id]: 100 })).toMatchObject({ discount: 333.5, total: 3001.5 });
    // Its coupon says something else today, so the stored discount is all that is known.
    await api.db.updateTable('coupons').set({ amount: 50 }).execute();
    expect((await edit(forgotten, { customer_name: 'Анна' })).body).toMatchObject({ discount: 3.34 });
    expect(await edited(forgotten, { [cup.id]: 2 })).toMatchObject({ discount: 6.68 });
  });
});

describe('the tax of a delivery', () => {
  it('is due also where nothing of the goods is: a coupon of 100 %, goods without tax', async () => {
    await taxOf(20, { on_shipping: true });
    await delivery(300);
    await coupon('VSE', { type: 'percentage', amount: 100 });
    const taxed = await product(100);
    const free = await product(100, { is_taxable: false });

    const one = await placed([{ product_id: taxed.id, order_quantity: 1 }], { coupon_code: 'VSE' });
    const other = await placed([{ product_id: free.id, order_quantity: 1 }]);

    expect(one).toMatchObject({ sales_tax: 60, total: 360 });
    expect(other).toMatchObject({ sales_tax: 60, total: 460 });
    expect(await edited(one, { [taxed.id]: 3 })).toMatchObject({ sales_tax: 60, total: 360 });
    expect(await edited(other, { [free.id]: 3 })).toMatchObject({ sales_tax: 60, total: 660 });
    expect(await unsoundOrders(api)).toEqual([]);
  });
});

describe('a coupon of a shop', () => {
  it('of 500 is worth 500 on goods of 500, and 400 on goods of 400, as one of the marketplace', async () => {
    await setSettings(api, plain);
    await coupon('LAVKA', { type: 'fixed', amount: 500, shop_id: scene.shop.id });
    const [five, four] = [await product(500), await product(400)];
    const foreign = await buildProduct(api.db, { shop: scene.otherShop, price: 700 });

    const both = [four, foreign].map(({ id }) => ({ product_id: id, order_quantity: 1 }));
    const of = (products: object[]) => verify(api, null, { products, coupon_code: 'LAVKA' });
    expect((await of([{ product_id: five.id, order_quantity: 1 }])).body).toMatchObject({ discount: 500 });
    expect((await of([{ product_id: four.id, order_quantity: 1 }])).body).toMatchObject({ discount: 400 });
    expect((await of(both)).body).toMatchObject({ discount: 400, total: 700 });
    expect(await of([{ product_id: foreign.id, order_quantity: 1 }])).toMatchObject({
      status: 422,
      body: { errors: { coupon_code: ['error-coupon-other-shop'] } },
    });
  });

  it('measures its minimum by the goods of the shop', async () => {
    await setSettings(api, plain);
    await coupon('LAVKA', { type: 'fixed', amount: 50, minimum_cart_amount: 500, shop_id: scene.shop.id });
    const own = await product(400);
    const foreign = await buildProduct(api.db, { shop: scene.otherShop, price: 700 });
    const products = [own, foreign].map(({ id }) => ({ product_id: id, order_quantity: 1 }));

    expect(await verify(api, null, { products, coupon_code: 'LAVKA' })).toMatchObject({
      status: 422,
      body: { errors: { coupon_code: ['error-coupon-minimum'] } },
    });
  });
});

describe('an exchange for a variation of the same price', () => {
  for (const [title, type, amount] of [
    ['a coupon of 10 %', 'percentage', 10],
    ['a coupon of 7.77', 'fixed', 7.77],
  ] as const) {
    it(`costs nothing and returns nothing, with ${title} and a tax of the region on top`, async () => {
      await taxOf(13.37, { is_global: false, state: moscow.state, on_shipping: true });
      await coupon('SKIDKA', { type, amount });
      const cup = await product(0, { product_type: 'variable', price: null });
      const [blue, red] = [
        await buildVariation(api.db, { product: cup, price: 100, quantity: 100, title: 'Синяя' }),
        await buildVariation(api.db, { product: cup, price: 100, quantity: 100, title: 'Красная' }),
      ];
      const dear = await buildVariation(api.db, {
        product: cup,
        price: 150,
        quantity: 100,
        title: 'Золотая',
      });
      const order = await placed(
        [{ product_id: cup.id, variation_option_id: blue.id, order_quantity: 3 } as never],
        { coupon_code: 'SKIDKA' },
      );
      await api.request(scene.super_admin, 'PUT', `orders/${order.id}`, { order_status: 'order-completed' });
      await taxOf(20);
      await api.db.updateTable('coupons').set({ amount: 1 }).execute();
      const part = order.children[0]?.id;
      const line = order.products[0]?.id;
      const offer = async (variation: number, quantity = 1) =>
        (
          await api.request<Wire & ExchangeOffer>(
            scene.super_admin,
            'GET',
            `orders/${part}/exchange?line=${line}&quantity=${quantity}&variation=${variation}`,
          )
        ).body;

      for (const quantity of [1, 2, 3])
        expect([quantity, (await offer(red.id, quantity)).difference]).toEqual([quantity, 0]);
      const more = type === 'percentage' ? 50 * 0.9 : 50;
      expect((await offer(dear.id)).difference).toBeCloseTo(more * 1.1337, 1);

      const body = { order_line_id: line, quantity: 2, variation_option_id: red.id, difference: 0 };
      const done = await api.request<Wire>(scene.super_admin, 'POST', `orders/${part}/exchange`, body);
      expect([done.status, done.body.errors]).toEqual([201, undefined]);
      expect((await offer(red.id)).difference).toBe(0);
      expect(await unsoundOrders(api)).toEqual([]);
      const { body: books } = await api.request<{ problems: unknown[] }>(
        scene.super_admin,
        'GET',
        'ledger/reconcile',
      );
      expect(books.problems).toEqual([]);
    });
  }
});

it('placing A and editing it to B costs what placing B cost on the terms of then, to the kopeck in every line', {
  timeout: 300_000,
}, async () => {
  const { next } = seededRandom(20_261_128);
  const below = (count: number) => Math.floor(next() * count);
  const oneOf = <One>(list: readonly One[]): One => list[below(list.length)] as One;
  const shops = [scene.shop, scene.otherShop];
  const goods = await Promise.all(
    Array.from({ length: 6 }, async (_none, number) => {
      const made = await buildProduct(api.db, {
        shop: shops[number % 2] as never,
        price: (1 + below(300_000)) / 100,
      });
      await api.db
        .updateTable('products')
        .set({ quantity: 1e6, is_taxable: number % 3 > 0 })
        .where('id', '=', made.id)
        .execute();
      return made;
    }),
  );
  /** Sums of the classes that the first goods have, one each; none for an empty list. */
  const classes = async (sums: readonly number[]) => {
    await api.db.updateTable('products').set({ delivery_class_id: null }).execute();
    for (const [place, amount] of sums.entries()) {
      const { id } = await api.db
        .insertInto('delivery_classes')
        .values({ name: `Класс ${place}`, type: 'fixed', amount })
        .returning('id')
        .executeTakeFirstOrThrow();
      const at = goods.filter((_one, number) => number % 3 === place).map((one) => one.id);
      await api.db.updateTable('products').set({ delivery_class_id: id }).where('id', 'in', at).execute();
    }
  };
  for (const [code, more] of [
    ['PROCENT', { type: 'percentage', amount: 12.34 }],
    ['SUMMA', { type: 'fixed', amount: 3333.33 }],
    ['LAVKA', { type: 'percentage', amount: 33.3, shop_id: scene.shop.id }],
    ['LAVKASUM', { type: 'fixed', amount: 500, shop_id: scene.otherShop.id }],
    ['DAROM', { type: 'free_shipping', amount: null }],
  ] as const)
    await coupon(code, more);
  for (let round = 0; round < 60; round += 1) {
    await api.db.deleteFrom('rate_limits').execute();
    await api.db.updateTable('coupons').set({ amount: 12.34 }).where('code', '=', 'PROCENT').execute();
    await taxOf(oneOf([20, 18.033, 7]), { on_shipping: below(2) > 0 });
    if (below(3) === 0) await setSettings(api, { ...plain, pricesIncludeTax: true });
    const way = oneOf(['free', 'fixed', 'per cent', 'classes'] as const);
    if (way === 'fixed') await delivery(299.99);
    if (way === 'per cent') await delivery(7.77, 'percentage');
    await classes(way === 'classes' ? [249.99, 80] : []);
    const coupon_code = oneOf([null, 'PROCENT', 'SUMMA', 'LAVKA', 'LAVKASUM', 'DAROM']);
    const cart = (quantity: () => number) =>
      goods.map(({ id }) => ({ product_id: id, order_quantity: quantity() }));
    const a = cart(() => 1 + below(9));
    const b = cart(() => 1 + below(9));
    const order = await placed(a, { coupon_code });
    // The delivery stays as it was: a per cent of what was placed is a sum from then on.
    if (way === 'per cent' && order.delivery_fee > 0) await delivery(order.delivery_fee);
    const target = await placed(b, { coupon_code });
    await classes([1]);
    await api.db.updateTable('coupons').set({ amount: 77 }).execute();
    await taxOf(3, { on_shipping: true });
    if (below(2) === 0) await setSettings(api, { ...plain, pricesIncludeTax: true });

    const done = await edited(
      order,
      Object.fromEntries(b.map((line) => [line.product_id, line.order_quantity])),
    );

    const sums = ({ amount, discount, sales_tax, delivery_fee, total }: OrderDetails) => ({
      amount,
      discount,
      sales_tax,
      delivery_fee,
      total,
    });
    const all = (one: OrderDetails) => [
      sums(one),
      one.children.map((part) => sums(part as OrderDetails)),
      one.products.map((line) => [line.product_id, line.order_quantity, line.total, line.tax, line.discount]),
    ];
    expect([round, all(done)]).toEqual([round, all(target)]);
    await api.db.updateTable('coupons').set({ amount: 3333.33 }).where('code', '=', 'SUMMA').execute();
    await api.db.updateTable('coupons').set({ amount: 33.3 }).where('code', '=', 'LAVKA').execute();
    await api.db.updateTable('coupons').set({ amount: 500 }).where('code', '=', 'LAVKASUM').execute();
  }
  expect(await unsoundOrders(api)).toEqual([]);
});
