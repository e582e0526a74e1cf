import type { Page } from '@playwright/test';
import { goTo, openLive, settled, signIn } from '@tests/e2e/support/browser';
import { expect, test } from '@tests/e2e/support/test';

declare global {
  interface Window {
    keysShown: string[];
  }
}

/** First parts of keys that the pages below would show without their dictionaries. */
const key = '(?:dashboard|home|profile|auth|withdraws|reviews|fields)\\.[a-z-]+';

test('no page shows the keys of its texts, however late the dictionaries come', async ({ page, context }) => {
  await signIn(context, 'admin');
  await page.addInitScript((pattern) => {
    window.keysShown = [];
    const look = () => {
      const found = new RegExp(`(?<![\\w@/.-])${pattern}`).exec(document.body?.innerText ?? '');
      if (found) window.keysShown.push(`${location.pathname}: ${found[0]}`);
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  }, key);
  await page.route('**/locales/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });

  await page.goto('./', { waitUntil: 'commit' });
  await expect(page.locator('h1')).toBeVisible();
  for (const path of ['/profile', '/profile-update', '/withdraws', '/reviews']) await goTo(page, path);
  await settled(page);

  expect(await page.evaluate(() => window.keysShown)).toEqual([]);
});

test('the sign-in page loads its own dictionaries only', async ({ page }) => {
  const asked = dictionariesOf(page);

  await page.goto('./login', { waitUntil: 'networkidle' });

  expect([...asked].sort()).toEqual(['accounts', 'common', 'form']);
});

test('a person’s browser loads the dictionaries of pages that he may open, and no others', async ({
  page,
  context,
}) => {
  const asked = dictionariesOf(page);
  await signIn(context, 'staff');

  await page.goto('./');

  // The last one in the order of loading.
  await expect.poll(() => asked.has('insights') && asked.has('feedback')).toBe(true);
  expect([...asked]).toContain('orders');
  expect([...asked]).not.toContain('settings');
  expect([...asked]).not.toContain('ledger');
});

test('a browser that saves data loads dictionaries when a page needs them', async ({ page, context }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
  });
  const asked = dictionariesOf(page);
  await signIn(context, 'admin');

  await openLive(page, '/');
  // Nothing tells that no request will come: a browser that saves nothing asks for all within a second of its live stream.
  await page.waitForTimeout(3000);
  const before = [...asked];
  await goTo(page, '/reviews');
  await settled(page);

  expect(before).not.toContain('feedback');
  expect([...asked]).toContain('feedback');
});

/** Names of the dictionaries that the page has asked for, growing. */
function dictionariesOf(page: Page): Set<string> {
  const asked = new Set<string>();
  page.on('request', (request) => {
    const name = /\/locales\/\w+\/(\w+)\.json/.exec(request.url())?.[1];
    if (name) asked.add(name);
  });
  return asked;
}
