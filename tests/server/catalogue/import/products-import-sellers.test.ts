import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import type { ImportErrorGroup, ProductImport } from '@/contract/catalogue/products/imports';
import { importFields } from '@/contract/catalogue/products/imports';
import { writeWorkbook } from '@/server/core/documents/xlsx/write';
import { guessMapping } from '@/server/modules/catalogue/import/headings';
import { fieldNames } from '@/server/modules/catalogue/products/field-names';
import { sendFile, settled } from '../../../support/import-files';
import { buildGroup } from '../../../support/products';
import { setUpScene } from '../../../support/scene';
import type { Wire } from '../../../support/server';
import { signIn } from '../../../support/session';

/** Sellers' existing files: headings, values for all rows, missing records, the template. */
const { api, scene } = setUpScene();

type User = { id: number } | null;

async function upload(rows: string[], user: User = scene.store_owner, name = 'товары.csv') {
  const file = { name, content: rows.join('\n') };
  const fields = { shop_id: String(scene.shop.id) };
  const { status, body } = await sendFile<ProductImport & Wire>(api, user, 'product-imports', file, fields);
  expect(status).toBe(201);
  return body;
}

async function work(id: number, kind: 'check' | 'run', user: User = scene.store_owner) {
  expect((await api.request(user, 'POST', `product-imports/${id}/${kind}`)).status).toBe(200);
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

const products = () =>
  api.db.selectFrom('products').selectAll().where('shop_id', '=', scene.shop.id).orderBy('id').execute();

it('the file is named by its content and without direction marks', async () => {
  const body = await upload(['Артикул;Название', 'A-1;Кружка'], scene.store_owner, 'цены\u202evsc.exe');

  expect(body.file_name).toBe('ценыvsc.csv');
});

/** Headings of a file with their fields, in the file's order. */
async function meanings(...headings: string[]) {
  const mapping = await guessMapping(headings);
  return headings.map((_heading, index) => mapping[index] ?? null);
}

describe('headings', () => {
  it('of the form and of sellers are recognised', async () => {
    expect(
      await meanings('Тип товаров', 'Ссылка на фото', 'Единица продажи', 'Метки', 'Другие картинки'),
    ).toEqual(['type', 'image', 'unit', 'tags', 'gallery']);
  });

  it('of Ozon: the article is not Ozon’s number, the price before a discount is the price', async () => {
    const known = await meanings(
      '№',
      'SKU',
      'Артикул*',
      'Название товара',
      'Цена, руб.*',
      'Цена до скидки, руб.',
      'НДС, %*',
      'Вес в упаковке, г*',
      'Ширина упаковки, мм*',
      'Ссылка на главное фото*',
      'Ссылки на дополнительные фото',
      'Аннотация',
    );

    expect(known).toEqual([
      null,
      null,
      'sku',
      'name',
      'sale_price',
      'price',
      'vat_rate',
      'weight',
      'width',
      'image',
      'gallery',
      'description',
    ]);
  });

  it('of Wildberries, МойСклад and price lists in YML', async () => {
    expect(
      await meanings('Артикул продавца', 'Наименование', 'Бренд', 'Баркоды', 'Вес с упаковкой (кг)', 'Фото'),
    ).toEqual(['sku', 'name', 'manufacturer', 'barcode', 'weight', 'image']);
    expect(
      await meanings(
        'Группы',
        'Код',
        'Наименование',
        'Артикул',
        'Цена: Цена продажи',
        'Остаток',
        'Штрихкод EAN13',
      ),
    ).toEqual(['categories', null, 'name', 'sku', 'price', 'quantity', 'barcode']);
    expect(await meanings('vendorCode', 'name', 'price', 'oldprice', 'picture', 'vendor')).toEqual([
      'sku',
      'name',
      'sale_price',
      'price',
      'image',
      'manufacturer',
    ]);
  });

  it('are found below the titles of a template', async () => {
    const one = await upload([
      'Шаблон товаров;;',
      'Название и цены;;Прочее',
      'Артикул*;Название товара;Цена, руб.*',
      'A-1;Кружка;100',
    ]);

    expect(one.headings).toEqual(['Артикул*', 'Название товара', 'Цена, руб.*']);
    expect([one.total, one.mapping]).toEqual([1, { 0: 'sku', 1: 'name', 2: 'price' }]);
  });

  it('name units: grams and millimetres are converted to kilograms and centimetres', async () => {
    await buildGroup(api.db, { name: 'Посуда', slug: 'posuda' });
    const { id } = await upload([
      'Артикул;Название;Тип товаров;Единица;Цена до скидки;Цена;Вес в упаковке, г*;Ширина упаковки, мм*',
      'A-1;Кружка;Посуда;шт.;500;400;350;125,5',
      'A-2;Блюдце;Посуда;шт.;;90;200;90',
    ]);
    await work(id, 'run');

    const stored = await products();
    expect(
      stored.map(({ price, sale_price, weight, width }) =>
        [price, sale_price, weight, width].map((one) => (one === null ? null : Number(one))),
      ),
    ).toEqual([
      [500, 400, 0.35, 12.55],
      [90, null, 0.2, 9],
    ]);
  });
});

describe('one value for all rows', () => {
  const rows = ['Артикул;Название;Цена', 'A-1;Кружка;100', 'A-2;Блюдце;90'];

  it('fills the fields that the file lacks', async () => {
    const group = await buildGroup(api.db, { name: 'Посуда', slug: 'posuda' });
    const { id } = await upload(rows);
    const values = { type: 'Посуда', unit: 'шт.', quantity: '7' };
    const changed = await api.request(scene.store_owner, 'PATCH', `product-imports/${id}`, {
      options: { values },
    });
    expect(changed.body.options).toMatchObject({ values });

    expect((await work(id, 'run')).created).toBe(2);

    const stored = await products();
    expect(stored.map(({ type_id, unit, quantity }) => [type_id, unit, quantity])).toEqual([
      [group.id, 'шт.', 7],
      [group.id, 'шт.', 7],
    ]);
  });

  it.each([
    ['a field that must differ by row', { sku: 'A-1' }],
    ['no text', { unit: 5 }],
    ['too long a text', { unit: 'ш'.repeat(501) }],
    ['no map', ['шт.']],
  ])('is refused: %s', async (_what, values) => {
    const { id } = await upload(rows);
    const { status } = await api.request(scene.store_owner, 'PATCH', `product-imports/${id}`, {
      options: { values },
    });

    expect(status).toBe(422);
  });
});

describe('equal errors', () => {
  const rows = [
    'Артикул;Название;Тип товаров;Категории;Метки;Производитель;Единица;Цена',
    'A-1;Кружка;Керамика;Дом > Кухня;новинка;Гжель;шт.;100',
    'A-2;Блюдце;Керамика;Дом > Кухня;новинка, подарок;Гжель;шт.;90',
    'A-3;Ваза;Керамика;;;;шт.;90',
  ];

  it('are grouped with their count and the missing names', async () => {
    const { id } = await upload(rows);
    await work(id, 'check');

    const groups = await groupsOf(id);

    expect(groups[0]).toEqual({
      column: '2',
      error: 'error-import-unknown',
      is_rejected: true,
      count: 3,
      first_line: 2,
      missing: [{ name: 'Керамика', count: 3, guess: null }],
      maps: 'type',
      creates: null,
    });
    const tags = groups.find(({ column }) => column === '4');
    expect([tags?.count, tags?.missing]).toEqual([
      2,
      [
        { name: 'новинка', count: 2, guess: null },
        { name: 'подарок', count: 1, guess: null },
      ],
    ]);
  });

  it('are fixed by an administrator, who creates the records and has the rows checked again', async () => {
    const admin = scene.super_admin;
    const { id } = await upload(rows, admin);
    await work(id, 'check', admin);
    expect((await groupsOf(id, admin)).every(({ creates }) => creates !== null)).toBe(true);

    for (const [field, names] of [
      ['type', ['Керамика']],
      ['categories', ['Дом > Кухня']],
      ['tags', ['новинка', 'подарок', 'новинка']],
      ['manufacturer', ['Гжель']],
    ]) {
      const { status } = await api.request(admin, 'POST', `product-imports/${id}/missing`, { field, names });
      expect([field, status]).toEqual([field, 200]);
      await settled(api, admin, id);
    }

    expect(await groupsOf(id, admin)).toEqual([]);
    const kitchen = await api.db
      .selectFrom('categories as c')
      .innerJoin('categories as p', 'p.id', 'c.parent_id')
      .select(['c.name', 'p.name as parent'])
      .execute();
    expect(kitchen).toEqual([{ name: 'Кухня', parent: 'Дом' }]);
    expect(
      (await api.db.selectFrom('tags').select('name').orderBy('name').execute()).map(({ name }) => name),
    ).toEqual(['новинка', 'подарок']);
    expect((await work(id, 'run', admin)).created).toBe(3);
  });

  it.each([
    ['a guest', null, 401],
    ['a customer', 'customer', 403],
    ['the owner, who may not create groups', 'store_owner', 403],
    ['another owner', 'otherOwner', 404],
  ] as const)('cannot be fixed by %s', async (_who, person, expected) => {
    const { id } = await upload(rows);
    await work(id, 'check');

    const { status } = await api.request(
      person ? scene[person] : null,
      'POST',
      `product-imports/${id}/missing`,
      {
        field: 'type',
        names: ['Керамика'],
      },
    );

    expect(status).toBe(expected);
    expect(await api.db.selectFrom('groups').select('id').execute()).toEqual([]);
  });

  it.each([
    ['another field', { field: 'name', names: ['x'] }],
    ['no names', { field: 'type', names: [] }],
    ['a name that is no text', { field: 'type', names: [5] }],
    ['too many names', { field: 'type', names: Array.from({ length: 101 }, (_, place) => `Т ${place}`) }],
    ['a name that the group refuses', { field: 'type', names: ['К'.repeat(121)] }],
  ])('cannot be fixed with %s', async (_what, body) => {
    const { id } = await upload(rows, scene.super_admin);
    await work(id, 'check', scene.super_admin);

    const { status } = await api.request(scene.super_admin, 'POST', `product-imports/${id}/missing`, body);

    expect(status).toBe(422);
    expect(await api.db.selectFrom('groups').select('id').execute()).toEqual([]);
  });

  it('of another shop are not found', async () => {
    const { id } = await upload(rows);

    const { status } = await api.request(scene.otherOwner, 'GET', `product-imports/${id}/error-groups`);

    expect(status).toBe(404);
  });
});

async function template(format: 'csv' | 'xlsx', user: User = scene.store_owner) {
  const token = user ? await signIn(api.db, user.id, api.now()) : '';
  return api.app.inject({
    url: `/admin/rest/product-imports/template.${format}?shop_id=${scene.shop.id}&language=ru`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
}

/** Texts of the sheets of a workbook, in order. */
async function sheetsOf(workbook: Buffer): Promise<string[]> {
  const zip = await fromBufferPromise(workbook, { lazyEntries: true });
  const sheets: string[] = [];
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.startsWith('xl/worksheets/')) continue;
    sheets.push(await text(await zip.openReadStreamPromise(entry)));
  }
  return sheets;
}

describe('GET product-imports/template', () => {
  it('is a file that the import accepts, with the groups in a comment', async () => {
    await buildGroup(api.db, { name: 'Посуда', slug: 'posuda' });

    const { statusCode, body } = await template('csv');

    expect(statusCode).toBe(200);
    const [headings = '', sample = ''] = body.replace('\uFEFF', '').split(/\r?\n/);
    expect(headings).toContain('Типы товаров площадки: Посуда');
    const mapping = await guessMapping(headings.split(';'));
    expect(Object.values(mapping)).toEqual(
      expect.arrayContaining(['sku', 'name', 'type', 'unit', 'price', 'gallery']),
    );
    expect(sample).toContain('Посуда');
  });

  it('lists groups and categories on a second sheet of the workbook', async () => {
    await buildGroup(api.db, { name: 'Посуда', slug: 'posuda' });

    const [goods, lists] = await sheetsOf((await template('xlsx')).rawPayload);

    expect(goods).toContain('Артикул');
    expect(lists).toContain('Посуда');
    expect(lists).not.toContain('Артикул');
  });

  it.each([
    ['a guest', null, 401],
    ['a customer', 'customer', 403],
    ['another owner', 'otherOwner', 404],
    ['the staff', 'staff', 200],
  ] as const)('answers %s correctly', async (_who, person, expected) => {
    expect((await template('csv', person ? scene[person] : null)).statusCode).toBe(expected);
  });
});

describe('a workbook of several sheets', () => {
  const workbook = async (sheets: Record<string, string[][]>) => {
    const parts = Object.entries(sheets).map(([title, rows]) => ({
      title,
      rows: (async function* () {
        yield rows;
      })(),
    }));
    return Buffer.concat(await Array.fromAsync(writeWorkbook(parts)));
  };
  const send = async (content: Buffer) => {
    const fields = { shop_id: String(scene.shop.id) };
    const file = { name: 'товары.xlsx', content };
    const { status, body } = await sendFile<ProductImport & Wire>(
      api,
      scene.store_owner,
      'product-imports',
      file,
      fields,
    );
    expect(status).toBe(201);
    return body;
  };
  const help = [['Инструкция'], ['Название товара пишите без рекламы'], ['Цена']];
  const table = [
    ['Основное', '', 'Деньги'],
    ['Артикул*', 'Название товара', 'Цена, руб.*'],
    ['Обязательное поле', 'Укажите название', 'Укажите цену в рублях'],
    ['TEA-1', 'Чай', '120'],
    ['TEA-2', 'Кофе', 'дорого и ещё раз дорого'],
  ];

  it('is read from the sheet with the known headings, without the help below them, and names that sheet', async () => {
    const body = await send(await workbook({ Инструкция: help, Шаблон: table, Справочник: [['Россия']] }));

    expect(body).toMatchObject({
      sheet_name: 'Шаблон',
      headings: table[1],
      total: 2,
      samples: table.slice(3),
    });
    const { body: listed } = await api.request<{ data: ProductImport[] }>(
      scene.store_owner,
      'GET',
      `product-imports?shop_id=${scene.shop.id}`,
    );
    expect(listed.data[0]?.sheet_name).toBe('Шаблон');
  });

  it('is read from its first sheet if no headings are known, and names no sheet if there is only one', async () => {
    const unknown = await send(
      await workbook({
        Раз: [
          ['a', 'b'],
          ['1', '2'],
        ],
        Два: [['c'], ['3']],
      }),
    );
    expect(unknown).toMatchObject({ sheet_name: 'Раз', headings: ['a', 'b'] });

    expect((await send(await workbook({ Товары: table }))).sheet_name).toBeNull();
  });

  it('keeps products without numbers: only explanations of the columns are left out', async () => {
    const rows = [
      ['Артикул', 'Название', 'Описание', 'Цена'],
      ['T-1', 'Чай', 'Укажите имя на открытке', ''],
    ];
    const body = await send(await workbook({ Справка: help, Товары: rows }));
    expect(body).toMatchObject({ sheet_name: 'Товары', total: 1 });
  });
});

it.each(['ru', 'en'])(
  'the headings of our own files in %s and the technical names are told apart',
  async (language) => {
    const own = Object.fromEntries(importFields.map((field, index) => [String(index), field]));
    const names = await fieldNames(language);

    expect(await guessMapping(importFields.map((field) => names[field]))).toEqual(own);
    expect(await guessMapping(importFields)).toEqual(own);
  },
);
