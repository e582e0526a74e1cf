import { goTo, settled, signIn } from '@tests/e2e/support/browser';
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
