import { callApi, settled, signIn, watch, word } from '@tests/e2e/support/browser';
import {
  moyskladFile,
  ozonFile,
  priceListFile,
  shopifyFile,
  woocommerceFile,
} from '@tests/e2e/support/goods-files';
import { unique } from '@tests/e2e/support/people';
import { expect, type Locator, type Page, test } from '@tests/e2e/support/test';

/** A vendor loads the files that other programs gave, and sees before and after what became of them. */

// One shop remembers what its columns mean: its files are loaded one after the other.
test.describe.configure({ mode: 'default' });

const text = (key: string, options = {}) => word(`catalogue:products.import.${key}`, options);
const field = (name: string) => text(`fields.${name}`);

interface Visit {
  page: Page;
  dialog: Locator;
  mark: string;
  /** What the pages wrote to the console, and requests that failed. */
  problems: string[];
}

/** Uploads a file in the vendor's shop, which remembers nothing of files before, and stays at its columns. */
async function upload(
  page: Page,
  file: (mark: string) => Parameters<Locator['setInputFiles']>[0],
): Promise<Visit> {
  const { problems } = watch(page);
  const mark = unique().toUpperCase();
  const session = await signIn(page.context(), 'owner');
  const { shops } = await callApi<{ shops: { id: number; slug: string }[] }>(session, 'GET', 'me');
  const shop = shops.at(-1);
  for (const kind of ['values', 'columns']) {
    const path = `product-imports/${kind}`;
    const { data } = await callApi<{ data: { id: number }[] }>(session, 'GET', `${path}?shop_id=${shop?.id}`);
    for (const { id } of data) await callApi(session, 'DELETE', `${path}/${id}`);
  }
  await page.goto(`./${shop?.slug}/products`);
  await settled(page);
  await page.getByRole('button', { name: word('catalogue:products.files') }).click();
  const dialog = page.getByRole('dialog');
  const other = dialog.getByRole('button', { name: text('other-file') });
  await expect(other.or(dialog.getByText(text('limits')))).toBeVisible();
  if (await other.isVisible()) await other.click();
  await dialog.locator('input[type="file"]').first().setInputFiles(file(mark));
  await expect(dialog.getByRole('button', { name: text('check'), exact: true })).toBeVisible();
  return { page, dialog, mark, problems };
}

/** What the columns of these headings are taken for. */
async function expectColumns({ dialog }: Visit, columns: Readonly<Record<string, string>>): Promise<void> {
  for (const [heading, name] of Object.entries(columns)) {
    const column = dialog.getByRole('combobox', { name: text('field-of', { heading }) });
    await expect(column.locator('option:checked'), heading).toHaveText(new RegExp(`^${name}( \\*)?$`));
  }
}

const counted = (key: string, count: number) => text(key, { count, number: String(count) });

/** Presses «Запомнить» beside the name that was chosen, and waits for the next check. */
async function remember({ dialog }: Visit, name: string, count = 1): Promise<void> {
  const group = dialog
    .getByRole('list', { name: text('errors-title') })
    .getByRole('listitem')
    .filter({ hasText: name });
  await group
    .first()
    .getByRole('button', { name: counted('map-apply', count) })
    .click();
  await expect(group).toHaveCount(0);
  await expect(dialog.getByText(text('checked'))).toBeVisible();
}

async function pick(dialog: Locator, label: string, name: string): Promise<void> {
  const box = dialog.getByRole('combobox', { name: label, exact: true });
  await box.click();
  await box.fill(name);
  await dialog.page().getByRole('option', { name, exact: true }).click();
}

async function check({ dialog }: Visit): Promise<void> {
  await dialog.getByRole('button', { name: text('check'), exact: true }).click();
  await expect(dialog.getByText(text('checked'))).toBeVisible();
}

/** A row of the first ones as it will become, with what its cells say. */
async function expectFirstRow(
  { dialog }: Visit,
  line: number,
  ...said: readonly (string | RegExp)[]
): Promise<void> {
  const row = dialog
    .getByRole('table', { name: text('first-rows') })
    .getByRole('row', { name: new RegExp(`^${line} `) });
  for (const one of said) await expect(row).toContainText(one);
}

/** A cell, or a row, that is refused or read otherwise: its column, its words, its row. */
async function expectTold({ dialog }: Visit, column: string, words: string, line: number): Promise<void> {
  const told = dialog.getByRole('listitem').filter({ hasText: column }).filter({ hasText: words });
  await expect(told.first()).toContainText(text('errors-only', { number: line }));
}

