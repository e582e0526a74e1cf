import { beforeEach, describe, expect, it } from 'vitest';
import type { ImportError, ProductImport } from '@/contract/catalogue/products/imports';
import { sendFile, settled } from '../../../support/import-files';
import { buildGroup } from '../../../support/products';
import { setUpScene } from '../../../support/scene';
import type { Wire } from '../../../support/server';

/** The column that an error of an import names is the column of the wrong cell, by the file's own heading. */
const { api, scene } = setUpScene();

beforeEach(() => buildGroup(api.db, { name: 'Посуда', slug: 'posuda' }));

/** A right row by the headings of the file. */
const right = {
  Артикул: 'A-1',
  Название: 'Кружка',
  Группа: 'Посуда',
  'Цена до скидки': '',
  'Цена, руб.': '500',
  Остаток: '3',
  'Единица измерения': 'шт.',
  'Вес, г': '300',
  Ширина: '10',
  НДС: '22',
  Статус: 'draft',
  'Адрес страницы': 'kruzhka',
  Описание: 'Белая',
  Штрихкод: '4006381333931',
  'Порог остатка': '1',
} satisfies Record<string, string>;

type Heading = keyof typeof right;

/** Names of the columns with errors in a file of one row. */
async function wrongColumns(changes: Partial<Record<Heading, string>>, without: Heading[] = []) {
  const cells = Object.entries({ ...right, ...changes }).filter(
    ([heading]) => !without.includes(heading as Heading),
  );
  const content = [cells.map(([heading]) => heading).join(';'), cells.map(([, cell]) => cell).join(';')].join(
    '\n',
  );
  const sent = await sendFile<ProductImport & Wire>(
    api,
    scene.store_owner,
    'product-imports',
    { name: 'товары.csv', content },
    { shop_id: String(scene.shop.id) },
  );
  expect([sent.status, sent.body.errors]).toEqual([201, undefined]);
  await api.request(scene.store_owner, 'POST', `product-imports/${sent.body.id}/check`);
  const { headings } = await settled(api, scene.store_owner, sent.body.id);
  const { body } = await api.request<{ data: ImportError[] }>(
    scene.store_owner,
    'GET',
    `product-imports/${sent.body.id}/errors`,
  );
  return body.data.flatMap(({ errors }) => Object.keys(errors).map((key) => headings[Number(key)] ?? key));
}

describe('an error in a cell', () => {
  it('is in no column of a right row', async () => {
    expect(await wrongColumns({})).toEqual([]);
  });

  it.each([
    ['Название', ''],
    ['Группа', 'Нет такой'],
    ['Группа', ''],
    ['Цена, руб.', 'дорого'],
    ['Цена, руб.', '-5'],
    ['Цена до скидки', 'дорого'],
    ['Остаток', 'много'],
    ['Остаток', '-1'],
    ['Единица измерения', ''],
    ['Единица измерения', 'ш'.repeat(300)],
    ['Вес, г', 'тяжёлая'],
    ['Вес, г', '-4'],
    ['Ширина', 'узкая'],
    ['НДС', '99'],
    ['Статус', 'где-то'],
    ['Адрес страницы', 'create'],
    ['Описание', 'а'.repeat(70_000)],
    ['Штрихкод', 'нет'],
    ['Порог остатка', 'мало'],
  ] as [Heading, string][])('is told in the column %s for «%s»', async (heading, cell) => {
    expect(await wrongColumns({ [heading]: cell })).toEqual([heading]);
  });

  it('is told in the column of the discounted price, where a row has no other', async () => {
    expect(await wrongColumns({ 'Цена, руб.': 'дорого', 'Цена до скидки': '' })).toEqual(['Цена, руб.']);
    expect(await wrongColumns({ 'Цена, руб.': '700', 'Цена до скидки': '600' })).toEqual(['Цена, руб.']);
  });

  it('names the field where the file has no such column', async () => {
    expect(await wrongColumns({}, ['Единица измерения'])).toEqual(['unit']);
  });
});
