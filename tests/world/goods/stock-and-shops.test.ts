import { beforeEach, describe, expect, it } from 'vitest';
import { buildShop } from '../../support/factories';
import { buildGroup } from '../../support/products';
import { setUpScene } from '../../support/scene';
import { type ImportPlace, importFile, productsOf, table, variationsOf } from './import-case';

/** Files that come back: to their own shop after sales, and to another shop of the owner. */
const { api, scene } = setUpScene();
let place: ImportPlace;
beforeEach(async () => {
  await buildGroup(api.db, { name: 'Посуда', slug: 'posuda' });
  place = { api, user: scene.store_owner, shop: scene.shop };
});

const heading = ['Артикул', 'Название', 'Цена', 'Остаток', 'Основной товар', 'Вариант'];
const exported = async (query = '', shop = scene.shop) => {
  const { body } = await api.request<string>(place.user, 'GET', `product-exports?shop_id=${shop.id}${query}`);
  return body;
};
const sell = (table_: 'products' | 'variation_options', sku: string, count: number) =>
  api.db
    .updateTable(table_)
    .set((eb) => ({ quantity: eb('quantity', '-', count) }))
    .where('sku', '=', sku)
    .execute();
const stocks = async () =>
  Object.fromEntries(
    [...(await productsOf(place)), ...(await variationsOf(place))].map(({ sku, quantity }) => [
      sku,
      quantity,
    ]),
  );
/** The file with another stock in the row of a SKU: as people edit it in a spreadsheet. */
function edited(file: string, sku: string, quantity: string): string {
  const [names = '', ...rows] = file.replace('\ufeff', '').trim().split('\n');
  const cells = names.split(';');
  const [number, stock] = [cells.indexOf('Артикул'), cells.indexOf('Остаток')];
  const changed = rows.map((row) => {
    const all = row.split(';');
    if (all[number] === sku) all[stock] = quantity;
    return all.join(';');
  });
  return [names, ...changed].join('\n');
}

describe('a file that comes back after sales', () => {
  beforeEach(async () => {
    const { told } = await importFile(
      place,
      table(
        heading,
        ['ST-1', 'Чашка', '10', '10', '', ''],
        ['V', 'Кружка', '', '', '', ''],
        ['V-1', '', '5', '4', 'V', 'Цвет: синий'],
      ),
    );
    expect(told).toEqual([]);
  });

  it.each(['', '&columns=sku,slug,name,price,quantity,parent,options'])(
    'brings no sold piece back when it changed only names (export%s)',
    async (query) => {
      const file = await exported(query);
      await sell('products', 'ST-1', 3);
      await sell('variation_options', 'V-1', 1);
      const { told, updated } = await importFile(place, file.replace('Чашка', 'Чашка новая'));

      expect([told, updated]).toEqual([[], 1]);
      expect(await stocks()).toMatchObject({ 'ST-1': 7, 'V-1': 3 });
      expect((await productsOf(place))[0]?.name).toBe('Чашка новая');
    },
  );

  it('adds the difference of a changed stock, once however often it comes', async () => {
    const file = await exported();
    await sell('products', 'ST-1', 3);
    await sell('variation_options', 'V-1', 1);
    const more = edited(edited(file, 'ST-1', '15'), 'V-1', '6');
    await importFile(place, more);
    expect(await stocks()).toMatchObject({ 'ST-1': 12, 'V-1': 5 });
    await importFile(place, more);
    expect(await stocks()).toMatchObject({ 'ST-1': 12, 'V-1': 5 });
    await importFile(place, edited(more, 'ST-1', '16'));
    expect(await stocks()).toMatchObject({ 'ST-1': 13, 'V-1': 5 });
  });

  it('counts once when two people import it at the same time', async () => {
    const more = edited(await exported(), 'ST-1', '15');
    await Promise.all([importFile(place, more), importFile(place, more)]);

    expect(await stocks()).toMatchObject({ 'ST-1': 15 });
  });

  it('sets the number of the file where the person chose so, and leaves unchanged ones alone', async () => {
    const file = await exported();
    await sell('products', 'ST-1', 3);
    await sell('variation_options', 'V-1', 1);
    await importFile(place, edited(file, 'ST-1', '20'), { stock: 'absolute' });

    expect(await stocks()).toMatchObject({ 'ST-1': 20, 'V-1': 3 });
  });

  it('refuses to take more pieces than there are', async () => {
    const file = await exported();
    await sell('products', 'ST-1', 8);
    const { told } = await importFile(place, edited(file, 'ST-1', '5'));

    expect(told.map(([, errors]) => Object.values(errors))).toEqual([['error-stock-changed']]);
    expect(await stocks()).toMatchObject({ 'ST-1': 2 });
  });

  it('sets the stock of a file without the mark, as other systems send it', async () => {
    await sell('products', 'ST-1', 3);
    await importFile(place, table(heading.slice(0, 4), ['ST-1', 'Чашка', '10', '10']));

    expect(await stocks()).toMatchObject({ 'ST-1': 10 });
  });

  it('changes nothing when it comes back untouched', async () => {
    const { updated, created, told } = await importFile(place, await exported());

    expect([updated, created, told]).toEqual([0, 0, []]);
  });
});

it('loads the export of a shop into another one of its owner, with new addresses and its variations', async () => {
  const other = await buildShop(api.db, { owner: scene.store_owner });
  await importFile(
    place,
    table(
      [...heading, 'Адрес'],
      ['ST-1', 'Чашка', '10', '10', '', '', 'chashka'],
      ['', 'Кружка', '', '', '', '', 'kruzhka'],
      ['V-1', '', '5', '4', 'kruzhka', 'Цвет: синий', ''],
      ['V-2', '', '6', '4', 'kruzhka', 'Цвет: красный', ''],
    ),
  );
  const there = { ...place, shop: other };
  const sent = await importFile(there, await exported());

  expect([sent.rejected, sent.created]).toEqual([0, 4]);
  const [here, copies] = [await productsOf(place), await productsOf(there)];
  expect(copies.map(({ name, price }) => [name, price])).toEqual(
    here.map(({ name, price }) => [name, price]),
  );
  expect(copies.some(({ slug }) => here.some((one) => one.slug === slug))).toBe(false);
  expect((await variationsOf(there)).map(({ sku, quantity }) => [sku, quantity])).toEqual([
    ['V-1', 4],
    ['V-2', 4],
  ]);
});

it('changes nothing in the other shop when the same export comes again, and finds what was sold there', async () => {
  const other = await buildShop(api.db, { owner: scene.store_owner });
  await importFile(
    place,
    table(
      [...heading, 'Адрес'],
      ['ST-1', 'Чашка', '10', '10', '', '', 'chashka'],
      ['', 'Кружка', '', '', '', '', 'kruzhka'],
      ['V-1', '', '5', '4', 'kruzhka', 'Цвет: синий', ''],
    ),
  );
  const there = { ...place, shop: other };
  const file = await exported();
  await importFile(there, file);
  const copies = await productsOf(there);
  const again = await importFile(there, file.replace('Кружка', 'Кружка новая'));

  expect([again.created, again.updated, again.rejected]).toEqual([0, 1, 0]);
  expect(again.told.map(([, errors]) => Object.values(errors))).toEqual([['error-import-other-address']]);
  expect((await productsOf(there)).map(({ id, slug, name }) => [id, slug, name])).toEqual(
    copies.map(({ id, slug, name }) => [id, slug, name.replace('Кружка', 'Кружка новая')]),
  );
});
