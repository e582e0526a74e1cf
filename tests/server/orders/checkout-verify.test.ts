import { beforeEach, describe, expect, it } from 'vitest';
import { addPoints, setSettings, verify } from '../../support/checkout';
import { moscow } from '../../support/order-body';
import { buildProduct, buildSale, buildVariation } from '../../support/products';
import { setUpScene } from '../../support/scene';

/** `POST orders/checkout/verify`. */
const { api, scene } = setUpScene();

let tea: { id: number };
beforeEach(async () => {
  tea = await buildProduct(api.db, { shop: scene.shop, price: 1000 });
});

const cart = (...products: object[]) => ({ products, shipping_address: moscow });
const line = (product: { id: number }, order_quantity: number, more: object = {}) => ({
  product_id: product.id,
  order_quantity,
  ...more,
});
const change = (id: number, set: object) =>
  api.db.updateTable('products').set(set).where('id', '=', id).execute();
const coupon = async (more: object = {}) => {
  const { body, status } = await api.request(scene.super_admin, 'POST', 'coupons', {
    code: 'VESNA',
    type: 'percentage',
    amount: 10,
    active_from: '2026-03-01T00:00:00.000Z',
    expire_at: '2026-03-31T20:59:59.000Z',
    ...more,
  });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body;
};

describe('the endpoint', () => {
  it('is open to all; an invalid cart is 422', async () => {
    for (const person of [null, scene.customer, scene.store_owner, scene.super_admin]) {
      expect((await verify(api, person, cart(line(tea, 1)))).status).toBe(200);
    }
    expect((await verify(api, null, {})).body.errors).toEqual({ products: ['error-cart-empty'] });
    const half = await verify(api, null, cart(line(tea, 1.5)));
    expect([half.status, half.body.errors]).toEqual([
      422,
      { 'products.order_quantity': ['error-whole-number'] },
    ]);
  });

  it('writes nothing', async () => {
    await coupon();
    await verify(api, scene.customer, { ...cart(line(tea, 1)), coupon_code: 'VESNA' });

    expect(await api.db.selectFrom('coupon_usages').select('id').execute()).toEqual([]);
    expect(await api.db.selectFrom('orders').select('id').execute()).toEqual([]);
  });
});

describe('lines', () => {
  it('use the server’s current prices, flash sales included, whatever the client sends', async () => {
    const lamp = await buildProduct(api.db, { shop: scene.shop, price: 500, salePrice: 400 });
    await buildSale(api.db, { products: [tea], rate: 10 });
    const shirt = await buildProduct(api.db, { shop: scene.otherShop, range: [100, 200] });
    const red = await buildVariation(api.db, { product: shirt, price: 200, salePrice: 150, quantity: 3 });
    const { body } = await verify(
      api,
      null,
      cart(
        line(tea, 1, { unit_price: 1000 }),
        line(lamp, 2, { unit_price: 400, subtotal: 800 }),
        line(shirt, 1, { variation_option_id: red.id }),
      ),
    );

    expect(body.lines).toEqual([
      { product_id: tea.id, variation_option_id: null, unit_price: 900, left: 10, problem: 'price' },
      { product_id: lamp.id, variation_option_id: null, unit_price: 400, left: 10, problem: null },
      { product_id: shirt.id, variation_option_id: red.id, unit_price: 150, left: 3, problem: null },
    ]);
    expect(body).toMatchObject({ amount: 1850, total: 1850, unavailable_products: [] });
  });

  it('of the same item share its stock', async () => {
    const { body } = await verify(api, null, cart(line(tea, 6), line(tea, 6), line(tea, 4)));

    expect(body.lines.map(({ left, problem }) => [left, problem])).toEqual([
      [10, null],
      [4, 'short'],
      [4, null],
    ]);
    expect(body).toMatchObject({ amount: 10_000, unavailable_products: [tea.id] });
  });

  it('that are unavailable are listed and excluded from the totals', async () => {
    const shop = scene.otherShop;
    const draft = await buildProduct(api.db, { shop, status: 'draft' });
    const closed = await buildProduct(api.db, { shop });
    const elsewhere = await buildProduct(api.db, { shop: scene.shop });
    const hidden = await buildProduct(api.db, { shop: scene.shop });
    const removed = await buildProduct(api.db, { shop: scene.shop });
    const shirt = await buildProduct(api.db, { shop: scene.shop, range: [1, 2] });
    const off = await buildVariation(api.db, { product: shirt, isDisabled: true });
    await change(elsewhere.id, { is_external: true });
    await change(hidden.id, { in_stock: false });
    await change(removed.id, { deleted_at: api.now() });
    await api.db.updateTable('shops').set({ is_active: false }).where('id', '=', shop.id).execute();
    const gone = [draft, closed, elsewhere, hidden, removed, { id: 987_654 }, shirt];
    const { body } = await verify(
      api,
      null,
      cart(...gone.map((one) => line(one, 1)), line(shirt, 1, { variation_option_id: off.id }), line(tea, 1)),
    );

    expect(body.lines.map(({ problem }) => problem)).toEqual([...gone.map(() => 'gone'), 'disabled', null]);
    expect(body.unavailable_products).toEqual(gone.map(({ id }) => id));
    expect(body).toMatchObject({ amount: 1000, total: 1000 });
  });
});

