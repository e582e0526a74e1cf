import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type {
  ImportError,
  ImportField,
  ImportTarget,
  ProductImport,
} from '@/contract/catalogue/products/imports';
import { sendFile, settled } from '../../support/import-files';
import { buildGroup } from '../../support/products';
import { setUpScene } from '../../support/scene';
import type { Wire } from '../../support/server';

/** Price lists and exports as people sent them: what became of them when nobody said anything. */
const { api, scene } = setUpScene();
const fileNamed = (name: string) => readFileSync(join('tests/world/goods/files', name));

let group: number;
beforeEach(async () => {
  group = (await buildGroup(api.db)).id;
});

async function upload(name: string, content: Buffer = fileNamed(name), more: Record<string, string> = {}) {
  const sent = await sendFile<ProductImport & Wire>(
    api,
    scene.store_owner,
    'product-imports',
    { name, content },
    { shop_id: String(scene.shop.id), ...more },
  );
  expect([sent.status, sent.body.errors]).toEqual([201, undefined]);
  return sent.body;
}

async function run(made: ProductImport) {
  const path = `product-imports/${made.id}`;
  const options = { values: { type: String(group), unit: 'шт.' } };
  await api.request(scene.store_owner, 'PATCH', path, { options });
  await api.request(scene.store_owner, 'POST', `${path}/run`);
  const done = await settled(api, scene.store_owner, made.id);
  const { body } = await api.request<{ data: ImportError[] }>(scene.store_owner, 'GET', `${path}/errors`);
  return { done, told: Object.fromEntries(body.data.map(({ line, errors }) => [line, errors])) };
}

const stored = () =>
  api.db
    .selectFrom('products')
    .select(['sku', 'name', 'price', 'quantity', 'description', 'barcode', 'vat_rate', 'weight'])
    .where('shop_id', '=', scene.shop.id)
    .where('sku', 'is not', null)
    .orderBy('id')
    .execute();

const fields = ({ mapping, headings }: ProductImport): (ImportTarget | null)[] =>
  headings.map((_heading, index) => mapping[index] ?? null);

const plainList: (ImportField | null)[] = ['sku', 'name', 'price', 'quantity'];

describe('a price list', () => {
  it.each([
    ['one letter of which was cut in half', 'half-letter.csv', 3],
    ['whose download broke off within a letter', 'broken-end.csv', 3],
    ['below a title without separators', 'title-above.csv', 3],
    ['with columns separated by bars', 'bars.csv', 3],
    ['with two marks of order', 'two-marks.csv', 3],
    ['in UTF-16 with the other byte order', 'utf-16be.txt', 3],
    ['in UTF-16 without a mark', 'utf-16-without-mark.txt', 3],
    ['in a workbook whose marks have single quotes', 'single-quotes.xlsx', 1],
    ['in a workbook with formatted texts', 'rich-text.xlsx', 1],
  ])('%s is read as it was meant', async (_what, name, rows) => {
    const made = await upload(name);

    expect(fields(made).slice(0, 4)).toEqual(plainList);
    expect(made.total).toBe(rows);
  });

  it('says which letter of which row is damaged', async () => {
    const { done, told } = await run(await upload('half-letter.csv'));

    expect(done).toMatchObject({ created: 3, rejected: 0 });
    expect(told).toEqual({ 3: { 4: 'error-import-cell-damaged' } });
  });

  it('with a quotation mark that was never closed loses no row but that one, which is named', async () => {
    const { told } = await run(await upload('open-quote.csv'));

    expect(told).toEqual({ 2: { row: 'error-import-row-quote' } });
    expect((await stored()).map(({ sku }) => sku)).toEqual(['OQ-6', 'OQ-7']);
  });

  it('in decomposed letters has known headings and common names', async () => {
    const made = await upload('decomposed.csv');
    await run(made);

    expect(fields(made)).toEqual(plainList);
    expect(await stored()).toMatchObject([{ name: 'Чайник зелёный', quantity: 5 }]);
  });

  it('with 250 columns of other systems keeps the known ones', async () => {
    const made = await upload('meta-columns.csv');

    expect(made.headings.length).toBeLessThanOrEqual(200);
    expect(fields(made)).toEqual(expect.arrayContaining(['sku', 'name', 'price']));
  });

  it('is read in the encoding and with the separator that a person chose', async () => {
    const made = await upload('bars.csv', fileNamed('bars.csv'), {
      separator: ';',
      encoding: 'windows-1251',
    });

    expect(made.headings).toHaveLength(1);
  });
});

