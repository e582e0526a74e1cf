import { describe, expect, it } from 'vitest';
import { setSettings } from '../../support/checkout';
import { orderOf } from '../../support/order-body';
import { buildProduct } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Sums that shop fronts of the dialect compute by themselves. Three pieces at 333.33 with delivery of 200 cost 1,199.99. */
const { api, scene } = setUpScene({ sbpSecret: undefined });
const others = { accept: 'application/json' };
type Placed = Wire & { total: number; discount: number; delivery_fee: number; amount: number };

async function prepare(coupon?: object) {
  const shipping = await api.request(scene.super_admin, 'POST', 'shippings', {
    ...{ name: 'Курьер', type: 'fixed', amount: 200, is_global: true },
  });
  await setSettings(api, { shippingClass: shipping.body.id });
  const { id } = await buildProduct(api.db, { shop: scene.shop, price: 333.33 });
  const { body } = coupon
    ? await api.request(scene.super_admin, 'POST', 'coupons', {
        ...{ code: 'VESNA', minimum_cart_amount: 0, active_from: '2026-03-01T00:00:00Z' },
        ...{ expire_at: '2026-04-01T00:00:00Z', ...coupon },
      })
    : { body: undefined };
  const cart = [{ product_id: id, order_quantity: 3, unit_price: 333.33, subtotal: 999.99 }];
  const verified = await api.request<Wire & { total_tax: number; shipping_charge: number }>(
    ...([
      scene.customer,
      'POST',
      'orders/checkout/verify',
      { amount: 999.99, products: cart },
      others,
    ] as const),
  );
  const delivery = verified.body.shipping_charge;
  expect(delivery).toBe(200);
  const tax = verified.body.total_tax;
  const shown = (discount: number, more: object = {}) => ({
    ...orderOf(cart, { payment_gateway: 'CASH_ON_DELIVERY', coupon_id: body?.id ?? null }),
    ...{ amount: 999.99, discount, sales_tax: tax, delivery_fee: delivery },
    ...{ total: 999.99 + tax + delivery - discount, paid_total: 999.99 + tax + delivery - discount, ...more },
  });
  return { shown, delivery, tax, cart };
}
const place = (body: object, headers: Record<string, string> = others) =>
  api.request<Placed>(scene.customer, 'POST', 'orders', body, headers);

describe('are taken when the order costs no more', () => {
  it.each([
    ['a per-cent coupon, with fractions of a kopeck', { type: 'percentage', amount: 10 }, 99.999, 100],
    ['a per-cent coupon that the front takes for roubles', { type: 'percentage', amount: 10 }, 10, 100],
    ['a coupon in roubles', { type: 'fixed', amount: 50 }, 50, 50],
  ])('%s', async (_what, coupon, computed, ours) => {
    const { shown, tax, delivery } = await prepare(coupon);
    const { status, body } = await place(shown(computed));

    expect([status, body.message]).toEqual([201, undefined]);
    expect(body.discount).toBeCloseTo(ours, 1);
    expect(body.total).toBeCloseTo(999.99 + tax + delivery - body.discount, 2);
  });

  it('a coupon for free delivery, of which the front takes off nothing', async () => {
    const { shown } = await prepare({ type: 'free_shipping' });
    const { status, body } = await place(shown(0));

    expect([status, body.delivery_fee, body.discount]).toEqual([201, 0, 0]);
    expect(body.total).toBe(999.99);
  });
});

describe('are refused with ours', () => {
  it.each([
    ['a kopeck less', { total: 999.98, paid_total: 999.98 }],
    ['a total for nothing', { total: 0 }],
    ['less to pay than the total', { paid_total: 1 }],
    ['less for the goods', { amount: 999.98 }],
  ])('%s', async (_what, sums) => {
    const { shown } = await prepare();
    const { status, body } = await place(shown(0, sums));
    expect([status, body.message, body.current.amount]).toEqual([409, 'ORDER_CHANGED', 999.99]);
  });

  it('another unit price, although the total is higher', async () => {
    const { shown, cart } = await prepare();
    const products = cart.map((line) => ({ ...line, unit_price: 400, subtotal: 1200 }));
    expect((await place(shown(0, { products, amount: 1200, total: 5000, paid_total: 5000 }))).status).toBe(
      409,
    );
  });

  it('any other sum of our own panel', async () => {
    const { shown } = await prepare();
    const body = shown(0, { total: 5000, paid_total: 5000 });
    expect((await api.request(scene.customer, 'POST', 'orders', body)).status).toBe(409);
  });
});
