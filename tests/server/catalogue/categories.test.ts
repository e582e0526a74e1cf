import { offerLanguages } from '@tests/support/checkout';
import { beforeEach, describe, expect, it } from 'vitest';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** The category tree: parents and order, also under concurrency. */
const { api, scene } = setUpScene();
beforeEach(() => offerLanguages(api.db, 'en', 'ar'));

type CategoryWire = Wire & {
  name: string;
  parent: { id: number; name: string } | null;
  parent_id: number | null;
  position: number;
  children_count: number;
  products_count: number;
  ancestors: { name: string }[];
  children: CategoryWire[];
};

async function create(name: string, parent: CategoryWire | null = null): Promise<CategoryWire> {
  const body = { name, parent: parent?.id ?? null };
  const answer = await api.request<CategoryWire>(scene.super_admin, 'POST', 'categories', body);
  expect([answer.status, answer.body.errors]).toEqual([201, undefined]);
  return answer.body;
}

const read = async (row: { id: number }, query = '') =>
  (await api.request<CategoryWire>(scene.super_admin, 'GET', `categories/${row.id}${query}`)).body;

const save = (row: { id: number }, body: object) =>
  api.request<CategoryWire>(scene.super_admin, 'PUT', `categories/${row.id}`, body);

const move = (
  row: { id: number },
  body: object | string,
  person: { id: number } | null = scene.super_admin,
) => api.request<CategoryWire>(person, 'POST', `categories/${row.id}/move`, body);

async function names(query: string): Promise<string[]> {
  const { status, body } = await api.request(scene.super_admin, 'GET', `categories?limit=50&${query}`);
  expect([query, status]).toEqual([query, 200]);
  return (body.data as unknown as CategoryWire[]).map(({ name }) => name);
}

/** The stored order among siblings, as names with their positions. */
async function placesUnder(parent: { id: number } | null): Promise<[string, number][]> {
  const rows = await api.db
    .selectFrom('categories')
    .select(['name', 'position'])
    .where('parent_id', parent ? '=' : 'is', parent?.id ?? null)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute();
  return rows.map(({ name, position }) => [name, position]);
}

/** No row is its own ancestor. */
async function expectNoCycle(): Promise<void> {
  const rows = await api.db.selectFrom('categories').select(['id', 'parent_id']).execute();
  for (const { id } of rows) {
    const seen = new Set<number>();
    for (let at: number | null = id; at !== null; at = rows.find((row) => row.id === at)?.parent_id ?? null) {
      expect(seen.has(at)).toBe(false);
      seen.add(at);
    }
  }
}

