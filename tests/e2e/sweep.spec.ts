import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { type Account, apiSession, callApi, settled, signIn, watch } from '@tests/support/e2e';

/** Sizes that every page must work at. */
const sizes = [
  { width: 1366, height: 900 },
  { width: 390, height: 844 },
];

/** Pages that a menu does not list: their addresses are made from what the demo data holds. */
const beyondTheMenu: Partial<Record<Account, () => Promise<string[]>>> = {
  admin: async () => {
    const session = await apiSession('admin');
    const paths = [
      '/tags/create',
      '/boxes/create',
      '/faqs/create',
      '/store-notices/create',
      '/error-codes/create',
    ];
    const keys: [string, string, 'id' | 'slug'][] = [
      ['tags', 'tags', 'slug'],
      ['boxes', 'api/admin/boxes', 'id'],
      ['faqs', 'faqs', 'id'],
      ['store-notices', 'store-notices', 'id'],
      ['error-codes', 'api/admin/errors', 'id'],
    ];
    for (const [name, endpoint, key] of keys) {
      const { data } = await callApi<{ data: Record<string, string>[] }>(
        session,
        'GET',
        `${endpoint}?limit=1`,
      );
      paths.push(`/${name}/${data[0]?.[key]}`, `/${name}/${data[0]?.[key]}/edit`);
    }
    return paths;
  },
  owner: async () => {
    const me = await callApi<{ shops: { slug: string }[] }>(await apiSession('owner'), 'GET', 'me');
    const [shop] = me.shops;
    return [
      `/${shop?.slug}`,
      `/${shop?.slug}/faqs`,
      `/${shop?.slug}/faqs/create`,
      `/${shop?.slug}/store-notices`,
      `/${shop?.slug}/store-notices/create`,
    ];
  },
  staff: async () => {
    const me = await callApi<{ managed_shop: { slug: string } }>(await apiSession('staff'), 'GET', 'me');
    return [`/${me.managed_shop.slug}`, `/${me.managed_shop.slug}/faqs`];
  },
};

for (const account of ['admin', 'owner', 'owner2', 'staff'] as const) {
  for (const size of sizes) {
    test(`every page of ${account} is sound at ${size.width} px`, async ({ page, context }) => {
      test.setTimeout(420_000);
      await page.setViewportSize({ width: 1366, height: 900 });
      await signIn(context, account);
      await page.goto('./');
      await settled(page);
      const paths = [...(await menuOf(page)), ...((await beyondTheMenu[account]?.()) ?? [])];
      expect(paths.length).toBeGreaterThan(1);
      await page.setViewportSize(size);

      const found: string[] = [];
      for (const path of [...new Set(paths)]) found.push(...(await inspect(page, path)));
      expect(found).toEqual([]);
    });
  }
}

for (const path of ['/login', '/no-such-page/at/all', '/access-denied']) {
  test(`${path} is sound without a session`, async ({ page }) => {
    const found: string[] = [];
    for (const size of sizes) {
      await page.setViewportSize(size);
      found.push(
        ...(await inspect(page, path, path.startsWith('/no-such') ? [/^404 /, /status of 404/] : [])),
      );
    }
    expect(found).toEqual([]);
  });
}

async function menuOf(page: Page): Promise<string[]> {
  const hrefs = await page
    .locator('aside nav a[href]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  return hrefs
    .filter((href): href is string => href !== null)
    .map((href) => href.replace(/^\/admin/, '') || '/');
}

async function inspect(page: Page, path: string, allowed: RegExp[] = []): Promise<string[]> {
  const { problems, allow } = watch(page);
  for (const pattern of allowed) allow(pattern);
  await page.goto(`.${path}`);
  await settled(page);
  const found = [...problems];
  page.removeAllListeners();

  const text = await page.locator('body').innerText();
  // A key that has no word is shown as it stands: lower-case words joined by hyphens or dots.
  const rawKey =
    /(?:^|\s)((?:common|form|resources):[\w.-]+|(?:text|button|error|label|sidebar|input)-[a-z-]{3,}|[a-z_]+\.(?:fields|options|hints|title)\b[\w.]*)/;
  const raw = rawKey.exec(text)?.[1];
  if (raw) found.push(`raw key ${raw}`);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  if (overflow > 0) found.push(`scrolls sideways by ${overflow} px`);
  const { violations } = await new AxeBuilder({ page }).analyze();
  for (const one of violations) {
    if (one.impact === 'serious' || one.impact === 'critical') {
      found.push(
        `axe ${one.id}: ${one.nodes
          .map((node) => node.target.join(' '))
          .slice(0, 3)
          .join(' | ')}`,
      );
    }
  }
  return found.map((problem) => `${path}: ${problem}`);
}
