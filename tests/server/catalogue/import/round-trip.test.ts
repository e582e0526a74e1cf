import { read, utils, write } from '@e965/xlsx';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { panelAccept } from '@/contract/core/panel-client';
import { buildGroup } from '../../../support/products';
import { setUpScene } from '../../../support/scene';
import { signIn } from '../../../support/session';
import { type ImportPlace, importFile } from '../../../world/goods/import-case';

/** An export of 2,000 rows comes back without a change in every format, also when goods are sold in between. */
const { api, scene } = setUpScene();
let place: ImportPlace;
beforeEach(async () => {
  await buildGroup(api.db, { name: 'Посуда', slug: 'posuda' });
  place = { api, user: scene.store_owner, shop: scene.shop };
  await buildGoods();
});

/** 1,200 simple products and 200 with four variations each, with texts, measures and discounts that are written with care. */
async function buildGoods(): Promise<void> {
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const heading = [
    ...['Артикул', 'Название', 'Цена', 'Цена со скидкой', 'Остаток', 'Вес, кг', 'НДС', 'Штрихкод'],
    ...['Описание', 'Основной товар', 'Вариант'],
  ];
  const simple = Array.from({ length: 1200 }, (_any, at) => [
    at % 3 === 0 ? `00${at}` : `А-${at} (${at}/1)`,
    at % 4 === 0 ? `Чашка "Роза"; ½ л, №${at}` : `Ёлка 1,5 м ${at}`,
    `${at + 1},${String(at % 100).padStart(2, '0')}`,
    at % 5 === 0 ? '0,50' : '',
    String(at % 40),
    at % 2 === 0 ? `${at % 9},125` : '',
    ['22', '10', 'без НДС'][at % 3] ?? '',
    '',
    at % 6 === 0 ? `Строка 1\nстрока <M> & ещё ${at}` : '',
    '',
    '',
  ]);
  const variable = Array.from({ length: 200 }, (_any, at) => [
    [`V${at}`, `Кружка ${at}`, ...Array(9).fill('')],
    ...['синий', 'жёлтый', '41–43', 'S/M'].map((value, place) => [
      ...[`V${at}-${place}`, '', `${at + place + 1}`, '', String((at + place) % 30), '', '', ''],
      ...['', `V${at}`, `Цвет: ${value}`],
    ]),
  ]).flat();
  const text = [heading, ...simple, ...variable].map((row) => row.map(quote).join(';')).join('\n');
  const { told, created } = await importFile(place, text);
  expect([told, created]).toEqual([[], 2200]);
}

async function exported(format: 'csv' | 'xlsx'): Promise<Buffer> {
  const token = await signIn(api.db, scene.store_owner.id, api.now());
  const answer = await api.app.inject({
    url: `/admin/rest/product-exports?shop_id=${scene.shop.id}&format=${format}`,
    headers: { accept: panelAccept, authorization: `Bearer ${token}` },
  });
  return answer.rawPayload;
}

/** As a spreadsheet saves the file that it opened. */
const savedAs = (book: Buffer, bookType: 'ods' | 'xlsx' | 'xls') =>
  Buffer.from(write(read(book, { cellNF: true }), { type: 'buffer', bookType }) as Uint8Array);

const stocks = async () => {
  const { rows } = await sql<{ sku: string; quantity: number }>`
    select sku, quantity from products where shop_id = ${scene.shop.id} and product_type = 'simple'
    union all select sku, quantity from variation_options where shop_id = ${scene.shop.id}`.execute(api.db);
  return Object.fromEntries(rows.map(({ sku, quantity }) => [sku, quantity]));
};

it.each([
  ['CSV', async () => exported('csv')],
  ['XLSX', async () => exported('xlsx')],
  ['XLSX that another program saved', async () => savedAs(await exported('xlsx'), 'xlsx')],
  ['ODS', async () => savedAs(await exported('xlsx'), 'ods')],
  ['XLS', async () => savedAs(await exported('xlsx'), 'xls')],
])('%s', { timeout: 120_000 }, async (_format, make) => {
  const file = await make();
  const before = await stocks();
  await sql`update products set quantity = quantity - 1 where sku like 'А-%' and quantity > 0`.execute(
    api.db,
  );
  await sql`update variation_options set quantity = quantity - 1 where sku like 'V1%' and quantity > 0`.execute(
    api.db,
  );
  const sold = await stocks();
  expect(sold).not.toEqual(before);

  const { told, created, updated, rejected, total } = await importFile(place, file);

  expect({ told, created, updated, rejected, total }).toEqual({
    told: [],
    created: 0,
    updated: 0,
    rejected: 0,
    total: 2200,
  });
  expect(await stocks()).toEqual(sold);
});

it('writes a workbook whose numbers are numbers and whose articles are texts', async () => {
  const { Sheets, SheetNames } = read(await exported('xlsx'));
  const first = utils.sheet_to_json<unknown[]>(Sheets[SheetNames[0] ?? ''] ?? {}, { header: 1 })[1] ?? [];

  expect(first.some((one) => typeof one === 'number')).toBe(true);
  expect(first).toContain('000');
});
