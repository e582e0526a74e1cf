import { signIn, word } from '@tests/e2e/support/browser';
import { offerEnglish } from '@tests/e2e/support/languages';
import { baseUrl } from '@tests/e2e/support/servers';
import { expect, test } from '@tests/e2e/support/test';

test('an administrator switches a language on and off, and open pages follow without a rebuild', async ({
  page,
  context,
}) => {
  const base = baseUrl('languages');
  await offerEnglish(await signIn(context, 'admin', 'languages'));
  const settings = word('form:settings.fields.languages');
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
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(word('resources:tags.title'));
});