describe('reading', () => {
  it('returns roots, children, everything but a branch, and the path of each', async () => {
    const home = await create('Дом');
    const kitchen = await create('Кухня', home);
    await create('Ножи', kitchen);
    await create('Сад');

    expect(await names('parent=null')).toEqual(['Дом', 'Сад']);
    expect(await names('search=parent:null')).toEqual(['Дом', 'Сад']);
    expect(await names(`parent=${home.id}`)).toEqual(['Кухня']);
    expect(await names(`self=${kitchen.id}&orderBy=name`)).toEqual(['Дом', 'Сад']);
    expect(await names('parent=nonsense')).toEqual([]);
    expect(await names('orderBy=name')).toEqual(['Дом', 'Кухня', 'Ножи', 'Сад']);
    const { body } = await api.request(scene.super_admin, 'GET', 'categories?search=name:нож');
    const [knives] = body.data as unknown as CategoryWire[];
    expect(knives?.ancestors.map(({ name }) => name)).toEqual(['Дом', 'Кухня']);
    expect(knives).toMatchObject({ parent: { id: kitchen.id, name: 'Кухня' }, parent_id: kitchen.id });
    expect(knives).toMatchObject({ children: [] });
    const { body: roots } = await api.request(scene.super_admin, 'GET', 'categories?parent=null&search=');
    expect(roots.data.find(({ name }) => name === 'Дом')).toMatchObject({
      children: [{ name: 'Кухня', children: [{ name: 'Ножи', children: [] }] }],
    });
    const page = await api.request(scene.super_admin, 'GET', 'categories?parent=null&limit=1');
    expect(String(page.body.next_page_url)).toContain('parent=null');
  });

  it('nests the whole subtree in details, in order and in the language', async () => {
    const home = await create('Дом');
    const kitchen = await create('Кухня', home);
    await create('Ножи', kitchen);
    await create('Спальня', home);
    await api.request(scene.super_admin, 'PUT', `categories/${kitchen.id}?language=en`, { name: 'Kitchen' });

    const tree = await read(home);
    expect(tree.children.map(({ name }) => name)).toEqual(['Кухня', 'Спальня']);
    expect(tree.children[0]).toMatchObject({ children_count: 1, children: [{ name: 'Ножи', children: [] }] });
    expect((await read(home, '?language=en')).children[0]?.name).toBe('Kitchen');
    expect(tree).toMatchObject({ children_count: 2, products_count: 0 });
  });

  it.each(['', null])('shows the original in place of a translated text that is %j', async (details) => {
    const original = { name: 'Дом', details: 'Всё для дома' };
    const { body } = await api.request(scene.super_admin, 'POST', 'categories', original);
    const path = `categories/${body.id}?language=en`;
    const saved = await api.request(scene.super_admin, 'PUT', path, { name: 'Home', details });
    const { body: read } = await api.request(scene.super_admin, 'GET', path);

    expect(saved.body).toMatchObject({ name: 'Home', details: 'Всё для дома' });
    expect(read).toMatchObject({ name: 'Home', details: 'Всё для дома' });
  });

  it('counts the products in it', async () => {
    const home = await create('Дом');
    const group = await api.request(scene.super_admin, 'POST', 'types', { name: 'Дом' });
    const product = { type_id: group.body.id, shop_id: scene.shop.id, unit: 'шт.' };
    const [cup, gone] = await api.db
      .insertInto('products')
      .values([
        { ...product, name: 'Кружка', slug: 'kruzhka' },
        { ...product, name: 'Ложка', slug: 'lozhka', deleted_at: api.now() },
      ])
      .returning('id')
      .execute();
    await api.db
      .insertInto('category_product')
      .values([cup, gone].map((one) => ({ category_id: home.id, product_id: one?.id ?? 0 })))
      .execute();

    expect((await read(home)).products_count).toBe(1);
    const above = await create('Всё для дома');
    const beside = await create('Кухня', above);
    await api.request(scene.super_admin, 'POST', `categories/${home.id}/move`, { parent: above.id });
    await api.db
      .insertInto('category_product')
      .values({ category_id: beside.id, product_id: cup?.id ?? 0 })
      .execute();
    // A product in two branches counts once.
    expect((await read(above)).products_count).toBe(1);
    const { status, body } = await api.request(scene.super_admin, 'DELETE', `categories/${home.id}`);
    expect([status, Object.keys(body.uses as object)]).toEqual([409, ['products']]);
  });
});

