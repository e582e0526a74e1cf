import { readFileSync } from 'node:fs';
import {
  accounts,
  apiSession,
  callApi,
  demoPassword,
  settled,
  signIn,
  watch,
  word,
} from '@tests/e2e/support/browser';
import { offer } from '@tests/e2e/support/languages';
import { unique } from '@tests/e2e/support/people';
import { baseUrl } from '@tests/e2e/support/servers';
import { expect, type Page, test } from '@tests/e2e/support/test';
import type { Tag } from '@/contract/catalogue/tags/schema';

// Both tests switch Arabic on.
test.describe.configure({ mode: 'serial' });

test('an administrator switches a language on and off, and open pages follow without a rebuild', async ({
  page,
  context,
}) => {
  const base = baseUrl('languages');
  await offer(await signIn(context, 'admin', 'languages'), 'en');
  const settings = word('settings:settings.fields.languages');
  const switchArabic = async (isOn: boolean) => {
    await page.goto(`${base}settings`);
    const group = page.getByRole('group', { name: settings });
    await group.getByRole('checkbox', { name: 'Арабский' }).setChecked(isOn);
    await page.getByRole('button', { name: word('button-save') }).click();
    await expect(page.getByText(word('successfully-updated'))).toBeVisible();
  };
  const other = await context.newPage();
  await other.goto(`${base}ar/tags?page=1`);
  await expect(other).toHaveURL(/\/admin\/tags\?page=1$/);

  await switchArabic(true);
  await other.goto(`${base}ar/tags?page=1`);
  await expect(other.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(other.locator('tbody tr').first()).toBeVisible();

  await switchArabic(false);
  await expect(other).toHaveURL(/\/admin\/tags\?page=1$/);
  await expect(other.locator('html')).toHaveAttribute('lang', 'ru');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(word('common:families.tags'));
});

/** The Arabic texts. */
const words = Object.fromEntries(
  ['common', 'form', 'catalogue'].map((name) => [
    name,
    JSON.parse(readFileSync(`public/locales/ar/${name}.json`, 'utf8')) as Record<string, string>,
  ]),
);
const titleOf = (family: string) => (words.common?.families as Record<string, string> | undefined)?.[family];
const common = (key: string) => words.common?.[key] ?? key;

test('an administrator signs in, finds a tag, translates and saves it in Arabic', async ({ page }) => {
  const { problems } = watch(page);
  const admin = await apiSession('admin', 'languages');
  await offer(admin, 'ar');
  const base = `${baseUrl('languages')}ar/`;
  const name = `Метка ${unique()}`;
  const body = { name, slug: unique() };
  const tag = await callApi<Tag>(admin, 'POST', 'tags', body, 'languages');

  await page.goto(`${base}login`);
  await expectRightToLeft(page);
  await page.getByLabel(common('text-email')).fill(accounts.admin);
  await page.getByLabel(common('text-password'), { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: common('button-login'), exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/ar\/?$/);
  await settled(page);
  await expectRightToLeft(page);

  await page.goto(`${base}tags?name=${encodeURIComponent(name)}`);
  await settled(page);
  await expectRightToLeft(page);
  await page.getByRole('link', { name }).first().click();
  const field = page.locator('[id="field-name"]');
  const arabic = `وسم ${unique()}`;
  await field.fill(arabic);
  await expect(field).toHaveCSS('direction', 'rtl');
  await expectRightToLeft(page);
  await page.getByRole('button', { name: common('button-save'), exact: true }).click();
  await expect(page.getByText(common('successfully-updated'))).toBeVisible();

  await page.goto(`${base}tags`);
  await settled(page);
  await expect(page.getByRole('link', { name: arabic }).first()).toBeVisible();
  await expectRightToLeft(page);
  await page.goto(`${base}orders`);
  await settled(page);
  await expectRightToLeft(page);
  await expect(page).toHaveTitle(new RegExp(`^${titleOf('orders')} — `));

  expect(problems).toEqual([]);
  await callApi(admin, 'DELETE', `tags/${tag.id}`, undefined, 'languages');
});

/** The page is right-to-left in Arabic, and no heading, button, tab or menu entry is cut off. */
async function expectRightToLeft(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  const cut = await page.locator('h1, h2, button, label, nav a, [role="tab"], th').evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility() && getComputedStyle(one).overflowX !== 'visible')
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.textContent),
  );
  expect(cut).toEqual([]);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth + 1);
  expect(isWide).toBe(false);
}
