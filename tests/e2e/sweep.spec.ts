import { askAxe, twentyPages } from '@tests/e2e/support/axe';
import { goTo, settled, signIn, watch } from '@tests/e2e/support/browser';
import { familyPagesOf, ownPage } from '@tests/e2e/support/pages';
import { expect, type Page, test } from '@tests/e2e/support/test';
import { smallTargets, touch } from '@tests/e2e/support/touch';
import { domains } from '../../src/contract/domains';
import { familyTexts } from '../dictionaries';

/** Screen sizes that every page must support. */
const sizes = [
  { width: 1366, height: 900 },
  { width: 390, height: 844 },
] as const;

/** Number of parts of a sweep, so that both workers are busy to the end. */
const cuts = { admin: 4, owner: 2 } as const;

// The second owner has the same pages as the first, and `team/limited.spec.ts` opens those of staff.
for (const account of ['admin', 'owner'] as const) {
  for (let cut = 0; cut < cuts[account]; cut += 1) {
    test(`every page of ${account} is sound at 1366 and 390 px, part ${cut + 1}`, async ({
      page,
      context,
    }) => {
      test.setTimeout(600_000);
      await page.setViewportSize(sizes[0]);
      await signIn(context, account);
      await page.goto('./');
      await settled(page);
      const pages = await pagesOf(page, account);
      const mine = pages.filter(
        ({ isNew }, index) => index % cuts[account] === cut && (isNew || account === 'admin'),
      );
      expect(mine.length).toBeGreaterThan(1);

      const found: string[] = [];
      for (const { path, isNew, place } of mine) {
        const isDocument = isNew && !isInside(path);
        // An owner's forms are also an administrator's.
        const isLookedAt = isNew && (account === 'admin' || !isInside(path));
        // Alternating sizes: each part of the engine is seen many times at both.
        const at = place % 2;
        const axeAt = isLookedAt ? [at] : [];
        found.push(...(await inspect(page, path, { isDocument, axeAt, seenAt: isNew ? [0, 1] : [at] })));
      }
      expect(found).toEqual([]);
    });
  }
}

interface Swept {
  path: string;
  /** True if any of its parts is new: only then it gets axe and a document of its own. */
  isNew: boolean;
  place: number;
}

async function pagesOf(page: Page, account: keyof typeof cuts): Promise<Swept[]> {
  const families = await familyPagesOf(account);
  const known = new Set(families.map(({ path }) => path));
  const menu = (await menuOf(page)).filter((path) => !known.has(path)).map(ownPage);
  const seen = new Set<string>();
  const own = account === 'admin' ? twentyPages.map(ownPage) : [];
  const all = new Map([...menu, ...families, ...own].map((one) => [one.path, one]));
  let place = 0;
  return [...all.values()].map(({ path, parts }) => {
    const isNew = parts.some((part) => !seen.has(part));
    for (const part of parts) seen.add(part);
    place += 1;
    return { path, isNew, place };
  });
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
    found.push(...(await inspect(page, path, { isDocument: true, allowed })));
    expect(found).toEqual([]);
  });
}

async function menuOf(page: Page): Promise<string[]> {
  const folded = page.locator('aside nav h2 button[aria-expanded="false"]');
  while ((await folded.count()) > 0) await folded.first().click();
  const hrefs = await page
    .locator('aside nav a[href]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  return hrefs
    .filter((href): href is string => href !== null)
    .map((href) => href.replace(/^\/admin/, '') || '/');
}

interface Look {
  /** Loaded as a document; otherwise the app navigates, and only the gate's response is checked. */
  isDocument?: boolean;
  allowed?: RegExp[];
  /** Sizes at which it is checked, and at which axe runs: both by default. */
  seenAt?: readonly number[];
  axeAt?: readonly number[];
}

async function inspect(
  page: Page,
  path: string,
  { isDocument, allowed = [], seenAt = [0, 1], axeAt = [0, 1] }: Look,
): Promise<string[]> {
  const { problems, allow } = watch(page);
  for (const pattern of allowed) allow(pattern);
  await page.setViewportSize(sizes[seenAt[0] === 1 ? 1 : 0]);
  if (isDocument) {
    await page.goto(`.${path}`);
    await settled(page);
  } else {
    const answer = await page.request.get(`.${path}`, { maxRedirects: 0, headers: { accept: 'text/html' } });
    if (!answer.ok()) problems.push(`the document answers ${answer.status()}`);
    await goTo(page, path);
  }
  const found: string[] = [];
  for (const [at, size] of sizes.entries()) {
    if (!seenAt.includes(at)) continue;
    const isPhone = size.width < 600;
    await touch(page, isPhone);
    await page.setViewportSize(size);
    const seen = await look(page, axeAt.includes(at));
    if (isPhone) seen.push(...(await smallTargets(page)));
    found.push(...seen.map((problem) => `at ${size.width} px ${problem}`));
  }
  await touch(page, false);
  page.removeAllListeners();
  return [...found, ...problems].map((problem) => `${path}: ${problem}`);
}

const familyNames = Object.keys(familyTexts('ru')).join('|');

const pathOf = (page: Page) => new URL(page.url()).pathname.replace(/^\/admin/, '') || '/';

/** Forms and details. */
const isInside = (path: string) => /\/(create|edit)$|\/[^/]*\d[^/]*$/.test(path);

/** Faults of the page in its current state. */
async function look(page: Page, withAxe: boolean): Promise<string[]> {
  const found: string[] = [];
  const { text, overflow, barred } = await page.evaluate(() => ({
    text: document.body.innerText,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    barred: [...document.querySelectorAll('main *')].filter(
      (part) =>
        !part.matches('textarea') &&
        part.clientHeight < 80 &&
        part.scrollHeight > part.clientHeight &&
        /auto|scroll/.test(getComputedStyle(part).overflowY),
    ).length,
  }));
  // A key without a text is shown as it is: lower-case words joined by hyphens or dots.
  const rawKey = new RegExp(
    `(?:^|\\s)((?:common|form|${domains.join('|')}):[\\w.-]+|(?:text|button|error|label|sidebar|input)-[a-z-]{3,}|(?:fields|options|hints|${familyNames})\\.[a-z][\\w.-]*)`,
  );
  const raw = rawKey.exec(text)?.[1];
  if (raw) found.push(`raw key ${raw}`);
  if (overflow > 0) found.push(`scrolls sideways by ${overflow} px`);
  // A row that scrolls sideways shows a bar for up and down where it is a pixel too low.
  if (barred > 0) found.push(`${barred} rows have a bar for up and down`);
  if (!withAxe) return found;
  // Only the first rows of a list are checked, because all are alike; the menu is checked on the dashboard.
  const skipped = ['tbody tr:nth-child(n+4)', 'li:nth-child(n+4)'];
  if (pathOf(page) !== '/') skipped.push('aside nav');
  const isStrict = twentyPages.includes(pathOf(page));
  return [...found, ...(await askAxe(page, skipped, isStrict))];
}