describe('a parent', () => {
  it('is taken as an id, as a record, and as parent_id; another one moves the row to its end', async () => {
    const [home, garden] = [await create('Дом'), await create('Сад')];
    const kitchen = await create('Кухня', home);
    await create('Лопаты', garden);

    const { body } = await save(kitchen, { parent: { id: garden.id, name: 'Сад' } });
    expect(body).toMatchObject({ parent_id: garden.id, position: 2, version: 2, parent: { name: 'Сад' } });
    expect((await save(kitchen, { parent_id: home.id })).body).toMatchObject({
      parent_id: home.id,
      position: 1,
    });
    expect((await save(kitchen, { parent: String(garden.id) })).body.parent_id).toBe(garden.id);
    expect((await save(kitchen, { parent: null })).body).toMatchObject({
      parent: null,
      parent_id: null,
      position: 3,
    });
    expect(await placesUnder(garden)).toEqual([['Лопаты', 1]]);
  });

  it('that is unchanged changes nothing, and is not audited', async () => {
    const home = await create('Дом');
    const kitchen = await create('Кухня', home);
    await create('Спальня', home);

    await save(kitchen, { parent: home.id, details: 'Всё для готовки' });

    expect(await placesUnder(home)).toEqual([
      ['Кухня', 1],
      ['Спальня', 2],
    ]);
    const audited = await api.db
      .selectFrom('audit_log')
      .select('changes')
      .where('action', '=', 'update')
      .orderBy('id')
      .execute();
    expect(audited.map(({ changes }) => Object.keys(changes as object))).toEqual([['details']]);
  });

  it.each([
    ['itself', 'error-own-branch', (row: CategoryWire) => row.id],
    ['its own grandchild', 'error-own-branch', (_row: CategoryWire, below: CategoryWire) => below.id],
    ['nobody', 'error-wrong-value', () => 999_999],
    ['a word', 'error-wrong-value', () => 'kitchen'],
  ])('is refused when it is %s', async (_what, message, parentOf) => {
    const home = await create('Дом');
    const knives = await create('Ножи', await create('Кухня', home));

    const { status, body } = await save(home, { parent: parentOf(home, knives) });

    expect([status, body.errors]).toEqual([422, { parent: [message] }]);
    expect(await read(home)).toMatchObject({ parent: null, version: 1 });
  });

  it('is refused in the trash, and a sixth level is', async () => {
    let row = await create('1');
    const chain = [row];
    for (const name of ['2', '3', '4', '5']) {
      row = await create(name, row);
      chain.push(row);
    }
    const sixth = await api.request(scene.super_admin, 'POST', 'categories', { name: '6', parent: row.id });
    expect([sixth.status, sixth.body.errors]).toEqual([422, { parent: ['error-too-deep'] }]);
    const other = await create('Сверху');
    const deeper = await save(chain[0] ?? row, { parent: other.id });
    expect([deeper.status, deeper.body.errors]).toEqual([422, { parent: ['error-too-deep'] }]);

    await api.request(scene.super_admin, 'DELETE', `categories/${row.id}`);
    expect((await save(other, { parent: row.id })).status).toBe(422);
  });

  it('is not removed while it has children; a child without its parent is restored as a root', async () => {
    const home = await create('Дом');
    const kitchen = await create('Кухня', home);
    const refused = await api.request(scene.super_admin, 'DELETE', `categories/${home.id}`);
    expect([refused.status, refused.body.uses]).toEqual([409, { categories: 1 }]);

    for (const { id } of [kitchen, home]) {
      expect((await api.request(scene.super_admin, 'DELETE', `categories/${id}`)).status).toBe(200);
    }
    api.setNow(new Date(api.now().getTime() + 60_000));
    const restored = await api.request<CategoryWire>(
      scene.super_admin,
      'POST',
      `categories/${kitchen.id}/restore`,
    );
    expect([restored.status, restored.body.parent]).toEqual([200, null]);
    expect(await names('parent=null')).toEqual(['Кухня']);
  });
});

