import { callApi, settled, signIn, word } from '@tests/e2e/support/browser';
import { expect, test } from '@tests/e2e/support/test';
import { shownNumber } from '@/contract/orders/number';

/** What people type after Ctrl K, and where Enter leads: stems, synonyms, another keyboard layout, settings, actions. */

type Line = [typed: string, first: string, address: string];

const operator: Line[] = [
  ['НДС', 'Ставка НДС', '/settings/company-information#field-companyRequisites.vat_rate'],
  ['валюта', 'Валюта', '/settings/payment#field-currency'],
  ['dfk.nf', 'Валюта', '/settings/payment#field-currency'],
  ['sms', 'SMS', '/settings/events#field-smsEvent'],
  ['часовой пояс', 'Часовой пояс', '/settings#field-timeZone'],
  ['реквизиты', 'Реквизиты', '/settings/company-information#field-companyRequisites.inn'],
  ['создать купон', 'Создать купон', '/coupons/create'],
  ['добавить промокод', 'Создать купон', '/coupons/create'],
  ['заказами', 'Заказы', '/orders'],
  ['бренд', 'Производители', '/manufacturers'],
  ['удалённое', 'Корзина', '/activity/trash'],
];

test('the search leads an administrator to pages, settings and actions by their words', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page.context(), 'admin');
  await page.goto('./');
  await settled(page);
  const box = page.getByRole('combobox', { name: word('common:text-search-pages') });
  for (const [typed, first, address] of operator) {
    await test.step(typed, async () => {
      // The key works once the bar has loaded.
      await expect(async () => {
        await page.keyboard.press('Control+k');
        await expect(box).toBeFocused({ timeout: 1000 });
      }).toPass();
      await box.fill(typed);
      await expect(page.getByRole('option', { name: new RegExp(`^${first}`) }).first()).toBeVisible();
      await page
        .getByRole('option', { name: new RegExp(`^${first}`) })
        .first()
        .click();
      await expect.poll(() => pathOf(page.url())).toBe(address);
    });
  }
});

test('the search finds an order by its short number', async ({ page }) => {
  const session = await signIn(page.context(), 'admin');
  const { data } = await callApi<{ data: { id: number; tracking_number: string; short_number?: string }[] }>(
    session,
    'GET',
    'orders?limit=1',
  );
  const [order] = data;
  if (!order) throw new Error('The demo data has no order');
  const number = shownNumber(order);
  await page.goto('./');
  await settled(page);
  const box = page.getByRole('combobox', { name: word('common:text-search-pages') });
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(box).toBeFocused({ timeout: 1000 });
  }).toPass();
  await box.fill(number);
  await page
    .getByRole('option', { name: new RegExp(number) })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/orders/${order.id}$`));
});

const pathOf = (url: string) => url.replace(/^.*\/admin/, '');
