import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseForm } from '@/server/core/dialect/form-body';
import { buildScene, buildUser, type Scene } from '../../support/factories';
import { buildProduct } from '../../support/products';
import { type TestApp, testApp, type Wire } from '../../support/server';

/** Phone apps of the dialect send forms in place of JSON. */
let api: TestApp;
let scene: Scene;
beforeAll(async () => {
  api = await testApp({ sbpSecret: undefined });
  scene = await buildScene(api.db);
});
afterAll(() => api.close());

const headers = { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
const send = <Body = Wire>(
  method: 'POST' | 'PUT',
  path: string,
  fields: Record<string, string>,
  token = '',
) =>
  api.request<Body>(null, method, path, new URLSearchParams(fields).toString(), {
    ...headers,
    ...(token && { authorization: `Bearer ${token}` }),
  });

describe('a form is the body of its fields', () => {
  it.each([
    ['a=1&b=', { a: '1', b: '' }],
    ['a[b]=1&a[c][d]=x+y', { a: { b: '1', c: { d: 'x y' } } }],
    ['ids[]=1&ids[]=2', { ids: ['1', '2'] }],
    ['p[0][id]=5&p[0][n]=2&p[1][id]=6', { p: [{ id: '5', n: '2' }, { id: '6' }] }],
    ['p[1]=a', { p: { '1': 'a' } }],
    ['a%5Bb%5D=%D1%87%D0%B0%D0%B9', { a: { b: 'чай' } }],
    ['[a]=1&a]=2&a[=3', { '[a]': '1', 'a]': '2', 'a[': '3' }],
    ['', {}],
  ])('%s', (text, body) => {
    expect(parseForm(text)).toEqual(body);
  });

  it.each(['a=1&a[b]=2', 'a[b][c][d][e][f][g][h][i]=1', `${'a=1&'.repeat(4001)}`])('refuses %#', (text) => {
    expect(() => parseForm(text)).toThrow(/BAD_REQUEST|PAYLOAD_TOO_LARGE/);
  });

  it('reaches no prototype', async () => {
    parseForm('__proto__[polluted]=1&a[__proto__][polluted]=1&constructor[prototype][polluted]=1');
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
    expect(
      (await send('POST', 'token', { '__proto__[a]': '1', email: 'a@test.ru', password: 'x' })).status,
    ).toBe(422);
  });
});

it('a phone app signs in, edits the profile, checks a cart without a street, buys and asks', async () => {
  const password = 'Snegir2026';
  const buyer = await buildUser(api.db, { role: 'customer', email: 'phone@test.ru', password });
  const { id } = await buildProduct(api.db, { shop: scene.shop, price: 500 });
  const { body: session } = await send<{ token: string }>('POST', 'token', {
    email: 'phone@test.ru',
    password,
  });
  const { token } = session;
  expect(token).toBeTypeOf('string');

  const profile = await send<Wire & { name: string; address: Wire[] }>(
    'PUT',
    `users/${buyer.id}`,
    {
      ...{
        id: String(buyer.id),
        name: 'Мария',
        'profile[bio]': 'Люблю чай',
        'profile[contact]': '89007654321',
      },
      ...{ 'address[0][title]': 'Дом', 'address[0][type]': 'shipping', 'address[0][default]': '1' },
      ...{ 'address[0][address][country]': 'Россия', 'address[0][address][state]': 'Москва' },
      ...{ 'address[0][address][city]': 'Москва', 'address[0][address][zip]': '101000' },
      'address[0][address][street_address]': 'Тверская, 1',
    },
    token,
  );
  expect([profile.status, profile.body.name, profile.body.address.length]).toEqual([200, 'Мария', 1]);

  const cart = {
    ...{ 'products[0][product_id]': String(id), 'products[0][order_quantity]': '2' },
    ...{ 'products[0][unit_price]': '500', 'products[0][subtotal]': '1000', amount: '1000' },
  };
  const checked = await send<Wire & { total_tax: number; shipping_charge: number }>(
    'POST',
    'orders/checkout/verify',
    {
      ...cart,
      ...{ 'shipping_address[city]': 'Москва', 'shipping_address[country]': 'Россия' },
      'shipping_address[street_address]': '',
      'billing_address[city]': '',
    },
    token,
  );
  expect(checked.status).toBe(200);
  const total = String(1000 + checked.body.total_tax + checked.body.shipping_charge);
  const placed = await send<Wire & { products: Wire[]; total: number }>(
    'POST',
    'orders',
    {
      ...cart,
      ...{ paid_total: total, total, discount: '0', sales_tax: String(checked.body.total_tax) },
      ...{ delivery_fee: String(checked.body.shipping_charge), payment_gateway: 'CASH_ON_DELIVERY' },
      ...{ customer_contact: '89007654321', use_wallet_points: 'false', coupon_id: '' },
      ...{ 'shipping_address[country]': 'Россия', 'shipping_address[state]': 'Москва' },
      ...{ 'shipping_address[city]': 'Москва', 'shipping_address[zip]': '101000' },
      'shipping_address[street_address]': 'Тверская, 1',
    },
    token,
  );
  expect([placed.status, placed.body.errors, placed.body.total]).toEqual([201, undefined, Number(total)]);
  const asked = { question: 'Есть ли гарантия?', product_id: String(id), shop_id: String(scene.shop.id) };
  expect((await send('POST', 'questions', asked, token)).status).toBeLessThan(300);
  expect((await send('POST', 'follow-shop', { shop_id: String(scene.shop.id) }, token)).status).toBe(200);
  expect((await send('POST', 'logout', {}, token)).status).toBe(200);
});
