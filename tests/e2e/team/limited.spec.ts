import { type Account, callApi, goTo, settled, signIn, watch, word } from '@tests/e2e/support/browser';
import { expect, type Page, test } from '@tests/e2e/support/test';

/** Nothing that a limited person finds in the menu, or on its pages, leads to a refusal. */

const people = [
  'finance',
  'catalogue',
  'support',
  'content',
  'auditor',
  'staff',
] as const satisfies Account[];

for (const account of people) {
  test(`every page of the menu opens for ${account}, and none leads to a closed one`, async ({ page }) => {
    await signIn(page.context(), account);
    const { problems } = watch(page);
    await page.goto('./');
    await settled(page);
    const menu = await linksIn(page, 'aside nav');
    expect(menu.length).toBeGreaterThan(5);

    const found: string[] = [];
    const seen = new Set(menu.map(shapeOf));
    const beyond: string[] = [];
    for (const path of menu) {
      found.push(...(await visit(page, path, problems)));
      for (const link of await linksIn(page, 'main')) {
        if (seen.has(shapeOf(link))) continue;
        seen.add(shapeOf(link));
        beyond.push(link);
      }
    }
    // Links inside of one family's records are alike: a few of them tell.
    for (const path of beyond.slice(0, 15)) found.push(...(await visit(page, path, problems)));
    expect(found).toEqual([]);
  });
}

test('a closed page names the right that is missing, and the header the role', async ({ page }) => {
  await signIn(page.context(), 'content');
  const { problems, allow } = watch(page);
  // The server refuses the document, too.
  allow(/^403 .*\/withdraws$/);
  allow(/status of 403/);

  await page.goto('./');
  await settled(page);
  await expect(page.getByRole('banner').getByText(word('role.content'))).toBeVisible();

  await page.goto('./withdraws');
  await settled(page);

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(word('text-access-denied'));
  const right = { area: word('areas.finance'), level: word('levels.read') };
  await expect(page.getByText(word('forbidden.right', right))).toBeVisible();
  expect(problems).toEqual([]);
});

test('whoever only reads finds nothing on the pages of records that changes them', async ({ page }) => {
  const session = await signIn(page.context(), 'auditor');
  const { problems } = watch(page);
  const changes = [word('button-edit'), word('button-delete'), word('insights:trash.restore')];
  const found: string[] = [];
  await page.goto('./');
  await settled(page);
  for (const family of ['flash-sale', 'newsletters', 'store-notices', 'reviews', 'questions', 'refunds']) {
    const { data } = await callApi<{ data: { id: number; slug?: string }[] }>(
      session,
      'GET',
      `${family}?limit=1`,
    );
    found.push(...(await offeredOn(page, `/${family}/${data[0]?.slug ?? data[0]?.id}`)));
  }
  for (const path of ['/activity/trash', '/products/moderation', '/abusive_reports'])
    found.push(...(await offeredOn(page, path)));

  expect(found).toEqual([]);
  expect(problems).toEqual([]);

  async function offeredOn(at: Page, path: string): Promise<string[]> {
    await goTo(at, path);
    const main = at.locator('main');
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
    const links = await main.locator('a[href$="/edit"]').count();
    const ticks = await main.getByRole('checkbox').count();
    const names = await main.getByRole('button').allInnerTexts();
    const offered = names.filter((name) => changes.includes(name.trim()));
    return [...offered, ...(links ? ['an edit link'] : []), ...(ticks ? ['ticks'] : [])].map(
      (one) => `${path}: ${one}`,
    );
  }
});

async function visit(page: Page, path: string, problems: string[]): Promise<string[]> {
  await goTo(page, path);
  const isClosed = await page.getByText(word('text-access-denied'), { exact: true }).isVisible();
  return [...problems.splice(0).map((one) => `${path}: ${one}`), ...(isClosed ? [`${path} is closed`] : [])];
}

async function linksIn(page: Page, where: string): Promise<string[]> {
  const folded = page.locator('aside nav h2 button[aria-expanded="false"]');
  while ((await folded.count()) > 0) await folded.first().click();
  const hrefs = await page
    .locator(`${where} a[href^="/admin"]`)
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  return [...new Set(hrefs.map((href) => href.replace(/^\/admin/, '') || '/'))].filter(
    (href) => !/^\/(rest|logout)/.test(href),
  );
}

/** Addresses that differ by a number or by a shop are alike. */
const shapeOf = (path: string) =>
  path
    .replace(/[?#].*$/, '')
    .replace(/\d+/g, '1')
    .replace(/^\/[a-z]+-[\w-]+(?=\/|$)/, '/shop');
