import { expect, test } from '@playwright/test';
import { accounts, demoPassword, word } from '../e2e/support/browser';

test('the panel without a server: signs in, saves a record, meets an error, keeps its data over a reload and resets', async ({
  page,
}) => {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));

  await page.goto('login', { waitUntil: 'load' });
  await page.locator('input[name=email]').fill(accounts.admin);
  await page.locator('input[name=password]').fill(demoPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: word('text-product-management'), exact: true }).click();
  await page.getByRole('link', { name: word('common:families.categories'), exact: true }).click();
  await page.getByRole('link', { name: word('common:families.tags'), exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Новинка' })).toBeVisible();

  await page.goto('tags/novinka/edit', { waitUntil: 'load' });
  const name = page.locator('input[name=name]');
  await expect(name).toHaveValue('Новинка');
  await name.fill('Самое новое');
  await page.getByRole('button', { name: word('button-save'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Самое новое/);

  await page.getByRole('button', { name: /Мок API/ }).click();
  await page.getByRole('combobox', { name: 'PUT tags/:key' }).selectOption('500');
  await name.fill('Ещё новее');
  await page.getByRole('button', { name: word('button-save'), exact: true }).click();
  await expect(page.getByText(word('common:errors.INTERNAL')).first()).toBeVisible();

  expect(problems).toEqual([]);
  await page.reload({ waitUntil: 'load' });
  await expect(name).toHaveValue('Самое новое');
  await page.getByRole('button', { name: /Мок API · 1/ }).click();
  await expect(page.getByRole('combobox', { name: 'PUT tags/:key' })).toHaveValue('500');
  await page.getByRole('button', { name: 'Данные заново' }).click();
  await expect(name).toHaveValue('Новинка');
});