async function run({ dialog, page }: Visit, button: 'run' | 'run-right'): Promise<void> {
  await dialog.getByRole('button', { name: text(button), exact: true }).click();
  await expect(dialog.getByText(text('done'))).toBeVisible();
  await dialog.getByRole('link', { name: text('to-list') }).click();
  await expect(dialog).toBeHidden();
  await settled(page);
}

/** The goods of the file in the list, each with its price and stock. */
async function expectListed(
  { page, mark, problems }: Visit,
  goods: Readonly<Record<string, readonly RegExp[]>>,
): Promise<void> {
  const search = page.getByRole('searchbox').first();
  await search.fill(mark);
  for (const [name, said] of Object.entries(goods)) {
    const row = page.getByRole('row').filter({ hasText: `${name} ${mark}` });
    for (const one of said) await expect(row, name).toContainText(one);
  }
  await expect(page.getByRole('row').filter({ hasText: mark })).toHaveCount(Object.keys(goods).length);
  expect(problems).toEqual([]);
}

/** The variations of a product of the list, as its drawer shows them. */
async function expectVariations(
  { page, mark }: Visit,
  name: string,
  variations: readonly (readonly RegExp[])[],
): Promise<void> {
  const price = `${word('catalogue:products.fields.price')}: ${name} ${mark}`;
  await page.getByRole('button', { name: new RegExp(`^${price}`) }).click();
  const drawer = page.getByRole('dialog');
  for (const [place, said] of variations.entries()) {
    const row = drawer.getByRole('listitem').nth(place);
    for (const one of said) await expect(row).toContainText(one);
  }
  await expect(drawer.getByRole('listitem')).toHaveCount(variations.length);
}

test('an export of WooCommerce: a category and a stock in words are told what they mean, and variations arrive', async ({
  page,
}) => {
  const visit = await upload(page, woocommerceFile);
  const { dialog } = visit;
  await expectColumns(visit, {
    SKU: field('sku'),
    Name: field('name'),
    'Regular price': field('price'),
    'Sale price': field('sale_price'),
    Stock: field('quantity'),
  });
  await pick(dialog, field('type'), 'Дом и сад');
  await dialog.getByLabel(field('unit'), { exact: true }).fill('шт.');

  await check(visit);
  await expectTold(visit, 'Stock', text('errors.error-import-stock-word'), 7);
  await expectFirstRow(visit, 7, text('outcomes.bad'), text('in-file', { cell: 'много' }), '95.5');
  await pick(dialog, `Кухня и стол · ${counted('errors-count', 3)}`, 'Сад и огород');
  await remember(visit, 'Кухня и стол');
  await dialog.getByLabel(`много · ${counted('errors-count', 1)}`).fill('25');
  await remember(visit, 'много');

  await expectFirstRow(visit, 7, text('outcomes.create'), '25', text('in-file', { cell: 'много' }));
  await run(visit, 'run');
  await expectListed(visit, {
    Кружка: [/500/, /600/, /3 варианта/, /\b6\b/],
    Ложка: [/90/, /\b7\b/],
    Вилка: [/95,50/, /\b25\b/],
  });
  await expectVariations(visit, 'Кружка', [
    [/синий/, /M/, /500/, /4/],
    [/синий/, /L/, /600/, /550/, /Закончился/],
    [/красный/, /M/, /500/, /2/],
  ]);
});

test('a workbook of МойСклад: a stock below zero is told, a price with three decimals costs its row, modifications arrive', async ({
  page,
}) => {
  const visit = await upload(page, moyskladFile);
  await expectColumns(visit, {
    Код: field('sku'),
    'Цена: Цена продажи': field('price'),
    Остаток: field('quantity'),
    'Доп. поле: Состав': `${text('characteristic')}: Состав`,
  });
  await pick(visit.dialog, field('type'), 'Одежда и обувь');

  await check(visit);
  await expectTold(visit, 'Остаток', text('errors.error-import-stock-negative'), 5);
  await expectTold(visit, 'Цена: Цена продажи', word('form:error-price-decimals'), 6);
  await expectFirstRow(visit, 4, text('outcomes.create'), '2700');
  await expectFirstRow(
    visit,
    5,
    text('outcomes.create'),
    text('cells.no-vat'),
    text('in-file', { cell: '-1' }),
  );

  await run(visit, 'run-right');
  await expectListed(visit, { Свитер: [/2\s?500/, /2\s?700/, /2 варианта/, /\b6\b/], Шапка: [/900/] });
  await expectVariations(visit, 'Свитер', [
    [/белый/, /2\s?500/, /4/],
    [/серый/, /2\s?700/, /2/],
  ]);
});

