import {
  apiSession,
  callApi,
  freshSession,
  keepSession,
  settled,
  signIn,
  watch,
  word,
} from '@tests/e2e/support/browser';
import { otherPage, unique } from '@tests/e2e/support/people';
import { expect, type Page, test } from '@tests/e2e/support/test';
import type { ProductDetails } from '@/contract/catalogue/products/details';

/** The life of a product on the built panel. */

const shop = 'chaynaya-lavka-sokolova';
const field = (page: Page, name: string) => page.locator(`[id="field-${name}"]`);
const list = (page: Page) => page.getByRole('main').getByRole('searchbox');
const variations = (key: string, options = {}) => word(`catalogue:products.variations.${key}`, options);
const moderation = (key: string) => word(`catalogue:products.moderation.${key}`);

/** Required values of every product. */
async function fillMain(page: Page, name: string): Promise<void> {
  await field(page, 'name').fill(name);
  await field(page, 'unit').fill('шт.');
  await field(page, 'type_id').click();
  await page.getByRole('listbox').getByRole('option').first().click();
}

async function fillSimple(page: Page, name: string, sku: string): Promise<void> {
  await fillMain(page, name);
  await field(page, 'price').fill('450');
  await field(page, 'quantity').fill('12');
  await field(page, 'sku').fill(sku);
}

/** Fills a column of all variations. */
async function fillColumn(page: Page, column: string, value?: string): Promise<void> {
  const panel = page.getByRole('group', { name: variations('fill') });
  await panel.getByLabel(variations('what')).selectOption({ label: variations(column) });
  if (value !== undefined) await panel.getByLabel(variations(column), { exact: true }).fill(value);
  await panel.getByRole('button', { name: / 24 / }).click();
}

async function save(page: Page, status: 'draft' | 'under_review' | 'publish' = 'draft'): Promise<void> {
  await page
    .getByRole('button', { name: word(`catalogue:products.form.save.${status}`), exact: true })
    .click();
}

test('a product of three attributes and 24 variations is created and found, and one variation is edited in the list', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const { problems } = watch(page);
  const session = await signIn(page.context(), 'owner');
  const name = `Чай с травами ${unique()}`;
  await page.goto(`./${shop}/products/create`);
  await fillMain(page, name);
  await field(page, 'product_type').locator('input[value="variable"]').check();
  for (const [attribute, values] of [
    ['Вид чая', ['Чёрный', 'Зелёный']],
    ['Фасовка', ['50 г', '100 г', '250 г']],
    ['Упаковка', ['Крафтовый пакет', 'Жестяная банка', 'Деревянный ящик', 'Тубус']],
  ] as const) {
    await page.getByRole('button', { name: variations('add-attribute') }).click();
    await page.getByLabel(variations('attribute')).last().selectOption({ label: attribute });
    const group = page.getByRole('group', { name: variations('values-of', { name: attribute }) });
    for (const value of values) await group.getByRole('button', { name: value, exact: true }).click();
  }
  await expect(page.getByText(variations('total', { count: 24 })).first()).toBeVisible();

  await page.getByRole('button', { name: variations('fill') }).click();
  await fillColumn(page, 'price', '390');
  await fillColumn(page, 'quantity', '7');
  await fillColumn(page, 'sku');
  await expect(page.getByText(/168/).first()).toBeVisible();
  await save(page);

  await expect(page).toHaveURL(/products\/\d+\/edit/);
  const id = /products\/(\d+)/.exec(page.url())?.[1] ?? '';
  const stored = await callApi<ProductDetails>(session, 'GET', `products/${id}`);
  expect([stored.variation_options.length, stored.quantity, stored.min_price, stored.max_price]).toEqual([
    24, 168, 390, 390,
  ]);

  await page.goto(`./${shop}/products`);
  await settled(page);
  await list(page).fill(name);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: /390/ }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('searchbox').fill('Зелёный');
  const line = drawer
    .locator('tr, li')
    .filter({ hasText: /Зелёный.*250 г.*Тубус/ })
    .last();
  await line.getByRole('button', { name: /390/ }).click();
  await line.getByRole('textbox').fill('520');
  await line.getByRole('textbox').press('Enter');
  await expect
    .poll(async () => (await callApi<ProductDetails>(session, 'GET', `products/${id}`)).max_price)
    .toBe(520);
  expect(problems).toEqual([]);
});

test('a draft is submitted, rejected with a reason, corrected and published', async ({ page, browser }) => {
  test.setTimeout(120_000);
  const session = await signIn(page.context(), 'owner');
  const name = `Липовый цвет ${unique()}`;
  await page.goto(`./${shop}/products/create`);
  await fillSimple(page, name, `LIPA-${unique()}`);
  await field(page, 'product_type').locator('input[value="simple"]').check();
  await save(page, 'under_review');
  await expect(page).toHaveURL(/products\/\d+\/edit/);
  const id = /products\/(\d+)/.exec(page.url())?.[1] ?? '';
  const statusOf = async () => (await callApi<ProductDetails>(session, 'GET', `products/${id}`)).status;
  expect(await statusOf()).toBe('under_review');

  const admin = await otherPage(browser, await apiSession('admin'));
  await admin.goto('./products/moderation');
  await admin.getByText(name).first().click();
  await admin
    .getByRole('button', { name: moderation('reject') })
    .first()
    .click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel(moderation('reason')).fill('Нет состава');
  await dialog.getByRole('button', { name: moderation('reject') }).click();
  await expect.poll(statusOf).toBe('rejected');

  await page.reload();
  await expect(page.getByText('Нет состава').first()).toBeVisible();
  await page.locator('[id="field-description"]').click();
  await page.keyboard.type('Состав: липовый цвет.');
  await save(page, 'under_review');
  await expect.poll(statusOf).toBe('under_review');

  await admin.reload();
  await admin.getByText(name).first().click();
  await expect(admin.getByText('Состав: липовый цвет.').first()).toBeVisible();
  await admin
    .getByRole('button', { name: moderation('approve') })
    .first()
    .click();
  await expect.poll(statusOf).toBe('publish');
});

