import { expect, type Page, type Request, test } from '@playwright/test';
import { goTo, settled, word } from '../e2e/support/browser';
import { startOptions } from './options';
import { listen, signInto } from './panel';

/** Daily work in front of a server without our extensions. */
const save = (page: Page) => page.getByRole('button', { name: word('button-save'), exact: true }).click();

const bodyOf = (request: Request) => request.postDataJSON() as Record<string, unknown>;

const sent = (page: Page, method: string, path: string) =>
  page.waitForRequest(
    (request) => request.method() === method && new URL(request.url()).pathname === `/rest/${path}`,
  );

test('a tag is found, edited and saved', async ({ page }) => {
  const problems = listen(page);
  await signInto(page, 'admin@demo.ru');
  await goTo(page, '/tags');
  await page.getByRole('link', { name: 'Новинка' }).first().click();
  const name = page.locator('input[name=name]');
  await expect(name).toHaveValue('Новинка');

  await name.fill('Самое новое');
  await save(page);

  await expect(page.getByText(word('successfully-updated')).first()).toBeVisible();
  await goTo(page, '/tags');
  await expect(page.getByRole('link', { name: 'Самое новое' }).first()).toBeVisible();
  expect(problems).toEqual([]);
});

test('a product with variations is saved unchanged, and a changed variation in its own shape', async ({
  page,
}) => {
  await signInto(page, 'admin@demo.ru');
  await goTo(page, '/products/72/edit');
  await expect(page.locator('input[name=name]')).toHaveValue('Торшер двух цветов');

  const [untouched] = await Promise.all([sent(page, 'PUT', 'products/72'), save(page)]);
  expect(bodyOf(untouched)).toEqual({
    ...{ shop_id: 11, language: 'ru', product_type: 'variable', slug: 'torsher' },
    ...{ price: null, sale_price: null, min_price: 1400, max_price: 1500 },
  });

  await goTo(page, '/tags');
  await goTo(page, '/products/72/edit');
  const price = page.getByRole('textbox', { name: /Красный.*Цена|Цена.*Красный/ }).first();
  await price.fill('1600');
  const [changed] = await Promise.all([sent(page, 'PUT', 'products/72'), save(page)]);
  expect(bodyOf(changed).variation_options).toEqual({
    upsert: [expect.objectContaining({ id: 81, price: 1600, options: [{ name: 'Цвет', value: 'Красный' }] })],
    delete: [],
  });
  expect(JSON.stringify(bodyOf(changed))).not.toContain('value_ids');
});

test('settings are saved as a whole, including unknown keys', async ({ page, request }) => {
  await signInto(page, 'admin@demo.ru');
  await goTo(page, '/settings');
  await page.locator('input[name=siteSubtitle]').fill('Светим всем');

  const [posted] = await Promise.all([sent(page, 'POST', 'settings'), save(page)]);
  expect(bodyOf(posted).options).toMatchObject({
    siteSubtitle: 'Светим всем',
    loyaltyTiers: startOptions.loyaltyTiers,
    StripeCardOnly: true,
    contactDetails: startOptions.contactDetails,
  });

  await expect(page.getByText(word('successfully-updated')).first()).toBeVisible();
  const stored = (await (await request.get('http://localhost:3431/rest/settings')).json()) as {
    options: Record<string, unknown>;
  };
  expect(stored.options.mailchimpSubscribeText).toBe('Join us');
});

test('contacts with a phone of another country are saved unchanged', async ({ page }) => {
  await signInto(page, 'admin@demo.ru');
  await goTo(page, '/settings/company-information');
  const phone = page.locator('input[type=tel]').first();
  await expect(phone).toHaveValue('+1 202 555 0142');
  await phone.focus();
  await phone.blur();

  const [posted] = await Promise.all([sent(page, 'POST', 'settings'), save(page)]);

  expect(bodyOf(posted).options).toMatchObject({ contactDetails: { contact: '+1 202 555 0142' } });
});

test('an order moves on, although the response is a sentence', async ({ page }) => {
  const problems = listen(page);
  await signInto(page, 'admin@demo.ru');
  await goTo(page, '/orders/91');

  const next = page.getByRole('button', { name: word('orders:orders.moves.order-out-for-delivery') });
  const [moved] = await Promise.all([sent(page, 'PUT', 'orders/91'), next.click()]);

  expect(bodyOf(moved)).toEqual({ order_status: 'order-out-for-delivery' });
  await settled(page);
  await expect(
    page.getByText(word('orders:orders.options.order_status.order-out-for-delivery')).first(),
  ).toBeVisible();
  expect(problems).toEqual([]);
});

test('a server that does not respond gets an error page, and the panel recovers when it is back', async ({
  page,
}) => {
  await page.route('**/rest/**', (route) => route.abort('connectionrefused'));
  await page.goto('login', { waitUntil: 'load' });
  await expect(page.getByRole('heading', { name: word('text-no-answer') })).toBeVisible({ timeout: 30_000 });

  await page.unroute('**/rest/**');
  await page.getByRole('button', { name: word('button-retry') }).click();

  await expect(page.locator('input[name=email]')).toBeVisible();
});
