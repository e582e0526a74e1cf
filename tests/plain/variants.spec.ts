import { expect, type Page, type Request, test } from '@playwright/test';
import { goTo, settled, word } from '../e2e/support/browser';
import { startOptions } from './options';
import { listen, signInto } from './panel';
import type { Variant } from './variants';

/** Daily work in front of servers that differ in language, keys, responses and families. */
const api = 'http://localhost:3431/rest';

async function become(variant: Variant): Promise<void> {
  await fetch(`${api}/variant`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(variant),
  });
}

test.afterAll(() => become({}));

type Json = Record<string, unknown>;
const bodyOf = (request: Request) => request.postDataJSON() as Json;
const stored = async (path: string) => (await (await fetch(`${api}/${path}`)).json()) as Json;
const toast = (page: Page, key: string) => page.getByText(word(key)).first();
const notFound = (page: Page) => page.getByRole('heading', { name: word('text-page-not-found') });

const written = (page: Page, method: string, path: string) =>
  page.waitForRequest(
    (request) => request.method() === method && new URL(request.url()).pathname === `/rest/${path}`,
  );

const save = (page: Page) => page.getByRole('button', { name: word('button-save'), exact: true }).click();

const variants: [what: string, variant: Variant][] = [
  ['names its language', { language: 'en' }],
  ['has its language in its rows only', { language: 'de', isUnnamed: true }],
];

for (const [what, variant] of variants) {
  test(`a server that ${what} shows its rows, and they keep their language`, async ({ page }) => {
    await become(variant);
    const problems = listen(page);
    await signInto(page, 'admin@demo.ru');
    for (const [path, name] of [
      ['/products', 'Торшер двух цветов'],
      ['/categories', 'Свет'],
      ['/tags', 'Новинка'],
    ] as const) {
      await goTo(page, path);
      await expect(page.getByText(name).first()).toBeVisible();
    }

    await page.getByRole('link', { name: 'Новинка' }).first().click();
    await page.locator('input[name=name]').fill('Самое новое');
    const [changed] = await Promise.all([written(page, 'PUT', 'tags/41'), save(page)]);
    await expect(toast(page, 'successfully-updated')).toBeVisible();

    expect(bodyOf(changed).language).toBe(variant.language);
    expect(await stored('tags/41')).toMatchObject({ name: 'Самое новое', language: variant.language });

    await goTo(page, '/tags/create');
    await page.locator('input[name=name]').fill('Лето');
    await page.locator('input[name=name]').blur();
    await page.getByRole('combobox', { name: word('catalogue:tags.fields.type_id') }).click();
    await page.getByRole('option', { name: 'Дом' }).click();
    const [created] = await Promise.all([written(page, 'POST', 'tags'), save(page)]);
    expect(bodyOf(created).language).toBe(variant.language);
    expect(problems).toEqual([]);
  });
}

test('a server that knows products by slug only is linked, read and saved so', async ({ page }) => {
  await become({ isSlugOnly: true });
  const problems = listen(page);
  await signInto(page, 'admin@demo.ru');
  await goTo(page, '/products');
  await page.getByRole('link', { name: 'Торшер двух цветов' }).first().click();
  await expect(page).toHaveURL(/\/products\/torsher(\/edit)?$/);

  // Nothing but the address is known after a reload.
  await goTo(page, '/products/torsher/edit');
  const name = page.locator('input[name=name]');
  await expect(name).toHaveValue('Торшер двух цветов');
  await name.fill('Торшер');
  const [changed] = await Promise.all([written(page, 'PUT', 'products/72'), save(page)]);

  await expect(toast(page, 'successfully-updated')).toBeVisible();
  expect(bodyOf(changed)).toEqual({
    ...{ name: 'Торшер', language: 'ru', shop_id: 11, slug: 'torsher', product_type: 'variable' },
    ...{ price: null, sale_price: null, min_price: 1400, max_price: 1500 },
  });
  expect(problems).toEqual([]);
});

test('a server that responds with texts and lists has missing records and saved ones', async ({ page }) => {
  await become({ answersTexts: true });
  const problems = listen(page);
  await signInto(page, 'admin@demo.ru');
  for (const path of ['/orders/998', '/orders/999', '/withdraws/998', '/reviews/999', '/tags/998/edit']) {
    await goTo(page, path);
    await expect(notFound(page), path).toBeVisible();
  }

  await goTo(page, '/lampy/edit');
  const name = page.locator('input[name=name]');
  await name.fill(`${await name.inputValue()}!`);
  const [changed] = await Promise.all([written(page, 'PUT', 'shops/11'), save(page)]);
  await expect(toast(page, 'successfully-updated')).toBeVisible();
  await settled(page);
  expect(bodyOf(changed)).not.toHaveProperty('categories');
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  await expect(page).toHaveURL(/\/lampy\/edit$/);
  expect(problems).toEqual([]);
});

test('a server without some families has neither entries nor buttons for them', async ({ page }) => {
  const families = [
    ...[
      'boxes',
      'error-codes',
      'mobile-app-versions',
      'social-links',
      'advertising-banners',
      'review-banners',
    ],
    ...['delivery-classes', 'order-status', 'attribute-values', 'faqs', 'refund-reasons'],
  ];
  const endpoints: Record<string, string> = {
    ...{ boxes: 'api/admin/boxes', 'error-codes': 'api/admin/errors', 'mobile-app-versions': 'app-versions' },
  };
  await become({ lacks: families.map((name) => endpoints[name] ?? name) });
  await signInto(page, 'admin@demo.ru');
  await goTo(page, '/tags');
  const menu = page.getByRole('navigation').first();
  await expect(menu.locator('a[href$="/products"]').first()).toBeAttached();
  for (const name of families) await expect(page.locator(`a[href*="/${name}"]`)).toHaveCount(0);

  for (const name of families) {
    await goTo(page, `/${name}`);
    await expect(page.getByRole('heading', { name: word('errors.NOT_SUPPORTED') }), name).toBeVisible();
    await expect(page.locator(`a[href$="/${name}/create"]`)).toHaveCount(0);
  }
});

test('a review shows its row, on a server without cases', async ({ page }) => {
  await become({});
  const problems = listen(page);
  await signInto(page, 'admin@demo.ru');
  await goTo(page, '/reviews/101');

  await expect(page.getByText('Светит ярко')).toBeVisible();
  await expect(page.getByText('Спам')).toBeVisible();
  expect(problems).toEqual([]);
});

test('settings come back as they came, changed ones in the type that the server uses', async ({ page }) => {
  await become({});
  await signInto(page, 'admin@demo.ru');
  await goTo(page, '/settings/shop?part=vendors');
  await expect(page.locator('input[name=maxShopDistance]')).toHaveValue('50');
  await page.locator('input[name=maxShopDistance]').fill('70');

  const [posted] = await Promise.all([written(page, 'POST', 'settings'), save(page)]);

  expect(bodyOf(posted)).toEqual({ language: 'ru', options: { ...startOptions, maxShopDistance: '70' } });
});