describe('POST categories/{id}/move', () => {
  it.each([
    [null, 401],
    ['customer', 403],
    ['staff', 403],
    ['store_owner', 403],
  ] as const)('is refused to %s', async (person, expected) => {
    const home = await create('Дом');
    const { status } = await move(home, { parent: null, position: 1 }, person && scene[person]);

    expect(status).toBe(expected);
  });

  it('keeps positions dense on both sides, increments the version and audits the move', async () => {
    const [home, garden] = [await create('Дом'), await create('Сад')];
    const [first, second] = [await create('А', home), await create('Б', home)];
    await create('В', home);
    await create('Г', garden);
    await create('Д', garden);

    const { status, body } = await move(second, { parent: garden.id, position: 2 });

    expect(status).toBe(200);
    expect(body).toMatchObject({ parent_id: garden.id, position: 2, version: 2, parent: { name: 'Сад' } });
    expect(await placesUnder(home)).toEqual([
      ['А', 1],
      ['В', 2],
    ]);
    expect(await placesUnder(garden)).toEqual([
      ['Г', 1],
      ['Б', 2],
      ['Д', 3],
    ]);
    // Rows that only shifted were not edited.
    expect((await read(first)).version).toBe(1);
    const entry = await api.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'move')
      .executeTakeFirst();
    expect(entry).toMatchObject({ family: 'categories', row_id: second.id, user_id: scene.super_admin.id });
    expect(entry?.changes).toEqual({ parent_id: [home.id, garden.id], position: [2, 2] });
  });

  it.each([
    [1, ['В', 'А', 'Б']],
    [2, ['А', 'В', 'Б']],
    [99, ['А', 'Б', 'В']],
    [undefined, ['А', 'Б', 'В']],
  ])('to position %s among its siblings', async (position, order) => {
    for (const name of ['А', 'Б']) await create(name);
    const last = await create('В');

    expect((await move(last, { parent: null, position })).status).toBe(200);
    expect((await placesUnder(null)).map(([name]) => name)).toEqual(order);
  });

  it('to its current position changes nothing', async () => {
    const home = await create('Дом');
    const { body } = await move(home, { parent: null, position: 1 });

    expect(body.version).toBe(1);
  });

  it.each([
    [{}, 'parent'],
    [{ parent: 'x' }, 'parent'],
    [{ parent: 1.5 }, 'parent'],
    [{ parent: [1], position: 1 }, 'parent'],
    [{ parent: null, position: 0 }, 'position'],
    [{ parent: null, position: 'first' }, 'position'],
    [{ parent: null, position: 1e12 }, 'position'],
    [{ parent: 999_999 }, 'parent'],
  ])('refuses %j', async (body, field) => {
    const home = await create('Дом');
    const answer = await move(home, body);

    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]]);
  });

  it('answers 404 for a missing row and CONFLICT for a stale version', async () => {
    const home = await create('Дом');
    await save(home, { name: 'Дом и сад' });

    expect((await move({ id: 999_999 }, { parent: null })).status).toBe(404);
    const stale = await move(home, { parent: null, version: 1 });
    expect([stale.status, stale.body.current]).toEqual([409, await read(home)]);
  });
});

describe('concurrently', () => {
  it('A under B and B under A: one wins, the other is refused', async () => {
    const [a, b] = [await create('А'), await create('Б')];

    for (const act of [
      () => [save(a, { parent: b.id }), save(b, { parent: a.id })],
      () => [move(a, { parent: b.id }), move(b, { parent: a.id })],
    ]) {
      const answers = await Promise.all(act());

      expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 422]);
      const refused = answers.find(({ status }) => status === 422);
      expect(refused?.body.errors).toEqual({ parent: ['error-own-branch'] });
      await expectNoCycle();
      for (const row of [a, b]) await move(row, { parent: null });
    }
  });

  it('three moves in a circle leave no cycle', async () => {
    const [a, b, c] = [await create('А'), await create('Б'), await create('В')];

    await Promise.all([move(a, { parent: b.id }), move(b, { parent: c.id }), move(c, { parent: a.id })]);

    await expectNoCycle();
  });

  it('many new rows and moves leave dense positions', async () => {
    const home = await create('Дом');
    const rows = await Promise.all(['А', 'Б', 'В', 'Г', 'Д'].map((name) => create(name, home)));

    await Promise.all(rows.map((row, index) => move(row, { parent: home.id, position: 5 - index })));

    expect((await placesUnder(home)).map(([, position]) => position)).toEqual([1, 2, 3, 4, 5]);
  });

  it('removing a parent does not remove a child created meanwhile', async () => {
    const home = await create('Дом');
    const [removed, made] = await Promise.all([
      api.request(scene.super_admin, 'DELETE', `categories/${home.id}`),
      api.request(scene.super_admin, 'POST', 'categories', { name: 'Кухня', parent: home.id }),
    ]);

    expect([
      [200, 422],
      [409, 201],
    ]).toContainEqual([removed.status, made.status]);
  });
});

it('bulk removal from the list of roots does not remove children', async () => {
  const home = await create('Дом');
  await create('Кухня', home);
  await create('Сад');

  const { body } = await api.request(scene.super_admin, 'POST', 'categories/bulk/remove', {
    query: { parent: 'null' },
  });

  expect([body.done, body.refused, await names('orderBy=name')]).toEqual([1, 1, ['Дом', 'Кухня']]);
});
