import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { settled, signIn, watch } from '@tests/support/e2e';
import { familyPagesOf } from '@tests/support/e2e-pages';

/** Sizes that every page must work at. */
const sizes = [
  { width: 1366, height: 900 },
  { width: 390, height: 844 },
] as const;

// The second owner has the pages of the first: whose rows those are is the API's suite to ask.
for (const account of ['admin', 'owner', 'staff'] as const) {
  // An administrator's pages are many: two workers share them.
  for (const part of account === 'admin' ? [0, 1] : [0]) {
    test(`every page of ${account} is sound at 1366 and 390 px, part ${part + 1}`, async ({
      page,
      context,
    }) => {
      test.setTimeout(600_000);
      await page.setViewportSize(sizes[0]);
      await signIn(context, account);
      await page.goto('./');
      await settled(page);
      // Staff see some of an owner's screens: it is enough to go through their menu.
      const families = account === 'staff' ? [] : await familyPagesOf(account);
      const paths = [...new Set([...(await menuOf(page)), ...families])];
      const mine = account === 'admin' ? paths.filter((_path, index) => index % 2 === part) : paths;
      expect(mine.length).toBeGreaterThan(1);

      const found: string[] = [];
      for (const [index, path] of mine.entries()) {
        // Axe looks at every page once, at one size and the other in turn: engine screens are seen at both many times. An
        // owner's forms are an administrator's, too.
        const axeAt = account === 'admin' || (account === 'owner' && !isInside(path)) ? index % 2 : undefined;
        found.push(...(await inspect(page, path, [], axeAt)));
      }
      expect(found).toEqual([]);
    });
  }
}

const openPages = [
  '/login',
  '/login-code',
  '/register',
  '/forgot-password',
  '/verify-license',
  '/access-denied',
];
for (const path of [...openPages, '/reset-password?email=a@b.ru&token=x', '/no-such-page/at/all']) {
  test(`${path} is sound without a session`, async ({ page }) => {
    const found: string[] = [];
    const allowed = path.startsWith('/no-such') ? [/^404 /, /status of 404/] : [];
    found.push(...(await inspect(page, path, allowed, 0)), ...(await inspect(page, path, allowed, 1)));
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

/** `axeAt` is the size at which axe looks: at none when left out. */
async function inspect(page: Page, path: string, allowed: RegExp[] = [], axeAt?: number): Promise<string[]> {
  const { problems, allow } = watch(page);
  for (const pattern of allowed) allow(pattern);
  await page.setViewportSize(sizes[0]);
  await open(page, path);
  const found = await look(page, axeAt === 0);
  await page.setViewportSize(sizes[1]);
  found.push(...(await look(page, axeAt === 1)).map((problem) => `at 390 px ${problem}`), ...problems);
  page.removeAllListeners();
  return found.map((problem) => `${path}: ${problem}`);
}

const isDashboard = (url: string) => /\/admin\/?$/.test(new URL(url).pathname);

/** Forms and details. */
const isInside = (path: string) => /\/(create|edit)$|\/[^/]*\d[^/]*$/.test(path);

/** A list as a document of its own; forms and details, whose document is the list's, as a person comes to them: inside the app. */
async function open(page: Page, path: string): Promise<void> {
  if (!isInside(path) || !page.url().includes('/admin/')) {
    await page.goto(`.${path}`);
    return settled(page);
  }
  await page.evaluate((to) => {
    const { router } = (
      window as unknown as { next: { router: { push: (path: string) => Promise<boolean> } } }
    ).next;
    return router.push(to);
  }, path);
  await expect(page.locator('h1')).toBeVisible();
  await expect(page.locator('.animate-pulse, [aria-busy="true"]')).toHaveCount(0);
}

/** What is wrong with the page as it stands. */
async function look(page: Page, withAxe: boolean): Promise<string[]> {
  const found: string[] = [];
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
  if (!withAxe) return found;
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    // The fourth row of a list is like the first three; the menu is that of the dashboard, which is looked at whole.
    .exclude('tbody tr:nth-child(n+4)')
    .exclude('li:nth-child(n+4)')
    .exclude(isDashboard(page.url()) ? 'no-such-element' : 'aside nav')
    .analyze();
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
  return found;
}
