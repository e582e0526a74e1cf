import {
  apiSession,
  callApi,
  firstWord,
  keepSession,
  settled,
  signIn,
  watch,
  word,
} from '@tests/e2e/support/browser';
import { unique } from '@tests/e2e/support/people';
import { expect, type Page, test } from '@tests/e2e/support/test';

/** Lists on the built panel: height, floating parts, keyboard, and cards on a phone. */

const shop = 'chaynaya-lavka-sokolova';

const heightBeyondWindow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);

test('a short page does not scroll', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 900 });
  await signIn(page.context(), 'admin');
  for (const path of ['tags?search=небывалое', 'boxes?search=небывалое']) {
    await page.goto(`./${path}`);
    await settled(page);
    // The icons load last and must take no room.
    await expect(page.locator('body > svg symbol').first()).toBeAttached();
    expect(await heightBeyondWindow(page), path).toBeLessThanOrEqual(0);
  }
});

test('both statuses of cancelled orders fit into a small laptop, and neither repeats the other', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 900 });
  await signIn(page.context(), 'admin');
  await page.goto('./orders?tab=cancelled');
  await settled(page);
  const rows = page.locator('tbody tr[aria-label]');
  await expect(rows.first()).toBeVisible();

  // The table is not wider than its place, so the actions cover nothing.
  await expect(page.locator('[data-tight]')).toHaveCount(0);
  const told = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td:nth-last-child(-n+3)')].map((cell) => cell.textContent)),
  );
  expect(told.filter(([status, payment]) => status === payment)).toEqual([]);
});

test('an empty list on a phone has one button for the first row', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page.context(), 'admin');
  const none = { data: [], current_page: 1, last_page: 1, per_page: 20, total: 0 };
  await page.route('**/rest/api/admin/boxes?*', (route) => route.fulfill({ json: none }));
  await page.goto('./boxes');
  await settled(page);

  const create = page.getByRole('link', { name: word('settings:boxes.create') });
  await expect(create).toHaveCount(1);
  await expect(page.getByRole('main').getByText(word('list.empty-title'))).toBeVisible();
});

test('a toast appears above the bar of ticked rows', async ({ page }) => {
  await signIn(page.context(), 'admin');
  await page.goto('./boxes');
  await settled(page);
  await page.getByRole('checkbox', { name: word('list.select-page') }).check();
  const bar = page.getByRole('region', { name: word('common:bulk.bar') });
  await bar
    .getByRole('button', { name: firstWord('settings:boxes.fields.is_active', 'fields.is_active') })
    .click();
  await page.getByRole('button', { name: word('text-no'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('region', { name: word('bulk.preview') })).toBeVisible();
  await dialog.getByRole('button', { name: word('bulk.preview-apply') }).click();
  const toast = page.locator('.Toastify__toast');
  await expect(toast).toBeVisible();
  // What is done is ticked no more; the next rows are ticked while the toast stands.
  await expect(bar).toHaveCount(0);
  await page.getByRole('checkbox', { name: word('list.select-page') }).check();
  const gap = async () => {
    const [above, below] = [await toast.boundingBox(), await bar.boundingBox()];
    return above && below ? below.y - above.y - above.height : undefined;
  };
  // It slides into place.
  await expect.poll(gap).toBeGreaterThan(0);
  await toast.getByRole('button', { name: word('button-undo') }).click();
  await expect(toast).toHaveCount(2);
});

test('a product is found, opened, changed and saved by keyboard alone', async ({ page }) => {
  const { problems } = watch(page);
  const session = await apiSession('owner');
  await keepSession(page.context(), session);
  await page.goto(`./${shop}/products?tab=drafts`);
  await settled(page);
  const row = page.locator('tbody tr[aria-label]').first();
  await expect(row).toBeVisible();
  const name = (await row.getAttribute('aria-label')) ?? '';

  await page.keyboard.press('/');
  await page.keyboard.insertText(name);
  await expect(page).toHaveURL(/search=/);
  await settled(page);
  await page.keyboard.press('ArrowDown');
  await expect(row).toBeFocused();
  await page.keyboard.press('KeyX');
  await expect(row.getByRole('checkbox')).toBeChecked();
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/products\/\d+\/edit/);
  const field = page.locator('[id="field-name"]');
  await expect(field).toHaveValue(name);
  await field.waitFor();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await field.evaluate((input) => input === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(field).toBeFocused();
  const changed = `Товар ${unique()}`;
  await page.keyboard.press('Control+KeyA');
  await page.keyboard.insertText(changed);
  await page.keyboard.press('Control+KeyS');

  const id = /products\/(\d+)/.exec(page.url())?.[1] ?? '';
  await expect
    .poll(async () => (await callApi<{ name: string }>(session, 'GET', `products/${id}`)).name)
    .toBe(changed);
  expect(problems).toEqual([]);
});

test('on a phone products are cards, and a tap on one opens it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page.context(), 'owner');
  await page.goto(`./${shop}/products`);
  await settled(page);
  const cards = page.getByRole('list', { name: word('common:families.products') }).getByRole('listitem');
  const card = cards.first();
  await expect(card).toBeVisible();
  await expect(page.getByRole('link', { name: word('catalogue:products.create') })).toBeInViewport();
  const box = await card.boundingBox();
  expect(box?.height).toBeLessThan(130);
  // The second line: outside the link of the name and the inline price editor.
  await card.click({ position: { x: 120, y: 42 } });
  await expect(page).toHaveURL(/products\/\d+\/edit/);
});

test('a setting is found by a word typed in the other keyboard layout, and its field has the focus', async ({
  page,
}) => {
  await signIn(page.context(), 'admin');
  await page.goto('./');
  await settled(page);

  // The key works once the bar has loaded.
  const box = page.getByRole('combobox');
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(box).toBeFocused({ timeout: 1000 });
  }).toPass();
  await box.fill('dfk.nf');
  await expect(page.getByRole('option', { selected: true })).toContainText('Валюта');
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/settings\/payment#field-currency$/);
  await expect(page.locator('#field-currency')).toBeFocused();
  await expect(page.locator('#field-currency')).toBeInViewport();
});
