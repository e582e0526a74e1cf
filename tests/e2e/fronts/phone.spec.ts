import { apiSession, callApi } from '@tests/e2e/support/browser';
import { linkTo, newPassword, unique } from '@tests/e2e/support/people';
import { baseUrl } from '@tests/e2e/support/servers';
import { expect, test } from '@tests/e2e/support/test';
import type { Product } from '@/contract/catalogue/products/schema';

/** A day of a phone app that sends forms: keys in brackets, numbers and flags as texts. */
type Value = string | number | boolean | readonly Value[] | { readonly [key: string]: Value };
type Answer = Record<string, unknown>;

function fieldsOf(value: Value, key = ''): [string, string][] {
  if (typeof value !== 'object') return [[key, String(value)]];
  return Object.entries(value).flatMap(([name, inner]) =>
    fieldsOf(inner as Value, key ? `${key}[${name}]` : name),
  );
}

test('an app that sends forms registers, signs in, orders, and changes the profile', async () => {
  let token = '';
  const send = async (
    method: string,
    path: string,
    body?: { readonly [key: string]: Value },
    status = 200,
  ) => {
    const answer = await fetch(`${baseUrl('plain')}rest/${path}`, {
      method,
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      ...(body && { body: new URLSearchParams(fieldsOf(body)) }),
    });
    const read = (await answer.json()) as Answer;
    expect([`${method} ${path}`, answer.status, read]).toEqual([`${method} ${path}`, status, read]);
    return read;
  };
  const person = { name: 'Мария', email: `e2e-${unique()}@demo.ru`, password: newPassword };
  const admin = await apiSession('admin');
  const { data } = await callApi<{ data: Product[] }>(
    admin,
    'GET',
    'products?limit=60&search=status:publish&orderBy=price&sortedBy=asc',
  );
  const product = data.find(
    (one) =>
      one.product_type === 'simple' && !one.is_digital && one.quantity > 30 && Number(one.price) >= 500,
  );
  if (!product) throw new Error('The demo sells nothing simple');

  await send('POST', 'register', { ...person, permission: 'customer' });
  await fetch(await linkTo(person.email, 'confirm-email'));
  token = String((await send('POST', 'token', { email: person.email, password: person.password })).token);
  const me = await send('GET', 'me');
  const home = {
    ...{ country: 'Россия', state: 'Москва', city: 'Москва', zip: '101000' },
    street_address: 'Тверская, 1',
  };
  await send('PUT', `users/${String(me.id)}`, {
    name: 'Мария П.',
    profile: { bio: 'Люблю чай', contact: '+79007654321' },
    address: [{ title: 'Дом', type: 'shipping', default: true, address: home }],
  });
  const price = Number(product.sale_price ?? product.price);
  const amount = price * 2;
  const lines = [{ product_id: product.id, order_quantity: 2, unit_price: price, subtotal: amount }];
  const checked = await send('POST', 'orders/checkout/verify', { amount, products: lines });
  const total = amount + Number(checked.total_tax) + Number(checked.shipping_charge);
  const order = await send(
    'POST',
    'orders',
    {
      ...{ products: lines, status: 1, amount, discount: 0, paid_total: total, total },
      ...{ sales_tax: Number(checked.total_tax), delivery_fee: Number(checked.shipping_charge) },
      ...{ delivery_time: 'Днём', customer_contact: '79007654321', payment_gateway: 'CASH_ON_DELIVERY' },
      ...{ use_wallet_points: false, billing_address: home, shipping_address: home, language: 'ru' },
    },
    201,
  );
  expect(await send('GET', `orders/${String(order.tracking_number)}`)).toMatchObject({
    id: order.id,
    order_status: 'order-processing',
    shipping_address: home,
  });
  expect(await send('GET', 'me')).toMatchObject({
    name: 'Мария П.',
    profile: { bio: 'Люблю чай' },
    address: [{ title: 'Дом', address: { city: 'Москва' } }],
  });
  const wrong = await send('POST', 'change-password', {
    oldPassword: 'Wrong2026',
    newPassword: 'Klyukva678x',
  });
  expect(wrong).toEqual({ message: 'OLD_PASSWORD_INCORRECT', success: false });
  await send('POST', 'change-password', { oldPassword: newPassword, newPassword: 'Klyukva678x' });
});