describe('a workbook', () => {
  it('whose article became a day says so and has what is seen', async () => {
    const { told } = await run(await upload('day-as-sku.xlsx'));

    expect(told).toEqual({ 2: { 0: 'error-import-cell-date' } });
    expect(await stored()).toMatchObject([{ sku: '01.11.2025' }]);
  });

  it('with an error in a cell refuses that cell', async () => {
    const { told } = await run(await upload('error-cell.xlsx'));

    expect(told).toEqual({ 2: { 4: 'error-import-cell-error' } });
    expect(await stored()).toEqual([]);
  });

  it('with an empty cell of texts has no text of another cell there', async () => {
    await run(await upload('empty-shared.xlsx'));

    expect(await stored()).toMatchObject([{ sku: 'SS-1', description: null }]);
  });

  it('with a row of totals makes no product of it', async () => {
    const { told } = await run(await upload('totals.xlsx'));

    expect(told).toEqual({ 4: { row: 'error-import-row-total' } });
    expect((await stored()).map(({ sku }) => sku)).toEqual(['GR-1', 'GR-2']);
  });
});

describe('cells', () => {
  it('VAT in words', async () => {
    await run(await upload('vat-words.csv'));

    expect((await stored()).map(({ vat_rate }) => vat_rate)).toEqual(['none', '22', '22', 'none', 'none']);
  });

  it('two barcodes: the first is taken, and it is said', async () => {
    const { told } = await run(await upload('two-barcodes.csv'));

    expect((await stored()).map(({ barcode }) => barcode)).toEqual(['4607123456781', '4607123456781']);
    expect(told).toEqual({ 2: { 4: 'error-import-barcodes' }, 3: { 4: 'error-import-barcodes' } });
  });

  it('="00123" is the text 00123', async () => {
    await run(await upload('equals-quoted.csv'));

    expect(await stored()).toMatchObject([{ sku: '00123', barcode: '4607123456781' }]);
  });

  it('.5 is a half', async () => {
    await run(await upload('half.csv'));

    expect((await stored()).map(({ weight }) => weight)).toEqual([0.5, 0.8]);
  });

  it('a stock below zero is none, and the price of the row is taken', async () => {
    const text = fileNamed('negative-stock.csv')
      .toString()
      .replace('Цена', 'Название";"Цена')
      .replace('"120"', '"Чашка";"120"');
    const { told } = await run(await upload('negative-stock.csv', Buffer.from(text)));

    expect(await stored()).toMatchObject([{ price: 120, quantity: 0 }]);
    expect(told).toEqual({ 2: { 3: 'error-import-stock-negative' } });
  });

  it('inches, and stocks with thousandths', async () => {
    await run(await upload('inch-signs.csv'));
    await run(await upload('thousandths.csv'));
    await run(await upload('zeros.csv'));

    const all = await stored();
    expect(all.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Телевизор 55" LED', '"Роза" набор']),
    );
    expect(all.filter(({ sku }) => sku?.startsWith('PC-')).map(({ quantity }) => quantity)).toEqual([
      10, 10, 10, 10,
    ]);
    expect(all.map(({ sku }) => sku)).toEqual(expect.arrayContaining(['007', '008', '009']));
  });
});

describe('columns', () => {
  it('of a file that nobody mapped teach nothing about the price of the next', async () => {
    await run(await upload('ozon.csv'));
    const made = await upload('plain-price.csv');

    expect(fields(made)).toEqual(plainList);
  });

  it('that a person chose are remembered for files of the same headings only', async () => {
    const first = await upload('plain-price.csv');
    const mapping = { 0: 'sku', 1: 'name', 2: 'sale_price' };
    await api.request(scene.store_owner, 'PATCH', `product-imports/${first.id}`, { mapping });

    expect((await upload('plain-price.csv')).mapping).toEqual(mapping);
    expect(fields(await upload('half.csv'))).not.toContain('sale_price');
  });

  it('of Shopify are known', async () => {
    const made = await upload('shopify.csv');

    expect(fields(made)).toEqual(
      expect.arrayContaining(['description', 'sku', 'price', 'sale_price', 'quantity', 'name']),
    );
  });

  it('of WooCommerce: Type is the kind of a product', async () => {
    const made = await upload('woocommerce.csv');

    expect(fields(made)[1]).toBe('product_type');
  });

  it('beyond 500 signs are none, whatever they are made of', async () => {
    const started = performance.now();
    const evil = `Артикул;${'('.repeat(90_000)};${'a'.repeat(90_000)};Название\nA-1;x;y;Чашка\n`;

    const made = await upload('evil.csv', Buffer.from(evil));

    expect(fields(made)).toEqual(['sku', null, null, 'name']);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
