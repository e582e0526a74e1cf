import { expect, it } from 'vitest';
import { buildOrder } from '../support/orders';
import { setUpScene } from '../support/scene';

const { api, scene } = setUpScene();

async function found(text: string, user: { id: number } = scene.super_admin): Promise<string[]> {
  const query = `search=tracking_number:${encodeURIComponent(text)}`;
  const { status, body } = await api.request(user, 'GET', `orders?${query}&orderBy=id&sortedBy=asc`);
  expect(status).toBe(200);
  return body.data.map(({ customer_name }) => String(customer_name));
}

async function twoBuyers() {
  const people = [
    { name: 'Семён Ёлкин', email: 'semyon.elkin@mail.test', contact: '+7 (912) 345-67-89' },
    { name: 'Анна Берёзкина', email: 'anna_b@mail.test', contact: '+7 (913) 345-00-12' },
  ];
  const numbers: string[] = [];
  let drawn = 150_001;
  for (const person of people) {
    const order = await buildOrder(api, {
      lines: [{ shop: scene.shop }, { shop: scene.otherShop }],
      contact: person.contact,
      more: { customer: { id: null, ...person } },
      digits: () => drawn++,
    });
    numbers.push(order.tracking_number);
  }
  return numbers;
}

it('finds an order by its number, whole or in part', async () => {
  const [first = '', second = ''] = await twoBuyers();

  expect(await found(first)).toEqual(['Семён Ёлкин']);
  expect(await found(`№ ${second}`)).toEqual(['Анна Берёзкина']);
  expect(await found(first.slice(-6))).toEqual(['Семён Ёлкин']);
  expect(await found('20260310')).toHaveLength(2);
  expect(await found('20250310000000')).toEqual([]);
});

it.each(['+7 (912) 345-67-89', '89123456789', '9123456789', '8 912 345 67 89', '912-345', '67 89'])(
  'finds an order by its phone written as %s',
  async (phone) => {
    await twoBuyers();
    expect(await found(phone)).toEqual(['Семён Ёлкин']);
  },
);

it('finds an order by an e-mail address or its beginning, in any case', async () => {
  await twoBuyers();

  expect(await found('Semyon.Elkin@mail.test')).toEqual(['Семён Ёлкин']);
  expect(await found('anna_b@')).toEqual(['Анна Берёзкина']);
  // An underscore is itself, not any sign.
  expect(await found('anna%b@mail')).toEqual([]);
});

it.each([
  ['елкин', 'Семён Ёлкин'],
  ['ёлкин семен', 'Семён Ёлкин'],
  ['БЕРЕЗ', 'Анна Берёзкина'],
  ['fyyf', 'Анна Берёзкина'],
])('finds an order by the name %s', async (text, name) => {
  await twoBuyers();
  expect(await found(text)).toEqual([name]);
});

it('finds a shop its own parts only', async () => {
  const [first = ''] = await twoBuyers();

  expect(await found('елкин', scene.store_owner)).toEqual(['Семён Ёлкин']);
  expect(await found(first, scene.store_owner)).toEqual([]);
  expect(await found('+7 (912) 345-67-89', scene.store_owner)).toHaveLength(1);
});

it("does not tell a shop by another shop's number", async () => {
  await twoBuyers();
  const parts = await api.db
    .selectFrom('orders')
    .select(['tracking_number', 'shop_id'])
    .where('parent_id', 'is not', null)
    .execute();
  const digitsOf = (shop: { id: number }) =>
    parts.find(({ shop_id }) => shop_id === shop.id)?.tracking_number.slice(-6) ?? '';

  expect(await found(digitsOf(scene.shop), scene.store_owner)).toHaveLength(1);
  expect(await found(digitsOf(scene.otherShop), scene.store_owner)).toEqual([]);
  expect(await found(digitsOf(scene.otherShop))).toEqual(['Семён Ёлкин']);
});

it('neither finds nor counts what was removed', async () => {
  const [first = ''] = await twoBuyers();
  await api.db
    .updateTable('orders')
    .set({ deleted_at: api.now() })
    .where('tracking_number', '=', first)
    .execute();

  const { body } = await api.request(
    scene.super_admin,
    'GET',
    `orders?search=tracking_number:${encodeURIComponent('345')}`,
  );
  expect(body).toMatchObject({ total: 1, data: [{ customer_name: 'Анна Берёзкина' }] });
});

it('knows what has changed', async () => {
  const [first = ''] = await twoBuyers();
  await api.db
    .updateTable('orders')
    .set({ customer_name: 'Пётр', customer_contact: '+7 (999) 000-00-01' })
    .where('tracking_number', '=', first)
    .execute();

  expect(await found('ёлкин')).toEqual([]);
  expect(await found('петр')).toEqual(['Пётр']);
  expect(await found('000-00-01')).toEqual(['Пётр']);
});
