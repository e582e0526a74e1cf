import { expect, it } from 'vitest';
import { moscow } from '../../../support/order-body';
import { buildProduct } from '../../../support/products';
import { setUpScene } from '../../../support/scene';
import type { Wire } from '../../../support/server';

/** What public apps and shop fronts send otherwise than the dialect says (docs/formats.md). */
const { api, scene } = setUpScene();
const others = { accept: 'application/json' };
const send = <Body = Wire>(method: 'POST' | 'PUT', path: string, body: object) =>
  api.request<Body>(scene.customer, method, path, body, others);

async function order(more: object) {
  const { id } = await buildProduct(api.db, { shop: scene.shop, price: 1000 });
  return send<Wire & { payment_gateway: string; shipping_address: object; message: string }>(
    'POST',
    'orders',
    {
      products: [{ product_id: String(id), order_quantity: '1', unit_price: '1000', subtotal: '1000' }],
      customer_contact: '+79001234567',
      payment_gateway: 'CASH_ON_DELIVERY',
      shipping_address: moscow,
      ...more,
    },
  );
}

it.each(['null', 'undefined', ''])('an order whose coupon is the text «%s» has none', async (coupon_id) => {
  const { status, body } = await order({ coupon_id, amount: '1000', status: 1 });

  expect([status, body]).toEqual([201, expect.objectContaining({ coupon_id: null })]);
});

it('an order with a coupon that is no number is refused', async () => {
  expect(Object.keys((await order({ coupon_id: 'none' })).body.errors ?? {})).toEqual(['coupon_id']);
});

it('cash may be called cod', async () => {
  const { status, body } = await order({ payment_gateway: 'cod' });

  expect([status, body.payment_gateway]).toEqual([201, 'CASH_ON_DELIVERY']);
});

it('an order needs no index, no region and no country, but a city and a street', async () => {
  const { zip: _zip, state: _state, country: _country, ...short } = moscow;
  const { status, body } = await order({ shipping_address: { ...short, zip: '' } });
  expect([status, body.shipping_address]).toEqual([
    201,
    expect.objectContaining({ ...short, country: 'Россия' }),
  ]);

  const refused = await order({ shipping_address: { zip: '101000', city: '', street_address: '' } });
  expect(Object.keys(refused.body.errors ?? {}).sort()).toEqual([
    'shipping_address.city',
    'shipping_address.street_address',
  ]);
});

it('a saved address without a country is in Russia', async () => {
  const { country: _country, ...address } = moscow;
  const { status, body } = await send<{ address: object }>('POST', 'address', {
    ...{ title: 'Дом', type: 'shipping', default: true, customer_id: scene.customer.id },
    address,
  });

  expect([status, body.address]).toEqual([201, moscow]);
});

it('a profile has no picture whose id is a text for nothing, and links without a scheme', async () => {
  const { status, body } = await send<{ profile: object }>('PUT', `users/${scene.customer.id}`, {
    name: 'Мария',
    profile: {
      bio: 'Чай',
      socials: [{ type: 'Twitter', link: 'twitter.com' }],
      avatar: { id: 'null', original: 'null', thumbnail: 'null' },
    },
  });

  expect([status, body.profile]).toEqual([
    200,
    expect.objectContaining({ avatar: null, socials: [{ type: 'Twitter', link: 'twitter.com' }] }),
  ]);
});
