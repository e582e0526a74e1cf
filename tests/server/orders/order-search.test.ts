import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { buildShop } from '../../support/factories';
import { buildOrder } from '../../support/orders';
import { setUpScene } from '../../support/scene';

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
  // An underscore is literal.
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

it("does not find a shop's part by another shop's number", async () => {
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

it('neither finds nor counts removed orders', async () => {
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

it('follows changes', async () => {
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

describe('among orders of two years', () => {
  const dayMs = 86_400_000;
  const names = ['Анна Зимина', 'Жанна Ёлкина', 'Борис Орлов'];
  let second: { id: number };

  /** Some days have several, most none; both shops of the owner in some, another's in others. */
  async function buildOrders() {
    second = await buildShop(api.db, { owner: scene.store_owner });
    const ago = [0, 0, 0, 1, 2, 2, 6, 9, 20, 21, 22, 40, 86, 90, 200, 340, 342, 500, 700];
    for (const [place, days] of ago.entries()) {
      const name = names[place % 3] ?? '';
      const shops = [[scene.shop], [scene.shop, second], [scene.otherShop], [second, scene.otherShop]];
      const contact = `+7 (912) 000-0${place % 2}-${10 + place}`;
      await buildOrder(api, {
        lines: (shops[place % 4] ?? []).map((shop) => ({ shop, unitPrice: 100_00 * (1 + (place % 5)) })),
        contact,
        at: new Date(api.now().getTime() - days * dayMs - place * 1000),
        more: { customer: { id: null, name, email: `buyer${place}@mail.test`, contact } },
      });
    }
  }

  const read = () =>
    api.db
      .selectFrom('orders')
      .select(['id', 'parent_id', 'shop_id', 'tracking_number', 'customer_name', 'customer_contact', 'total'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
  type Row = Awaited<ReturnType<typeof read>>[number];

  async function pagesOf(user: { id: number }, query: string, limit: number) {
    const ids: number[] = [];
    for (let page = 1; ; page += 1) {
      const { status, body } = await api.request(user, 'GET', `orders?${query}&limit=${limit}&page=${page}`);
      expect(status).toBe(200);
      ids.push(...body.data.map(({ id }) => Number(id)));
      if (page >= Number(body.last_page)) return { ids, total: body.total };
    }
  }

  const digitsIn = ({ tracking_number, customer_contact }: Row) => [
    tracking_number,
    customer_contact.replace(/\D/g, '').slice(-10),
  ];
  const texts: [string, (row: Row) => boolean][] = [
    ['анна', ({ customer_name }) => /анна/i.test(customer_name ?? '')],
    ['елкина жанна', ({ customer_name }) => customer_name === 'Жанна Ёлкина'],
    ['ор', ({ customer_name }) => customer_name === 'Борис Орлов'],
    ['fyyf', ({ customer_name }) => /анна/i.test(customer_name ?? '')],
    ['buyer1', ({ customer_contact }) => /-(11|2\d)$/.test(customer_contact)],
    ['никто', () => false],
    ['0001', (row) => digitsIn(row).some((one) => one.includes('0001'))],
    ['03', (row) => digitsIn(row).some((one) => one.startsWith('03'))],
    ['310', (row) => digitsIn(row).some((one) => one.includes('310'))],
    ['912', (row) => digitsIn(row).some((one) => one.includes('912'))],
  ];

  it('finds the same as a full scan, latest first, on every page', async () => {
    await buildOrders();
    const rows = await read();
    const lists: [{ id: number }, string, (row: Row) => boolean][] = [
      [scene.super_admin, '', ({ parent_id }) => parent_id === null],
      [scene.super_admin, `shop_id=${second.id}&`, ({ shop_id }) => shop_id === second.id],
      [scene.store_owner, '', ({ shop_id }) => shop_id === scene.shop.id || shop_id === second.id],
      [scene.staff, '', ({ shop_id }) => shop_id === scene.shop.id],
    ];
    const numbersBelow = (row: Row) => rows.filter(({ parent_id }) => parent_id === row.id);

    for (const [user, scope, isListed] of lists) {
      for (const [text, fits] of texts) {
        const expected = rows.filter(
          (row) => isListed(row) && (fits(row) || (row.parent_id === null && numbersBelow(row).some(fits))),
        );
        const query = `${scope}search=tracking_number:${encodeURIComponent(text)}`;
        const ids = expected.map(({ id }) => id);

        for (const limit of [2, 7]) {
          expect([text, scope, await pagesOf(user, query, limit)]).toEqual([
            text,
            scope,
            { ids, total: ids.length },
          ]);
        }
      }
    }
  });

  it('finds the same with further filters and in another order', async () => {
    await buildOrders();
    await api.db
      .updateTable('orders')
      .set({ order_status: 'order-completed' })
      .where(sql<boolean>`id % 2 = 0`)
      .execute();
    const rows = (await read()).filter(({ shop_id }) => shop_id === scene.shop.id || shop_id === second.id);
    const anna = rows.filter(({ customer_name }) => /анна/i.test(customer_name ?? ''));
    const search = `search=tracking_number:${encodeURIComponent('анна')}`;

    const completed = await pagesOf(
      scene.store_owner,
      `${search};order_status:order-completed&searchJoin=and`,
      3,
    );
    const bySum = await pagesOf(scene.store_owner, `${search}&orderBy=total&sortedBy=asc`, 3);
    const ofShop = await pagesOf(
      scene.super_admin,
      `${search};shop.slug:${scene.shop.slug}&searchJoin=and`,
      3,
    );

    expect(completed.ids).toEqual(anna.filter(({ id }) => id % 2 === 0).map(({ id }) => id));
    expect(completed.ids.length).toBeGreaterThan(1);
    expect(bySum.ids).toEqual(
      [...anna].sort((one, other) => one.total - other.total || one.id - other.id).map(({ id }) => id),
    );
    expect(ofShop.ids).toEqual(anna.filter(({ shop_id }) => shop_id === scene.shop.id).map(({ id }) => id));
  });

  it.each(['created_at', 'updated_at', 'id', 'total', 'customer_name', 'order_status'] as const)(
    'lists the parts of several shops by %s',
    async (key) => {
      await buildOrders();
      const own = api.db.selectFrom('orders').select('id').where('shop_id', 'in', [scene.shop.id, second.id]);
      for (const direction of ['asc', 'desc'] as const) {
        const rows = await own.orderBy(key, direction).orderBy('id', direction).execute();
        const query = `orderBy=${key}&sortedBy=${direction}`;

        const listed = await pagesOf(scene.store_owner, query, 4);

        expect(listed).toEqual({ ids: rows.map(({ id }) => id), total: rows.length });
      }
    },
  );
});
