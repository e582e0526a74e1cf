import { expect, it } from 'vitest';
import { buildAttribute, buildGroup, buildProduct, buildVariation } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Lists and questions of shop fronts beyond the families. */
const { api, scene } = setUpScene();

const ask = (path: string) => api.request(null, 'GET', path);
const rowsOf = async (path: string) => (await ask(path)).body as unknown as Wire[];

async function make(table: 'authors' | 'manufacturers', name: string, isApproved = true): Promise<number> {
  const row = { name, slug: `${table}-${name}`, is_approved: isApproved };
  const { id } =
    table === 'authors'
      ? await api.db.insertInto('authors').values(row).returning('id').executeTakeFirstOrThrow()
      : await api.db
          .insertInto('manufacturers')
          .values({ ...row, type_id: (await buildGroup(api.db)).id })
          .returning('id')
          .executeTakeFirstOrThrow();
  return id;
}

async function sell(column: 'author_id' | 'manufacturer_id', id: number, pieces: number, status = 'publish') {
  for (let piece = 0; piece < pieces; piece += 1) {
    const product = await buildProduct(api.db, { shop: scene.shop });
    await api.db
      .updateTable('products')
      .set({ [column]: id, status })
      .where('id', '=', product.id)
      .execute();
  }
}

it.each([
  ['top-authors', 'authors', 'author_id'],
  ['top-manufacturers', 'manufacturers', 'manufacturer_id'],
] as const)('%s are the approved ones with most products on sale', async (path, table, column) => {
  const some = await make(table, 'some');
  const most = await make(table, 'most');
  const waiting = await make(table, 'waiting', false);
  const drafts = await make(table, 'drafts');
  await make(table, 'none');
  await sell(column, some, 1);
  await sell(column, some, 2, 'draft');
  await sell(column, most, 2);
  await sell(column, waiting, 3);
  await sell(column, drafts, 3, 'draft');

  const rows = await rowsOf(path);

  expect(rows.map(({ name, products_count }) => [name, products_count])).toEqual([
    ['most', 2],
    ['some', 1],
  ]);
  expect((await rowsOf(`${path}?limit=1`)).map(({ name }) => name)).toEqual(['most']);

  // The ranking is kept for five minutes, and what is not approved any more goes at once.
  await sell(column, some, 2);
  await api.db.updateTable(table).set({ is_approved: false }).where('id', '=', most).execute();
  expect((await rowsOf(path)).map(({ products_count }) => products_count)).toEqual([1]);
  api.setNow(new Date(api.now().getTime() + 5 * 60_000));
  expect((await rowsOf(path)).map(({ products_count }) => products_count)).toEqual([3]);
  for (const limit of ['0', '-1', 'abc']) {
    const refused = await ask(`${path}?limit=${limit}`);
    expect([refused.status, refused.body.errors]).toEqual([422, { limit: ['error-wrong-value'] }]);
  }
});

it('features the three categories with most products on sale', async () => {
  for (const [place, name] of ['пусто', 'одна', 'две', 'три', 'четыре'].entries()) {
    const { id } = await api.db
      .insertInto('categories')
      .values({ name, slug: `category-${place}`, position: place + 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (let piece = 0; piece < place; piece += 1) {
      const product = await buildProduct(api.db, { shop: scene.shop });
      await api.db
        .insertInto('category_product')
        .values({ category_id: id, product_id: product.id })
        .execute();
    }
  }

  const rows = await rowsOf('featured-categories');

  expect(rows.map(({ name, products_count }) => [name, products_count])).toEqual([
    ['четыре', 4],
    ['три', 3],
    ['две', 2],
  ]);
  expect(rows[0]).toMatchObject({ slug: 'category-4', children: [] });
  expect(await rowsOf('featured-categories?limit=4')).toHaveLength(4);
});

const available = (query: string) => ask(`check-availability?${query}`);

it('says whether so many pieces could be bought', async () => {
  const { id } = await buildProduct(api.db, { shop: scene.shop });

  expect((await available(`product_id=${id}&quantity=10`)).body).toEqual({ is_available: true, left: null });
  expect((await available(`product_id=${id}&quantity=11`)).body).toEqual({ is_available: false, left: 10 });
});

it('asks for the variation of a product that has them', async () => {
  const product = await buildProduct(api.db, { shop: scene.shop, range: [100, 200] });
  const { values } = await buildAttribute(api.db, { shop: scene.shop, name: 'Цвет', values: ['синий'] });
  const one = await buildVariation(api.db, { product, valueIds: values, quantity: 2 });
  const off = await buildVariation(api.db, { product, isDisabled: true });
  const asked = (more: string) => available(`product_id=${product.id}&${more}`);

  expect((await asked(`variation_option_id=${one.id}&quantity=2`)).body.is_available).toBe(true);
  expect((await asked(`variation_id=${one.id}&quantity=3`)).body).toEqual({ is_available: false, left: 2 });
  expect((await asked(`variation_option_id=${off.id}`)).status).toBe(404);
  expect((await asked('quantity=1')).status).toBe(404);
});

it('does not tell of products off sale, refuses bad numbers, and rents nothing out', async () => {
  const { id } = await buildProduct(api.db, { shop: scene.shop });
  const draft = await buildProduct(api.db, { shop: scene.shop, status: 'draft' });

  expect((await available(`product_id=${draft.id}`)).status).toBe(404);
  expect((await available('quantity=1')).body.errors).toEqual({ product_id: ['error-wrong-value'] });
  expect((await available(`product_id=${id}&quantity=0`)).body.errors).toEqual({
    quantity: ['error-wrong-value'],
  });
  const rented = await available(`product_id=${id}&from=2026-04-01&to=2026-04-03`);
  expect([rented.status, rented.body.message]).toEqual([400, 'NOT_A_RENTAL_PRODUCT']);
});
