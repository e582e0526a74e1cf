import { utils, write } from '@e965/xlsx';
import iconv from 'iconv-lite';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildGroup } from '../../support/products';
import { setUpScene } from '../../support/scene';
import { type ImportPlace, importFile, productsOf, table } from './import-case';

/** Files whose letters, marks and headings other programs spoilt: read as they were meant, or told by row. */
const { api, scene } = setUpScene();
let place: ImportPlace;
beforeEach(async () => {
  await buildGroup(api.db, { name: 'Посуда', slug: 'posuda' });
  place = { api, user: scene.store_owner, shop: scene.shop };
});

const goods =
  'Артикул;Название;Цена;Описание\nA-1;Чайник заварочный;100;Керамика\nA-2;Чашка большая;200;Фарфор\n';
const namesOf = async () => (await productsOf(place)).map(({ name }) => name);
const headed = (...rows: string[]) => `Артикул;Название;Цена;Остаток\n${rows.join('\n')}\n`;

describe('letters of another encoding', () => {
  it('are put right in a row of UTF-8 within a file of windows-1251, and told', async () => {
    const file = Buffer.concat([
      iconv.encode(goods, 'windows-1251'),
      Buffer.from('A-3;Вилка и Иголка Шило;50;\n'),
    ]);
    const { told } = await importFile(place, file);

    expect(await namesOf()).toContain('Вилка и Иголка Шило');
    expect(told).toEqual([[4, { '1': 'error-import-cell-recoded' }]]);
  });

  it('are lost in a row of windows-1251 within a file of UTF-8: the row is refused, not what is left of it', async () => {
    const file = Buffer.concat([
      Buffer.from(goods),
      iconv.encode('A-3;Вилка IKEA столовая;50;\n', 'windows-1251'),
    ]);
    const { told, rejected } = await importFile(place, file);

    expect([rejected, told]).toEqual([1, [[4, { '1': 'error-import-cell-unreadable' }]]]);
  });

  it.each([
    ['Р§Р°С€РєР°', 'Чашка'],
    ['Ð§Ð°ÑˆÐºÐ°', 'Чашка'],
    ['Р’РµСЃС‹ вЂ” В«РЎС‚РѕР»В»', 'Весы — «Стол»'],
    ['СССР', 'СССР'],
    ['С°Р°', 'С°Р°'],
    ['Р. С. Т.', 'Р. С. Т.'],
  ])('that were broken before the file was written: «%s» is «%s»', async (written, name) => {
    const { told } = await importFile(place, table(['Артикул', 'Название', 'Цена'], ['A', written, '1']));

    expect(await namesOf()).toEqual([name]);
    expect(told).toEqual(written === name ? [] : [[2, { '1': 'error-import-cell-recoded' }]]);
  });

  it.each([
    ['a zero byte in a name', goods.replace('Чашка', 'Ча\0шка'), [[3, { '1': 'error-import-cell-damaged' }]]],
    ['a zero byte in an article', goods.replace('A-2', 'A\0-2'), [[3, { '0': 'error-import-cell-damaged' }]]],
    ['zero bytes at its end', `${goods}\0\0\0`, []],
    ['the sign of an end of DOS', `${goods}\u001a`, []],
  ])('a file with %s is a text', async (_what, file, told) => {
    expect((await importFile(place, file)).told).toEqual(told);
    expect(await namesOf()).toContain('Чайник заварочный');
  });
});

describe('quotation marks', () => {
  it.each([
    ['"Набор "Роза" чайный"', 'Набор "Роза" чайный'],
    ['"Телевизор 55\\" LED"', 'Телевизор 55" LED'],
    ['"Телевизор 55" LED"', 'Телевизор 55" LED'],
    ['"Роза" набор, "люкс"', '"Роза" набор, "люкс"'],
    ['"Роза" набор', '"Роза" набор'],
    ['"""Роза"""', '"Роза"'],
    ['Труба 1/2" сталь', 'Труба 1/2" сталь'],
  ])('%s is %s', async (written, name) => {
    expect((await importFile(place, headed(`A-1;${written};10;1`, 'A-2;Ложка;20;2'))).told).toEqual([]);
    expect(await namesOf()).toEqual([name, 'Ложка']);
  });

  it('that stay open are refused in each row that has one', async () => {
    const file = headed('A-1;"Чашка;10;1', 'A-2;Ложка;20;2', 'A-3;"Вилка;30;3', 'A-4;Нож;40;4');
    const { told } = await importFile(place, file);

    expect(told.map(([line, errors]) => [line, errors.row])).toEqual([
      [2, 'error-import-row-quote'],
      [4, 'error-import-row-quote'],
    ]);
    expect(await namesOf()).toEqual(['Ложка', 'Нож']);
  });
});

