import { beforeEach, describe, expect, it } from 'vitest';
import { buildGroup } from '../../support/products';
import { setUpScene } from '../../support/scene';
import { type ImportPlace, importFile, productsOf, table, variationsOf } from './import-case';

/** One bad cell: it costs its row, or only itself where the person chose so. */
const { api, scene } = setUpScene();
let place: ImportPlace;
beforeEach(async () => {
  await buildGroup(api.db, { name: 'Посуда', slug: 'posuda' });
  place = { api, user: scene.store_owner, shop: scene.shop };
  await importFile(
    place,
    table(
      ['Артикул', 'Название', 'Цена', 'Цена со скидкой', 'Остаток', 'Основной товар', 'Вариант'],
      ['A-1', 'Чашка', '100', '80', '5', '', ''],
      ['K', 'Кружка', '', '', '', '', ''],
      ['K-1', '', '50', '', '3', 'K', 'Цвет: синий'],
    ),
  );
});

const rest = { refused: 'cell' } as const;

describe('a cell that is refused', () => {
  it.each([
    ['Вес, кг', 'тяжёлый', 'error-number-format'],
    ['Остаток', 'много', 'error-import-stock-word'],
    ['Остаток', '2,5', 'error-whole-number'],
    ['НДС', '77', 'error-wrong-value'],
    ['Штрихкод', '12', 'error-barcode'],
    ['Категории', 'Нет такой', 'error-import-unknown'],
    ['Производитель', 'Нет такого', 'error-import-unknown'],
    ['Статус', 'неведомый', 'error-wrong-value'],
    ['Цена со скидкой', '900', 'error-sale-price'],
    ['Название', 'Чашка <b>', 'error-text-markup'],
    ['SEO-заголовок', 'x'.repeat(600), 'error-too-long'],
  ])('in «%s» is left out, and the price of the row is written', async (name, cell, error) => {
    const file = table(['Артикул', name, 'Цена'], ['A-1', cell, '120']);
    const refused = await importFile(place, file);
    expect([refused.rejected, (await productsOf(place))[0]?.price]).toEqual([1, 100]);

    const { told, updated, rejected } = await importFile(place, file, rest);

    expect([updated, rejected]).toEqual([1, 0]);
    expect(told).toEqual([[2, { '1': error }]]);
    expect(await productsOf(place)).toMatchObject([
      { price: 120, sale_price: 80, quantity: 5, name: 'Чашка' },
      {},
    ]);
  });

  it('is the price: the stock of the row is written, also of a variation', async () => {
    const file = table(['Артикул', 'Цена', 'Остаток'], ['A-1', 'по запросу', '9'], ['K-1', '1,299', '8']);
    const { told, updated } = await importFile(place, file, rest);

    expect(updated).toBe(2);
    expect(told.map(([line, errors]) => [line, Object.keys(errors)])).toEqual([
      [2, ['1']],
      [3, ['1']],
    ]);
    expect((await productsOf(place))[0]).toMatchObject({ price: 100, quantity: 9 });
    expect(await variationsOf(place)).toMatchObject([{ price: 50, quantity: 8 }]);
  });

  it('is a discounted price that stands for the price, or money of another country: no price is written', async () => {
    const borrowed = table(['Артикул', 'Цена', 'Цена со скидкой', 'Остаток'], ['A-1', '', 'договорная', '9']);
    await importFile(place, borrowed, rest);
    const foreign = table(['Артикул', 'Цена', 'Валюта', 'Остаток'], ['A-1', '190', 'USD', '10']);
    const { told } = await importFile(place, foreign, rest);

    expect(told).toEqual([[2, { '2': 'error-import-currency' }]]);
    expect((await productsOf(place))[0]).toMatchObject({ price: 100, sale_price: 80, quantity: 10 });
  });

  it('is told although nothing else of the row changes, and by the check, too', async () => {
    const file = table(['Артикул', 'Вес, кг'], ['A-1', 'тяжёлый']);

    for (const kind of ['check', 'run'] as const) {
      const { told, updated, rejected } = await importFile(place, file, rest, kind);
      expect([updated, rejected, told.length]).toEqual([0, 0, 1]);
    }
  });

  it.each([
    ['the article', ['A-1 повтор', 'Чашка', '1', ''], ['A-1 повтор', 'Ложка', '2', '']],
    ['a name that a new product needs', ['N-1', 'Чашка', '1', ''], ['N-2', '<b>x</b>', '2', '']],
    ['a price that a new product needs', ['N-1', 'Чашка', '1', ''], ['N-2', 'Ложка', 'дорого', '']],
  ])('costs the row when it is %s', async (_what, first, second) => {
    const file = table(['Артикул', 'Название', 'Цена', 'Остаток'], first, second);
    const { created, rejected, told } = await importFile(place, file, rest);

    expect([created, rejected, told.map(([line]) => line)]).toEqual([1, 1, [3]]);
  });

  it('does not cost a new product either, which begins without it', async () => {
    const file = table(['Артикул', 'Название', 'Цена', 'Вес, кг'], ['N-1', 'Ложка', '10', 'лёгкая']);
    const { created, told } = await importFile(place, file, rest);

    expect([created, told.length]).toEqual([1, 1]);
    expect((await productsOf(place)).at(-1)).toMatchObject({ sku: 'N-1', weight: null });
  });
});