test('a session that ends while a long form is filled in loses nothing', async ({ page, context }) => {
  const session = await freshSession('owner');
  await keepSession(context, session);
  const name = `Чабрец ${unique()}`;
  await page.goto(`./${shop}/products/create`);
  await fillSimple(page, name, `CHAB-${unique()}`);
  await page.locator('[id="field-description"]').click();
  await page.keyboard.type('Собран в Крыму.');
  await callApi(session, 'POST', 'logout');

  // The panel notices it at once, and the person signs in above the form.
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(word('text-password'), { exact: true }).fill('Demo12345');
  await dialog.getByRole('button', { name: word('button-login'), exact: true }).click();

  await expect(dialog).toBeHidden();
  await expect(field(page, 'name')).toHaveValue(name);
  await expect(field(page, 'price')).toHaveValue('450');
  await expect(page.getByText('Собран в Крыму.').first()).toBeVisible();
  await save(page);
  await expect(page).toHaveURL(/products\/\d+\/edit/);
});

test('a product whose save got no response is saved automatically once the server is back, and only once', async ({
  page,
}) => {
  const session = await signIn(page.context(), 'owner');
  const name = `Мята ${unique()}`;
  await page.goto(`./${shop}/products/create`);
  await fillSimple(page, name, `MINT-${unique()}`);
  let isAway = true;
  await page.route('**/rest/products', async (route) => {
    if (route.request().method() !== 'POST' || !isAway) return route.continue();
    // Stored by the server, but the response is lost.
    await route.fetch();
    return route.abort('connectionreset');
  });

  await save(page);
  await expect(page.getByText(word('form:outage.waiting'))).toBeVisible();
  isAway = false;

  await expect(page).toHaveURL(/products\/\d+\/edit/);
  await expect(page.getByText(word('form:outage.saved'))).toBeVisible();
  const { total } = await callApi<{ total: number }>(
    session,
    'GET',
    `products?search=name:${encodeURIComponent(name)}`,
  );
  expect(total).toBe(1);
});

test('five thousand rows, 37 of them wrong, are checked and then imported', async ({ page }) => {
  test.setTimeout(240_000);
  const session = await signIn(page.context(), 'owner2');
  const { shops } = await callApi<{ shops: { id: number; slug: string }[] }>(session, 'GET', 'me');
  const own = shops[0];
  if (!own) throw new Error('owner2 has no shop');
  const { total: before } = await callApi<{ total: number }>(session, 'GET', `products?shop_id=${own.id}`);
  const mark = unique();
  const rows = Array.from({ length: 5000 }, (_one, index) => {
    const price = index % 136 === 7 && index < 136 * 37 ? 'дорого' : String(100 + (index % 900));
    return `Подарок ${mark} ${index};${mark}-${index};${price};${index % 50};шт.;Одежда и обувь`;
  });
  const csv = `Название;Артикул;Цена;Остаток;Единица;Группа\n${rows.join('\n')}\n`;

  await page.goto(`./${own.slug}/products`);
  await settled(page);
  await page.getByRole('button', { name: word('catalogue:products.files') }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: 'gifts.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await dialog.getByRole('button', { name: word('catalogue:products.import.check'), exact: true }).click();
  await expect(dialog.getByText(word('catalogue:products.import.checked'))).toBeVisible({ timeout: 120_000 });
  await expect(dialog.getByText(/4\s?963/).first()).toBeVisible();
  await expect(
    dialog.getByText(word('catalogue:products.import.rejected', { count: 37, number: '37' })),
  ).toBeVisible();
  const untouched = await callApi<{ total: number }>(session, 'GET', `products?shop_id=${own.id}`);
  expect(untouched.total).toBe(before);

  await dialog.getByRole('button', { name: word('catalogue:products.import.run-right') }).click();
  await expect(dialog.getByText(word('catalogue:products.import.done'))).toBeVisible({ timeout: 180_000 });
  const after = await callApi<{ total: number }>(session, 'GET', `products?shop_id=${own.id}`);
  expect(after.total - before).toBe(4963);
});

test('an owner sees nothing of another’s products in lists, pages and addresses', async ({
  page,
  context,
}) => {
  const owner = await apiSession('owner');
  const { data } = await callApi<{ data: { id: number; name: string }[] }>(
    owner,
    'GET',
    `products?search=shop_id:1;status:draft&searchJoin=and&limit=1`,
  );
  const hidden = data[0];
  if (!hidden) throw new Error('The demo has no draft in the first shop');
  await keepSession(context, await apiSession('owner2'));
  await page.goto(`./${shop}/products/${hidden.id}/edit`);
  await expect(page.getByText(hidden.name)).toHaveCount(0);
});
