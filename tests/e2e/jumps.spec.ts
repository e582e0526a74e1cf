import type { Page } from '@playwright/test';
import { type Account, apiSession, callApi, settled, signIn } from '@tests/e2e/support/browser';
import { expect, test } from '@tests/e2e/support/test';

/** All shifts of a page that nobody asked for, added up (rules/panel: screens do not jump). */
const bar = 0.05;

declare global {
  interface Window {
    shifted: { by: number; what: string[] }[];
  }
}

interface Ids {
  shop: string;
  order: number;
  product: string;
}

/** Pages by what they are called, for the operator at the root and for an owner in a shop. */
const pagesOf: Record<'admin' | 'owner', (ids: Ids) => Record<string, string>> = {
  admin: ({ shop, order, product }) => ({
    home: '',
    shop,
    ledger: 'ledger',
    order: `orders/${order}`,
    products: 'products',
    orders: 'orders',
    'product form': `products/${product}/edit`,
    settings: 'settings',
  }),
  owner: ({ shop, order, product }) => ({
    home: '',
    shop,
    ledger: `${shop}/ledger`,
    order: `${shop}/orders/${order}`,
    products: `${shop}/products`,
    orders: `${shop}/orders`,
    'product form': `${shop}/products/${product}/edit`,
    settings: 'vendor/settings',
  }),
};

async function idsOf(account: Account): Promise<Ids> {
  const session = await apiSession(account);
  const owner = await apiSession('owner');
  const { shops } = await callApi<{ shops: { id: number; slug: string }[] }>(owner, 'GET', 'me');
  const [shop] = shops;
  if (!shop) throw new Error('The demo owner has a shop');
  const first = async <Row>(path: string) => {
    const { data } = await callApi<{ data: Row[] }>(session, 'GET', path);
    if (!data[0]) throw new Error(`The demo has none: ${path}`);
    return data[0];
  };
  const scope = account === 'admin' ? '' : `&shop_id=${shop.id}`;
  const order = await first<{ id: number }>(`orders?limit=1${scope}`);
  const product = await first<{ slug: string }>(`products?limit=1&shop_id=${shop.id}`);
  return { shop: shop.slug, order: order.id, product: product.slug };
}

/** Notes all shifts from the beginning of each document. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    window.shifted = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null }[];
        };
        const what = sources.map(({ node }) => node?.textContent?.slice(0, 40) ?? '');
        if (!hadRecentInput) window.shifted.push({ by: value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

async function expectStill(page: Page, name: string): Promise<void> {
  await settled(page);
  // Menus, the footer and parts that load late come after the rows; the live stream never lets the network be idle.
  await page.waitForTimeout(1500);
  const shifted = await page.evaluate(() => window.shifted);
  const sum = shifted.reduce((all, { by }) => all + by, 0);
  expect
    .soft(sum, `${name}: ${JSON.stringify(shifted.filter(({ by }) => by > 0.003))}`)
    .toBeLessThanOrEqual(bar);
}

for (const account of ['admin', 'owner'] as const) {
  for (const [width, height] of [
    [1366, 900],
    [390, 844],
  ] as const) {
    test(`pages of ${account} jump by at most ${bar} at ${width} px`, async ({ page }) => {
      test.setTimeout(240_000);
      await page.setViewportSize({ width, height });
      await signIn(page.context(), account);
      await watchShifts(page);
      for (const [name, path] of Object.entries(pagesOf[account](await idsOf(account)))) {
        await page.goto(`./${path}`);
        await expectStill(page, name);
      }
    });
  }
}

test('a page whose scripts come after its data stands still, too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page.context(), 'owner');
  await watchShifts(page);
  // The last ones that are asked for come last.
  let asked = 0;
  await page.route('**/*.js', async (route) => {
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, 25 * asked));
    await route.continue();
  });
  await page.goto(`./${pagesOf.owner(await idsOf('owner')).order}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectStill(page, 'order');
});