const workbook = (rows: unknown[][]) => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'TDSheet');
  return write(book, { bookType: 'xlsx', type: 'buffer' }) as Buffer;
};

it('refuses numbers of more figures than a spreadsheet keeps where each counts', async () => {
  const file = workbook([
    ['Артикул', 'Название', 'Цена', 'Штрихкод'],
    [1.2345678901234567e19, 'Чашка', 1, ''],
    ['A-2', 'Ложка', 1, 46071234567810000000],
    ['A-3', 'Вилка', 1, 4607123456781],
  ]);
  const { told } = await importFile(place, file);

  expect(told).toEqual([
    [2, { '0': 'error-import-cell-rounded' }],
    [3, { '3': 'error-import-cell-rounded' }],
  ]);
});

describe('headings', () => {
  it.each([
    ['with Latin letters that look the same', 'Aртикул;Нaзвание;Ценa;Oстаток'],
    ['in Arabic', 'رمز المنتج;الاسم;السعر;الكمية'],
    ['of English price lists', 'Item code;Item name;Unit price;Quantity on hand'],
    ['of a recommended price', 'Артикул;Наименование;РРЦ;Наличие на складе'],
    ['of a price with VAT', 'Код товара;Товар;Цена с НДС;Остаток на складах'],
  ])('%s are known', async (_what, headings) => {
    const { told } = await importFile(place, `${headings}\nA-1;Чашка;100;5\n`);

    expect(told).toEqual([]);
    expect(await productsOf(place)).toMatchObject([{ sku: 'A-1', name: 'Чашка', price: 100, quantity: 5 }]);
  });

  it('of two rows are read together, as 1С writes them', async () => {
    const { told } = await importFile(
      place,
      workbook([
        ['Прайс-лист'],
        ['Номенклатура.Код', 'Номенклатура.Артикул', 'Номенклатура', 'Розничная', '', 'Остаток'],
        ['', '', '', 'Цена', 'Ед.', ''],
        ['', '', 'Посуда', '', '', ''],
        ['00001', 'K-1', 'Кружка', '500,00 руб.', 'шт', '5,000'],
      ]),
    );

    expect(told).toEqual([[4, { row: 'error-import-row-group' }]]);
    expect(await productsOf(place)).toMatchObject([{ sku: 'K-1', price: 500, quantity: 5, unit: 'шт' }]);
  });

  it('of a currency belong to the price beside it', async () => {
    const file = `Наименование;Артикул;Закупочная цена;"Валюта (Закупочная цена)";"Цена: Цена продажи";"Валюта (Цена продажи)"
Кружка;KR;5;USD;500;руб
Ложка;LR;5;руб;50;USD
`;
    const { told } = await importFile(place, file);

    expect(told).toEqual([[3, { '5': 'error-import-currency' }]]);
    expect(await productsOf(place)).toMatchObject([{ sku: 'KR', price: 500 }]);
  });

  it('of the price before a discount alone say no price', async () => {
    const { told } = await importFile(
      place,
      table(['Артикул', 'Название', 'Старая цена'], ['A', 'Чашка', '9']),
    );

    expect(told).toEqual([[2, { price: 'error-price-required' }]]);
  });

  it.each(['Цена, тыс. руб.', 'Стоимость, коп.', 'Цена (за 100 шт)', 'Цена, тг', 'Price, cents'])(
    '«%s» say no price of a piece in roubles',
    async (name) => {
      const { told } = await importFile(place, table(['Артикул', 'Название', name], ['A', 'Чашка', '9']));

      expect(told).toEqual([[2, { '2': 'error-import-currency' }]]);
    },
  );
});
