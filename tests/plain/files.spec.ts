import { expect, type Page, test } from '@playwright/test';
import { goTo, word } from '../e2e/support/browser';
import { listen, signInto } from './panel';

/** Files that our server creates come from the dialect's own endpoints on other servers. */
const opened = async (page: Page, act: () => Promise<unknown>) => {
  const [address] = await Promise.all([
    page.context().waitForEvent('request', (request) => request.url().includes('/files/')),
    act(),
  ]);
  return address.url();
};

test('the invoice and the table of orders are opened at the address returned by the server', async ({
  page,
}) => {
  await signInto(page, 'admin@demo.ru');
  await goTo(page, '/orders/91');
  const asked = page.waitForRequest(/\/download-invoice-url$/);

  const invoice = await opened(page, async () => {
    await page.getByRole('button', { name: word('orders:orders.details.print'), exact: true }).click();
    await page.getByRole('menuitem', { name: word('orders:orders.details.invoice') }).click();
  });
  expect(invoice).toContain('/files/invoice-order-91.pdf');
  expect((await asked).postDataJSON()).toMatchObject({
    order_id: 91,
    is_rtl: false,
    language: 'ru',
    translated_text: { invoice_no: 'Счёт №', amount_due: 'К оплате' },
  });

  await goTo(page, '/orders');
  const save = async () => {
    await page.getByRole('button', { name: word('orders:orders.list.more'), exact: true }).click();
    await page.getByRole('button', { name: word('orders:orders.list.export') }).click();
  };
  expect(await opened(page, save)).toContain('/files/orders.xlsx');
  await goTo(page, '/lampy/orders');
  expect(await opened(page, save)).toContain('/files/orders-of-lampy.xlsx');
});

test('products of a shop are exported and imported as whole tables, and an empty one is reported', async ({
  page,
}) => {
  const problems = listen(page);
  await signInto(page, 'owner@demo.ru');
  await goTo(page, '/lampy/products');
  await page
    .getByRole('button', { name: word('catalogue:products.files') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const part = (name: string) =>
    dialog.getByRole('region', { name: word(`catalogue:dialect-files.${name}`) });
  const save = (name: string) =>
    part(name)
      .getByRole('button', { name: word('catalogue:dialect-files.export') })
      .click();

  const [file] = await Promise.all([page.waitForEvent('download'), save('products')]);
  expect(file.suggestedFilename()).toBe('products-11.csv');
  await save('variation-options');
  await expect(part('variation-options').getByRole('status')).toHaveText(
    word('catalogue:dialect-files.empty'),
  );

  const csv = { name: 'lamps.csv', mimeType: 'text/csv', buffer: Buffer.from('name,price\nСвеча,90\n') };
  await part('products').locator('input[type=file]').setInputFiles(csv);
  await expect(page.getByText(word('catalogue:dialect-files.done'))).toBeVisible();
  expect(problems).toEqual([]);
});

test('missing attributes are reported, and so is a rejection without a message', async ({ page }) => {
  await signInto(page, 'owner@demo.ru');
  await goTo(page, '/lampy/attributes');
  await page
    .getByRole('button', { name: word('catalogue:attributes.csv') })
    .first()
    .click();
  const dialog = page.getByRole('dialog');

  await dialog.getByRole('button', { name: word('catalogue:dialect-files.export') }).click();
  await expect(dialog.getByRole('status')).toHaveText(word('catalogue:dialect-files.empty'));
  const csv = { name: 'colours.csv', mimeType: 'text/csv', buffer: Buffer.from('title\nЦвет\n') };
  await dialog.locator('input[type=file]').setInputFiles(csv);
  await expect(dialog.getByText(word('catalogue:dialect-files.refused'))).toBeVisible();
});

test('an owner sees the staff of each of their shops, and the payout account of each', async ({ page }) => {
  const problems = listen(page);
  await signInto(page, 'owner@demo.ru');
  const asked = page.waitForRequest(/\/staffs\?.*\bshop_id=11\b/);
  await goTo(page, '/staffs');
  await asked;
  await expect(page.getByText('Соня Помощница').first()).toBeVisible();

  await goTo(page, '/vendor/settings');
  await expect(page.getByText('First Bank')).toBeVisible();
  await expect(page.getByText('12345', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: word('shops:vendor.edit-shop') }).click();
  await expect(page).toHaveURL(/\/lampy\/edit$/);
  // The form starts with that account, and does not require the other requisites while it is unchanged.
  await expect(page.locator('input[name="requisites.account"]')).toHaveValue('12345');
  const name = page.locator('input[name=name]');
  await name.fill(`${await name.inputValue()}!`);
  const [saved] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'PUT' && /\/shops\/11$/.test(request.url())),
    page.getByRole('button', { name: word('button-save'), exact: true }).click(),
  ]);
  expect(saved.postDataJSON()).not.toHaveProperty('balance');
  expect(problems).toEqual([]);
});
