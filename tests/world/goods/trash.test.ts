import { beforeEach, describe, expect, it } from 'vitest';
import { buildGroup } from '../../support/products';
import { setUpScene } from '../../support/scene';
import { type ImportPlace, importFile, productsOf, table, variationsOf } from './import-case';

/** Goods in the trash keep their articles and addresses: a file is told so, and restores them where the person chose so. */
const { api, scene } = setUpScene();
let place: ImportPlace;
const heading = ['Артикул', 'Название', 'Цена', 'Остаток', 'Адрес', 'Родитель', 'Вариант'];
const goods = table(
  heading,
  ['A-1', 'Чашка', '10', '5', 'chashka', '', ''],
  ['', 'Кружка', '', '', 'kruzhka', '', ''],
  ['K-1', '', '20', '3', '', 'kruzhka', 'Цвет: синий'],
);
beforeEach(async () => {
  await buildGroup(api.db, { name: 'Посуда', slug: 'posuda' });
  place = { api, user: scene.store_owner, shop: scene.shop };
  expect((await importFile(place, goods)).told).toEqual([]);
  for (const { id } of await productsOf(place))
    expect((await api.request(place.user, 'DELETE', `products/${id}`)).status).toBe(200);
  expect(await productsOf(place)).toEqual([]);
});

describe.each([
  ['the article of a product', table(heading, ['a-1', 'Чашка', '12', '5', '', '', '']), '0', {}],
  ['its address', table(heading, ['', 'Чашка', '12', '5', 'chashka', '', '']), '4', {}],
  [
    'its address, by which it is looked for',
    table(heading, ['Z-1', 'Чашка', '12', '5', 'chashka', '', '']),
    '4',
    { match: 'slug' },
  ],
  ['the article of a variation', table(heading, ['K-1', 'Кружка', '12', '5', '', '', '']), '0', {}],
] as const)('%s', (_what, file, column, options) => {
  it('says that it lies in the trash', async () => {
    const { told, created } = await importFile(place, file, options);

    expect([created, told]).toEqual([0, [[2, { [column]: 'error-import-in-trash' }]]]);
    expect(await productsOf(place)).toEqual([]);
  });

  it('brings the product back where the person chose so', async () => {
    const { told, rejected } = await importFile(place, file, { ...options, trashed: 'restore' });

    expect([rejected, told]).toEqual([0, []]);
    const [product, ...others] = await productsOf(place);
    expect(others).toEqual([]);
    const price =
      product?.product_type === 'variable' ? (await variationsOf(place))[0]?.price : product?.price;
    expect(price).toBe(12);
  });
});

it('the whole file comes back with its variations, and nothing twice', async () => {
  const checked = await importFile(place, goods, { trashed: 'restore' }, 'check');
  expect([checked.created, checked.updated, checked.told]).toEqual([0, 2, []]);

  const { told, created, updated } = await importFile(place, goods, { trashed: 'restore' });

  expect([created, updated, told]).toEqual([0, 2, []]);
  expect((await productsOf(place)).map(({ slug }) => slug)).toEqual(['chashka', 'kruzhka']);
  expect((await variationsOf(place)).map(({ sku }) => sku)).toEqual(['K-1']);
});