test('a price list of 1С: titles, sections and the total are no goods, stocks in words are told once', async ({
  page,
}) => {
  const visit = await upload(page, priceListFile);
  const { dialog } = visit;
  await expectColumns(visit, {
    Артикул: field('sku'),
    Номенклатура: field('name'),
    'Розничная Цена': field('price'),
    'Ед.': field('unit'),
  });
  await pick(dialog, field('type'), 'Дом и сад');

  await check(visit);
  await expect(dialog.getByText(text('errors.error-import-row-group'))).toBeVisible();
  await expectTold(visit, text('whole-row'), text('errors.error-import-row-total'), 13);
  await expectFirstRow(visit, 9, text('outcomes.bad'), '1250', '>10');
  await dialog.getByLabel(`>10 · ${counted('errors-count', 1)}`).fill('11');
  await dialog.getByLabel(`есть · ${counted('errors-count', 1)}`).fill('1');
  await remember(visit, '>10', 2);

  await run(visit, 'run-right');
  await expectListed(visit, {
    'Чашка чайная': [/1\s?250/, /\b11\b/],
    Блюдце: [/320,50/, /\b8\b/],
    'Нож столовый': [/210/, /\b1\b/],
  });
});

test('a template of Ozon: its sheet is found, millimetres and grams are converted, a price in words costs only itself', async ({
  page,
}) => {
  const visit = await upload(page, ozonFile);
  const { dialog } = visit;
  await expect(dialog.getByLabel(text('sheet-choice')).locator('option:checked')).toHaveText('Шаблон');
  await expectColumns(visit, {
    'Артикул*': field('sku'),
    'Цена до скидки, руб.': field('price'),
    'Цена, руб.*': field('sale_price'),
    'Вес в упаковке, г*': field('weight'),
  });
  await pick(dialog, field('type'), 'Дом и сад');
  await dialog.getByLabel(field('unit'), { exact: true }).fill('шт.');

  await check(visit);
  await expectTold(visit, 'Цена, руб.*', word('form:error-number-format'), 6);
  await expectFirstRow(visit, 4, '3490', '4200', '1.2', text('in-file', { cell: '1200' }), '22 %');
  await expectFirstRow(visit, 5, '2190', text('cells.no-vat'), text('in-file', { cell: 'Не облагается' }));
  await expectFirstRow(visit, 6, text('outcomes.bad'), 'по запросу');

  await run(visit, 'run-right');
  await expectListed(visit, {
    'Плед шерстяной': [/3\s?490/, /4\s?200/, /\b5\b/],
    'Плед хлопковый': [/2\s?190/, /\b11\b/],
  });
});

test('an export of Shopify: its kind is told what it means, options and a draft arrive, a doubtful price is named', async ({
  page,
}) => {
  const visit = await upload(page, shopifyFile);
  const { dialog } = visit;
  await expectColumns(visit, {
    Title: field('name'),
    Type: field('type'),
    'Variant Price': field('sale_price'),
    'Variant Compare At Price': field('price'),
    'Variant Inventory Qty': field('quantity'),
  });
  await dialog.getByLabel(field('unit'), { exact: true }).fill('шт.');

  await check(visit);
  await pick(dialog, `Тёплое · ${counted('errors-count', 3)}`, 'Одежда и обувь');
  await remember(visit, 'Тёплое');
  await expectTold(visit, 'Variant Price', word('form:error-price-decimals'), 6);
  await expectFirstRow(
    visit,
    2,
    text('outcomes.create'),
    'Одежда и обувь',
    text('in-file', { cell: 'Тёплое' }),
  );

  await run(visit, 'run-right');
  await expectListed(visit, {
    Толстовка: [/3\s?500/, /4\s?000/, /3 варианта/, /\b6\b/],
    Носки: [/290/, /\b12\b/],
  });
  await expectVariations(visit, 'Толстовка', [
    [/синий/, /M/, /3\s?500/, /4/],
    [/синий/, /L/, /3\s?500/, /4\s?000/, /Закончился/],
    [/серый/, /M/, /3\s?500/, /2/],
  ]);
});
