import { beforeEach, describe, expect, it } from 'vitest';
import type { ImportErrorGroup, MappedValue, ProductImport } from '@/contract/catalogue/products/imports';
import { sendFile, settled } from '../../../support/import-files';
import { buildGroup } from '../../../support/products';
import { setUpScene } from '../../../support/scene';
import type { Wire } from '../../../support/server';

/** What a shop says that a name in its files means: remembered, and never another shop's record. */
const { api, scene } = setUpScene();

type User = { id: number } | null;

const slugOf = (name: string) =>
  `s-${Array.from(name, (letter) => letter.charCodeAt(0)).join('-')}`.slice(0, 60);

async function buildRecord(table: 'categories' | 'tags', name: string): Promise<number> {
  const { id } = await api.db
    .insertInto(table)
    .values({ name, slug: slugOf(name) } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function buildMaker(name: string, isApproved: boolean): Promise<number> {
  const { id } = await api.db
    .insertInto('manufacturers')
    .values({
      name,
      slug: slugOf(name),
      is_approved: isApproved,
      shop_id: scene.otherShop.id,
      type_id: gifts,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

let gifts = 0;

beforeEach(async () => {
  gifts = (await buildGroup(api.db, { name: 'Подарки и сувениры', slug: 'podarki' })).id;
  await buildGroup(api.db, { name: 'Посуда', slug: 'posuda' });
});

const headings = 'Артикул;Название;Тип товаров;Категории;Метки;Производитель;Единица;Цена;Статус';
const row = (
  number: number,
  given: { type?: string; category?: string; tag?: string; maker?: string; status?: string },
) =>
  [
    `A-${number}`,
    'Кружка',
    given.type ?? 'Посуда',
    given.category ?? '',
    given.tag ?? '',
    given.maker ?? '',
    'шт.',
    '100',
    given.status ?? '',
  ].join(';');

async function upload(rows: string[], user: User = scene.store_owner, shop: { id: number } = scene.shop) {
  const file = { name: 'товары.csv', content: [headings, ...rows].join('\n') };
  const sent = await sendFile<ProductImport & Wire>(api, user, 'product-imports', file, {
    shop_id: String(shop.id),
  });
  expect(sent.status).toBe(201);
  return sent.body.id;
}

async function check(rows: string[], user: User = scene.store_owner, shop: { id: number } = scene.shop) {
  const id = await upload(rows, user, shop);
  expect((await api.request(user, 'POST', `product-imports/${id}/check`)).status).toBe(200);
  return settled(api, user, id);
}

async function groupsOf(id: number, user: User = scene.store_owner) {
  const { body } = await api.request<{ data: ImportErrorGroup[] }>(
    user,
    'GET',
    `product-imports/${id}/error-groups`,
  );
  return body.data;
}

const map = (id: number, field: string, values: unknown, user: User = scene.store_owner) =>
  api.request(user, 'POST', `product-imports/${id}/values`, { field, values });

const stored = () =>
  api.db
    .selectFrom('import_values')
    .select(['shop_id', 'field', 'name', 'label', 'target', 'user_id'])
    .orderBy('id')
    .execute();

const listed = async (user: User = scene.store_owner, shop = scene.shop.id) => {
  const { body } = await api.request<{ data: MappedValue[] }>(
    user,
    'GET',
    `product-imports/values?shop_id=${shop}`,
  );
  return body.data;
};

describe('a name that is not understood', () => {
  it('comes with the most similar record', async () => {
    const parent = await buildRecord('categories', 'Дом');
    const kitchen = await buildRecord('categories', 'Кухонная посуда');
    await api.db.updateTable('categories').set({ parent_id: parent }).where('id', '=', kitchen).execute();
    const tag = await buildRecord('tags', 'Новинки сезона');
    const maker = await buildMaker('Гжельский завод', true);

    const { id } = await check([
      row(1, {
        type: 'Подарки',
        category: 'Все товары > Кухонная',
        tag: 'новинки',
        maker: 'Гжельский',
        status: 'опубликованный',
      }),
      row(2, { type: 'xyz' }),
    ]);

    const guesses = (await groupsOf(id)).flatMap(({ maps, missing }) =>
      missing.map(({ name, guess }) => [maps, name, guess?.target, guess?.label]),
    );
    expect(guesses).toHaveLength(6);
    expect(guesses).toEqual(
      expect.arrayContaining([
        ['type', 'Подарки', String(gifts), 'Подарки и сувениры'],
        ['type', 'xyz', undefined, undefined],
        ['categories', 'Все товары > Кухонная', String(kitchen), 'Дом > Кухонная посуда'],
        ['tags', 'новинки', String(tag), 'Новинки сезона'],
        ['manufacturer', 'Гжельский', String(maker), 'Гжельский завод'],
        ['status', 'опубликованный', 'publish', 'publish'],
      ]),
    );
  });

  it('is guessed for none but records open to the shop', async () => {
    await buildMaker('Тайный завод', false);

    const { id } = await check([row(1, { maker: 'Тайный' })]);

    expect((await groupsOf(id))[0]?.missing).toEqual([{ name: 'Тайный', count: 1, guess: null }]);
  });

  it('is mapped once: the rows are checked again, and the next file is understood without asking', async () => {
    const { id } = await check([row(1, { type: 'Подарки', status: 'в архиве' })]);

    expect((await map(id, 'type', [{ name: 'Подарки', target: String(gifts) }])).status).toBe(200);
    await settled(api, scene.store_owner, id);
    expect((await map(id, 'status', [{ name: 'в архиве', target: 'draft' }])).status).toBe(200);
    expect((await settled(api, scene.store_owner, id)).rejected).toBe(0);
    expect(await stored()).toEqual([
      {
        shop_id: scene.shop.id,
        field: 'type',
        name: 'подарки',
        label: 'Подарки',
        target: String(gifts),
        user_id: scene.store_owner.id,
      },
      expect.objectContaining({ field: 'status', target: 'draft' }),
    ]);

    const next = await check([row(2, { type: 'ПОДАРКИ', status: 'В архиве' })]);
    expect([next.rejected, next.created]).toEqual([0, 1]);
    await api.request(scene.store_owner, 'POST', `product-imports/${next.id}/run`);
    await settled(api, scene.store_owner, next.id);
    expect(await api.db.selectFrom('products').select(['type_id', 'status']).execute()).toEqual([
      { type_id: gifts, status: 'draft' },
    ]);
  });

  it('keeps its own meaning in another shop', async () => {
    const { id } = await check([row(1, { type: 'Подарки' })]);
    await map(id, 'type', [{ name: 'Подарки', target: String(gifts) }]);
    await settled(api, scene.store_owner, id);

    expect((await check([row(1, { type: 'Подарки' })], scene.otherOwner, scene.otherShop)).rejected).toBe(1);
    expect(await listed(scene.otherOwner, scene.otherShop.id)).toEqual([]);
  });

  it('is asked about again once its category is removed, and means no other record with that number as its name', async () => {
    const category = await buildRecord('categories', 'Для дома');
    const { id } = await check([row(1, { category: 'Домашнее' })]);
    await map(id, 'categories', [{ name: 'Домашнее', target: String(category) }]);
    expect((await settled(api, scene.store_owner, id)).rejected).toBe(0);

    await api.db
      .updateTable('categories')
      .set({ deleted_at: api.now() })
      .where('id', '=', category)
      .execute();
    await buildRecord('categories', String(category));

    const again = await check([row(2, { category: 'Домашнее' })]);
    expect(again.rejected).toBe(1);
    expect((await groupsOf(again.id))[0]?.missing[0]?.name).toBe('Домашнее');
    expect((await listed())[0]).toMatchObject({ name: 'Домашнее', label: null });
  });

  it('is understood as the record that is really called so, once there is one', async () => {
    const { id } = await check([row(1, { type: 'Подарки' })]);
    await map(id, 'type', [{ name: 'Подарки', target: String(gifts) }]);
    await settled(api, scene.store_owner, id);
    const exact = await buildGroup(api.db, { name: 'Подарки', slug: 'podarki-2' });

    const next = await check([row(2, { type: 'Подарки' })]);
    await api.request(scene.store_owner, 'POST', `product-imports/${next.id}/run`);
    await settled(api, scene.store_owner, next.id);
    expect((await api.db.selectFrom('products').select('type_id').execute())[0]?.type_id).toBe(exact.id);
  });

  it('of many is shown in part, so that a file of unlike names is answered', async () => {
    const rows = Array.from({ length: 6000 }, (_, at) => row(at, { type: `Неизвестный ${at}` }));
    const { id, rejected } = await check(rows);

    expect(rejected).toBe(6000);
    expect((await groupsOf(id))[0]?.missing).toHaveLength(100);
  }, 120_000);
});

describe('mapping', () => {
  it.each([
    ['a guest', null, 401],
    ['a customer', 'customer', 403],
    ['another owner', 'otherOwner', 404],
    ['another shop’s staff', 'otherStaff', 404],
  ] as const)('is refused to %s', async (_who, person, expected) => {
    const { id } = await check([row(1, { type: 'Подарки' })]);

    const { status } = await map(
      id,

      'type',
      [{ name: 'Подарки', target: String(gifts) }],
      person && scene[person],
    );

    expect(status).toBe(expected);
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['another field', 'price', [{ name: 'Подарки', target: '1' }]],
    ['no values', 'type', []],
    ['values that are no list', 'type', 'Подарки'],
    ['a value that is no object', 'type', [null]],
    ['an empty name', 'type', [{ name: ' ', target: '1' }]],
    ['a name that is too long', 'type', [{ name: 'П'.repeat(601), target: '1' }]],
    ['a target that is no text', 'type', [{ name: 'Подарки', target: 1 }]],
    ['a record that does not exist', 'type', [{ name: 'Подарки', target: '999999' }]],
    ['a target that is no number', 'type', [{ name: 'Подарки', target: "1' or true" }]],
    ['a number too large for an id', 'type', [{ name: 'Подарки', target: '99999999999999999999' }]],
    ['an unknown status', 'status', [{ name: 'где-то', target: 'sold' }]],
    ['too many', 'status', Array.from({ length: 201 }, (_, at) => ({ name: `${at}`, target: 'draft' }))],
  ])('is refused with %s', async (_what, field, values) => {
    const { id } = await check([row(1, { type: 'Подарки' })]);

    expect((await map(id, field, values)).status).toBe(422);
    expect(await stored()).toEqual([]);
  });

  it('is refused to a removed category and to a record that another shop waits for, and stores none of the values', async () => {
    const gone = await buildRecord('categories', 'Бывшая');
    await api.db.updateTable('categories').set({ deleted_at: api.now() }).where('id', '=', gone).execute();
    const secret = await buildMaker('Тайный завод', false);
    const open = await buildMaker('Открытый завод', true);
    const { id } = await check([row(1, { maker: 'Завод', category: 'Домашнее' })]);

    expect((await map(id, 'categories', [{ name: 'Домашнее', target: String(gone) }])).status).toBe(422);
    const mixed = [
      { name: 'Завод', target: String(open) },
      { name: 'Завод 2', target: String(secret) },
    ];
    expect((await map(id, 'manufacturer', mixed)).status).toBe(422);
    expect(await stored()).toEqual([]);
  });

  it('ends at the limit of a shop', async () => {
    const { id } = await check([row(1, { type: 'Подарки' })]);
    const values = Array.from({ length: 5000 }, (_, at) => ({
      shop_id: scene.shop.id,
      field: 'type',
      name: `имя ${at}`,
      label: `имя ${at}`,
      target: String(gifts),
      created_at: api.now(),
      updated_at: api.now(),
    }));
    await api.db.insertInto('import_values').values(values).execute();

    expect((await map(id, 'type', [{ name: 'Подарки', target: String(gifts) }])).status).toBe(422);
    expect((await map(id, 'type', [{ name: 'имя 7', target: String(gifts) }])).status).toBe(200);
    expect(await stored()).toHaveLength(5000);
  });

  it('of an import in progress is refused as a conflict, and two at once leave one row', async () => {
    const { id } = await check([row(1, { type: 'Подарки' })]);
    const both = await Promise.all(
      ['Подарки', 'подарки'].map((name) => map(id, 'type', [{ name, target: String(gifts) }])),
    );

    expect(both.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409]);
    expect(await stored()).toHaveLength(1);
  });
});

describe('a remembered value', () => {
  async function remembered() {
    const { id } = await check([row(1, { type: 'Подарки' })]);
    await map(id, 'type', [{ name: 'Подарки', target: String(gifts) }]);
    await settled(api, scene.store_owner, id);
    const [one] = await listed();
    return one as MappedValue;
  }

  it('is listed with its record, also for staff with the right', async () => {
    const { id } = await remembered();

    expect(await listed(scene.staff)).toEqual(await listed());
    expect(await listed()).toEqual([
      { id, field: 'type', name: 'Подарки', target: String(gifts), label: 'Подарки и сувениры' },
    ]);
  });

  it.each([
    ['a guest', null, 401],
    ['a customer', 'customer', 403],
    ['another owner', 'otherOwner', 404],
  ] as const)('is neither listed, changed nor forgotten for %s', async (_who, person, expected) => {
    const { id } = await remembered();
    const user = person && scene[person];

    const asked = [
      await api.request(user, 'GET', `product-imports/values?shop_id=${scene.shop.id}`),
      await api.request(user, 'PATCH', `product-imports/values/${id}`, { target: String(gifts) }),
      await api.request(user, 'DELETE', `product-imports/values/${id}`),
    ];
    expect(asked.map(({ status }) => status)).toEqual([expected, expected, expected]);
    expect(await stored()).toHaveLength(1);
  });

  it('is changed to another record, not to one that does not exist', async () => {
    const { id } = await remembered();
    const dishes = await api.db
      .selectFrom('groups')
      .select('id')
      .where('slug', '=', 'posuda')
      .executeTakeFirstOrThrow();
    const change = (target: unknown) =>
      api.request(scene.store_owner, 'PATCH', `product-imports/values/${id}`, { target });

    expect((await change('999999')).status).toBe(422);
    expect((await change(7)).status).toBe(422);
    expect((await change(String(dishes.id))).status).toBe(200);
    expect((await stored())[0]?.target).toBe(String(dishes.id));
  });

  it('is forgotten, and asked about again', async () => {
    const { id } = await remembered();

    expect((await api.request(scene.store_owner, 'DELETE', `product-imports/values/${id}`)).status).toBe(200);
    expect((await api.request(scene.store_owner, 'DELETE', `product-imports/values/${id}`)).status).toBe(404);
    expect((await check([row(2, { type: 'Подарки' })])).rejected).toBe(1);
  });
});
