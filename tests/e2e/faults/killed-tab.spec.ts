import {
  type ApiSession,
  apiSession,
  callApi,
  keepSession,
  settled,
  signIn,
  word,
} from '@tests/e2e/support/browser';
import { unique } from '@tests/e2e/support/people';
import { firstType } from '@tests/e2e/support/shops';
import { expect, type Page, test } from '@tests/e2e/support/test';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import type { OrderDetails } from '@/contract/orders/wire';

/** A tab that dies takes nothing with it, and a server that is away takes no page. */

// Chromium stays offline for some requests of the next context: an option of its own gives this file its own browser.
test.use({ headless: true });

const till = (key: string) => word(`orders:till.${key}`);
const queue = (key: string, options = {}) => word(`orders:queue.${key}`, options);

/** A good with two pieces, whose price no other has. */
async function buildGood(admin: ApiSession, shop: { id: number }, price: number): Promise<ProductDetails> {
  const type_id = await firstType(admin);
  return callApi<ProductDetails>(admin, 'POST', 'products', {
    name: `Товар без сети ${unique()}`,
    type_id,
    shop_id: shop.id,
    product_type: 'simple',
    unit: 'шт.',
    status: 'publish',
    is_taxable: false,
    price,
    quantity: 2,
    sku: `OFF-${unique()}`.toUpperCase(),
  });
}

async function scan(page: Page, { sku, name }: ProductDetails): Promise<void> {
  await page.keyboard.type(sku ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: till('receipt.lines') })).toContainText(name);
}

async function payOffline(page: Page, key: 'F8' | 'F10'): Promise<void> {
  await page.keyboard.press(key);
  if (key === 'F8') await page.keyboard.type('1000');
  await page.keyboard.press('Enter');
  await expect(page.getByText(till('sold.kept'), { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText(till('receipt.empty'))).toBeVisible();
}

test('sales made without a network outlive the tab, each is stored once, and a conflict is asked', async ({
  page,
  context,
}) => {
  const [admin, owner] = await Promise.all([apiSession('admin'), apiSession('owner')]);
  const { shops } = await callApi<{ shops: { id: number; slug: string }[] }>(owner, 'GET', 'me');
  const shop = shops[1] ?? { id: 0, slug: '' };
  const price = 300 + Math.floor(Math.random() * 600) + 0.37;
  const good = await buildGood(admin, shop, price);
  await keepSession(context, owner);
  await page.goto(`./${shop.slug}/till`);
  await settled(page);
  await page.keyboard.type('1000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await scan(page, good);

  await context.setOffline(true);
  await payOffline(page, 'F8');
  // A good that was scanned before is known without a network.
  await scan(page, good);
  await payOffline(page, 'F10');
  await page.close();
  // Meanwhile somebody else sells one of the two pieces.
  await callApi(admin, 'PUT', `products/${good.id}`, { quantity: 1, version: good.version });
  await context.setOffline(false);

  // The first answer is lost, though the sale is stored.
  let lost = 0;
  await context.route('**/till/*/sales', async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  const next = await context.newPage();
  await next.goto(`./${shop.slug}/orders`);
  await settled(next);
  const refused = next.getByRole('button', { name: queue('chip-refused', { count: 1 }) });
  await expect(refused).toBeVisible();

  expect(lost).toBe(3);
  const found = await callApi<{ data: OrderDetails[] }>(owner, 'GET', `orders?shop_id=${shop.id}&limit=10`);
  const sold = found.data.filter(({ total }) => total === price);
  expect(sold.map(({ payment_gateway }) => payment_gateway)).toEqual(['CASH']);
  const stored = await callApi<ProductDetails>(admin, 'GET', `products/${good.slug}`);
  expect(stored.quantity).toBe(0);
  await context.unroute('**/till/*/sales');
});

test('what was typed into a form is offered again after its tab was killed', async ({ page, context }) => {
  await signIn(context, 'admin');
  const name = `Метка убитой вкладки ${unique()}`;
  await page.goto('./tags/create');
  await page.locator('[id="field-name"]').fill(name);
  await expect(page.getByText(/^Черновик сохранён/)).toBeVisible();
  await page.close();

  const next = await context.newPage();
  await next.goto('./tags/create');
  const strip = next.getByRole('region', { name: word('form:draft.label') });
  await strip.getByRole('button').first().click();

  await expect(next.locator('[id="field-name"]')).toHaveValue(name);
});

test('a list that the server did not answer and a page that could not be loaded come when it is back', async ({
  page,
  context,
}) => {
  await signIn(context, 'admin');
  await page.goto('./tags');
  await settled(page);
  // The toasts load after the rows.
  await page.waitForFunction(() => {
    const ends = performance.getEntriesByType('resource').map((one) => one.startTime + one.duration);
    return performance.now() - Math.max(...ends) > 1000;
  });

  // As with a killed server: the browser itself stays online.
  await context.route('**/admin/**', (route) => route.abort('connectionrefused'));
  await page.locator('thead button').first().click();
  await expect(page.getByText(word('common:errors.network'))).toBeVisible();
  const { pathname } = new URL(page.url());
  await page.evaluate(() => {
    const { router } = (window as unknown as { next: { router: { push: (path: string) => unknown } } }).next;
    void router.push('/mobile-app-versions');
  });
  await expect(page.locator('.Toastify__toast')).toContainText(word('common:errors.network'));
  expect(new URL(page.url()).pathname).toBe(pathname);
  await context.unroute('**/admin/**');

  await expect(page.locator('tbody tr[aria-label]').first()).toBeVisible();
});