describe('sums', () => {
  it('include the tax of the address, on taxable goods and on delivery', async () => {
    await api.db
      .insertInto('taxes')
      .values([
        { name: 'Россия', rate: 20, country: 'Россия', is_global: false, on_shipping: true },
        { name: 'Беларусь', rate: 10, country: 'Беларусь', is_global: false, on_shipping: false },
      ])
      .execute();
    const { id } = await api.db
      .insertInto('shippings')
      .values({ name: 'Почта', type: 'fixed', amount: 300 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await setSettings(api, { shippingClass: id });
    const book = await buildProduct(api.db, { shop: scene.shop, price: 500 });
    await change(book.id, { is_taxable: false });
    await change(tea.id, { is_taxable: true });
    const ask = (country: string) =>
      verify(api, null, { ...cart(line(tea, 1), line(book, 1)), shipping_address: { ...moscow, country } });

    expect((await ask('Россия')).body).toMatchObject({ total_tax: 260, shipping_charge: 300, total: 2060 });
    expect((await ask('Беларусь')).body).toMatchObject({ total_tax: 100, total: 1900 });
    expect((await ask('Перу')).body.total_tax).toBe(0);
    await setSettings(api, { shippingClass: id, pricesIncludeTax: true });
    expect((await ask('Россия')).body).toMatchObject({ total_tax: 0, total: 1800 });
  });

  it('include the coupon, a shop’s on its goods only, and the tax on the rest', async () => {
    const lamp = await buildProduct(api.db, { shop: scene.otherShop, price: 500 });
    await api.db.insertInto('taxes').values({ name: 'Налог', rate: 20, on_shipping: false }).execute();
    for (const product of [tea, lamp]) await change(product.id, { is_taxable: true });
    await coupon({ shop_id: scene.shop.id });
    const ask = (coupon_code: string) =>
      verify(api, scene.customer, { ...cart(line(tea, 1), line(lamp, 1)), coupon_code });

    expect((await ask('vesna')).body).toMatchObject({
      amount: 1500,
      discount: 100,
      total_tax: 280,
      total: 1680,
    });
    const unknown = await ask('OSEN');
    expect([unknown.status, unknown.body.errors]).toEqual([422, { coupon_code: ['error-coupon-unknown'] }]);
    await setSettings(api, { enableCoupons: false });
    expect((await ask('VESNA')).body.errors).toEqual({ coupon_code: ['error-coupons-off'] });
  });

  it('include no delivery above the free threshold, nor with a free-delivery coupon', async () => {
    const { id } = await api.db
      .insertInto('shippings')
      .values({ name: 'Почта', type: 'fixed', amount: 300 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await setSettings(api, { shippingClass: id, freeShipping: true, freeShippingAmount: 2000 });
    await coupon({ type: 'free_shipping', amount: null });

    expect((await verify(api, null, cart(line(tea, 1)))).body.shipping_charge).toBe(300);
    expect((await verify(api, null, cart(line(tea, 2)))).body.shipping_charge).toBe(0);
    const free = await verify(api, null, { ...cart(line(tea, 1)), coupon_code: 'VESNA' });
    expect(free.body).toMatchObject({ shipping_charge: 0, discount: 0, total: 1000 });
  });

  it('below the minimum are refused with it', async () => {
    await setSettings(api, { minimumOrderAmount: 1500 });
    const few = await verify(api, null, cart(line(tea, 1)));

    expect([few.status, few.body.errors]).toEqual([422, { amount: ['error-minimum-order'] }]);
    expect(few.body.current).toEqual({ minimum_order_amount: 1500 });
    expect((await verify(api, null, cart(line(tea, 2)))).status).toBe(200);
  });
});

describe('points', () => {
  it('are shown for one’s own wallet, and to administrators for the customer’s', async () => {
    await addPoints(api, scene.customer, 300);
    const ask = async (person: { id: number } | null, customer?: { id: number }) => {
      const { status, body } = await verify(api, person, {
        ...cart(line(tea, 1)),
        customer_id: customer?.id,
      });
      return status === 200 ? [body.wallet_amount, body.wallet_currency] : status;
    };

    expect(await ask(scene.customer)).toEqual([300, 100]);
    expect(await ask(scene.customer, scene.customer)).toEqual([300, 100]);
    expect(await ask(scene.super_admin, scene.customer)).toEqual([300, 100]);
    expect(await ask(scene.super_admin)).toEqual([0, 0]);
    expect(await ask(null)).toEqual([0, 0]);
    for (const stranger of [null, scene.store_owner, scene.staff]) {
      expect(await ask(stranger, scene.customer)).toBe(403);
    }
    expect(await ask(scene.super_admin, { id: 987_654 })).toBe(422);
  });
});
