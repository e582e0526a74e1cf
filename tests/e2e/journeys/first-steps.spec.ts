import { settled, watch, word } from '@tests/e2e/support/browser';
import { founder, startEmpty } from '@tests/e2e/support/empty-server';
import { fillShop } from '@tests/e2e/support/shops';
import { expect, type Page, test } from '@tests/e2e/support/test';

/** The first steps of an operator: each opens exactly what it speaks of, and is done when it is done. */

const steps = (key: string, options = {}) => word(`insights:first-steps.${key}`, options);
const product = (key: string) => word(`catalogue:products.form.${key}`);
const stepOf = (page: Page, key: string) =>
  page.getByRole('listitem').filter({ hasText: steps(`steps.${key}`) });

test('the first steps of a clean installation lead to their fields, and are done when they are', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const { base, stop } = await startEmpty();
  const { problems } = watch(page);
  const isDone = (key: string) => expect(stepOf(page, key)).toContainText(steps('done'));
  const isOpen = (key: string) => expect(stepOf(page, key)).not.toContainText(steps('done'));
  const goHome = async () => {
    await page.goto(base);
    await settled(page);
  };
  const open = async (key: string) => {
    await goHome();
    await stepOf(page, key)
      .getByRole(key === 'admin' ? 'button' : 'link')
      .click();
  };
  const save = () => page.getByRole('button', { name: word('button-save'), exact: true }).click();

  await page.goto(`${base}login`);
  await page.getByLabel(word('text-email')).fill(founder.email);
  await page.getByLabel(word('text-password'), { exact: true }).fill(founder.password);
  await page.getByRole('button', { name: word('button-login'), exact: true }).click();
  await expect(page.getByRole('heading', { name: steps('title') })).toBeVisible();

  for (const [key, id] of [
    ['site', 'field-siteTitle'],
    ['currency', 'field-currency'],
    ['company', 'field-companyRequisites.inn'],
    ['receipts', 'field-receiptsFrom'],
  ] as const) {
    await open(key);
    await expect(page.locator(`[id="${id}"]`)).toBeFocused();
  }

  // Another switch of the page is no answer to the question.
  await open('moderation');
  await expect(page.locator('#field-isProductReview')).toBeFocused();
  await page.locator('#field-lowStockThreshold').fill('7');
  await save();
  await expect(page.getByText(word('successfully-updated'))).toBeVisible();
  await goHome();
  await isOpen('moderation');
  await stepOf(page, 'moderation')
    .getByRole('button', { name: steps('keep.moderation') })
    .click();
  await isDone('moderation');

  await open('tax');
  await page.locator('#field-name').fill('Без НДС');
  await page.locator('#field-rate').fill('0');
  await save();
  await expect(page).toHaveURL(/\/taxes$/);
  await open('delivery');
  await page.locator('#field-name').fill('Курьер');
  await page.locator('#field-amount').fill('300');
  await expect(
    page.getByRole('switch', { name: word('settings:shippings.fields.is_for_all') }),
  ).toBeChecked();
  await save();
  await expect(page).toHaveURL(/\/shippings$/);
  await goHome();
  await isDone('tax');
  await isDone('delivery');

  await open('mail');
  await page.getByRole('button', { name: word('settings:services.test-letter.send') }).click();
  await expect(page.getByRole('row').filter({ hasText: founder.email })).toBeVisible();
  await open('admin');
  await expect(page.getByRole('dialog').getByLabel(word('accounts:roles.invite.email'))).toBeVisible();
  await page.keyboard.press('Escape');
  await open('product');
  await expect(page).toHaveURL(/\/products\/create$/);
  // Nobody sells yet: the page says what comes first.
  await expect(page.getByRole('heading', { name: product('no-shop') })).toBeVisible();
  await page.getByRole('link', { name: product('no-shop-open') }).click();
  await expect(page).toHaveURL(/\/shops\/create$/);
  await open('shop');
  await expect(page).toHaveURL(/\/shops\/create$/);

  // The operator's own shop: what stops it is a switch, which is named.
  await fillShop(page, 'Первая лавка');
  await save();
  await expect(page.getByRole('heading', { level: 1, name: 'Первая лавка' })).toBeVisible();
  await open('product');
  await expect(page.locator('#field-name')).toBeVisible();
  await page.goto(`${base}new-shops`);
  await settled(page);
  await page.getByRole('button', { name: `${word('shops:shops.actions.approve')}: Первая лавка` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(word('shops:vendor-file.by-switch'))).toBeVisible();
  await dialog.getByRole('link', { name: word('shops:vendor-file.to-switch') }).click();
  await expect(page.locator('[id="field-vendorFile-isOn"]')).toBeFocused();
  expect(problems).toEqual([]);
  await stop();
});
