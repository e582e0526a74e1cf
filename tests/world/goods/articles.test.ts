import { beforeEach, describe, expect, it } from 'vitest';
import { buildGroup } from '../../support/products';
import { setUpScene } from '../../support/scene';
import {
  caseFile,
  type ImportPlace,
  importFile,
  productBody,
  productsOf,
  table,
  variationsOf,
} from './import-case';

/** Articles of goods, in files and in the form. */
const { api, scene } = setUpScene();
let place: ImportPlace;
beforeEach(async () => {
  await buildGroup(api.db, { name: 'Посуда', slug: 'posuda' });
  place = { api, user: scene.store_owner, shop: scene.shop };
});

const heading = ['Артикул', 'Название', 'Цена', 'Остаток'];

describe('SKUs', () => {
  it('have any signs that can be seen', async () => {
    expect((await importFile(place, caseFile('G47.csv'))).told).toEqual([]);
    expect((await productsOf(place)).map(({ sku }) => sku)).toContain('К.20х30.Б1 (2")');
  });

  it('are one whatever their case and spaces, in a file, in the form and for search', async () => {
    await importFile(place, table(heading, ['AB 15', 'Чашка', '100', '5']));
    const again = await importFile(place, table(heading, ['ab15', 'Чашка', '120', '5']));
    expect([again.updated, again.created]).toEqual([1, 0]);
    const twice = await importFile(
      place,
      table(heading, ['X-1', 'Чашка', '1', '5'], ['x -1', 'Чашка', '1', '5']),
    );
    expect(twice.told).toEqual([[3, { '0': 'error-import-repeated' }]]);
    const [group] = await api.db.selectFrom('groups').select('id').execute();
    const made = await api.request(place.user, 'POST', 'products', {
      ...productBody(place),
      type_id: group?.id,
      sku: 'Ab  15',
    });
    expect(made.body).toMatchObject({ errors: { sku: ['error-taken'] } });
    const found = await api.request<{ data: unknown[] }>(place.user, 'GET', 'products?search=sku:ab15');
    expect(found.body.data).toHaveLength(1);
  });

  it('go from one product to another in one file', async () => {
    await importFile(
      place,
      table([...heading, 'Адрес'], ['A', 'Чашка', '1', '5', 'a'], ['B', 'Ложка', '1', '5', 'b']),
    );
    const swapped = table(
      [...heading, 'Адрес'],
      ['B', 'Чашка', '1', '5', 'a'],
      ['A', 'Ложка', '1', '5', 'b'],
    );
    const { told } = await importFile(place, swapped, { match: 'slug' });

    expect(told).toEqual([]);
    expect((await productsOf(place)).map(({ slug, sku }) => [slug, sku])).toEqual([
      ['a', 'B'],
      ['b', 'A'],
    ]);
  });

  it.each(['rows', 'atomic'] as const)(
    'are exchanged by rows far apart, three in a circle (%s)',
    async (mode) => {
      const others = Array.from({ length: 300 }, (_any, at) => [`M-${at}`, 'Вилка', '1', '5', `m-${at}`]);
      const rows = (a: string, b: string, c: string) =>
        table(
          [...heading, 'Адрес'],
          [a, 'Чашка', '1', '5', 'a'],
          ...others,
          [b, 'Ложка', '1', '5', 'b'],
          [c, 'Миска', '1', '5', 'c'],
        );
      await importFile(place, rows('A', 'B', 'C'));
      const { told, updated } = await importFile(place, rows('B', 'C', 'A'), { match: 'slug', mode });

      expect([told, updated]).toEqual([[], 3]);
      const found = (await productsOf(place)).filter(({ slug }) => slug.length === 1);
      expect(found.map(({ slug, sku }) => [slug, sku])).toEqual([
        ['a', 'B'],
        ['b', 'C'],
        ['c', 'A'],
      ]);
    },
  );

  describe('of variations', () => {
    const rows = (blue: string, red: string) =>
      table(
        [...heading, 'Родитель', 'Вариант'],
        ['K', 'Кружка', '', '', '', ''],
        [blue, '', '1', '5', 'K', 'Цвет: синий'],
        [red, '', '1', '6', 'K', 'Цвет: красный'],
      );

    it('are exchanged in one file', async () => {
      await importFile(place, rows('K-1', 'K-2'));
      const { told, updated } = await importFile(place, rows('K-2', 'K-1'));

      expect([told, updated]).toEqual([[], 2]);
      expect((await variationsOf(place)).map(({ title, sku, quantity }) => [title, sku, quantity])).toEqual([
        ['синий', 'K-2', 5],
        ['красный', 'K-1', 6],
      ]);
    });

    it('are not taken from another that keeps it, nor do options change in silence', async () => {
      await importFile(place, rows('K-1', 'K-2'));
      const taken = await importFile(
        place,
        table([...heading, 'Родитель', 'Вариант'], ['K-2', '', '1', '5', 'K', 'Цвет: синий']),
      );
      expect(taken.told).toEqual([[2, { '0': 'error-taken' }]]);
      const other = await importFile(
        place,
        table([...heading, 'Родитель', 'Вариант'], ['K-2', '', '1', '5', 'K', 'Цвет: зелёный']),
      );
      expect(other.told).toEqual([[2, { '5': 'error-import-options-of-sku' }]]);
    });
  });

  it('of a product in the trash say so', async () => {
    await importFile(place, caseFile('G51.csv'));
    const [product] = await productsOf(place);
    await api.request(place.user, 'DELETE', `products/${product?.id}`);
    const { told } = await importFile(place, caseFile('G51.csv'));

    expect(told).toEqual([[2, { '0': 'error-import-in-trash' }]]);
    const [group] = await api.db.selectFrom('groups').select('id').execute();
    const sent = { ...productBody(place), type_id: group?.id, sku: 'tr-1' };
    const made = await api.request(place.user, 'POST', 'products', sent);
    expect(made.body).toMatchObject({ errors: { sku: ['error-in-trash'] } });
    const checked = await importFile(place, caseFile('G51.csv'), { trashed: 'restore' }, 'check');
    expect([checked.told, await productsOf(place)]).toEqual([[], []]);
    await importFile(place, caseFile('G51.csv'), { trashed: 'restore' });
    expect(await productsOf(place)).toMatchObject([{ id: product?.id, sku: 'TR-1' }]);
  });
});

it('reads an article with signs that nobody sees in the form as in a file', async () => {
  const [group] = await api.db.selectFrom('groups').select('id').execute();
  const sent = { ...productBody(place), type_id: group?.id };
  const made = await api.request(place.user, 'POST', 'products', {
    ...sent,
    sku: '\u200bИ\u0306\u00a0 1\ufeff',
  });
  expect([made.status, made.body]).toMatchObject([201, { sku: 'Й 1' }]);

  const again = await importFile(place, table(heading, ['й1', 'Чашка', '120', '5']));
  expect([again.created, again.updated]).toEqual([0, 1]);
});
