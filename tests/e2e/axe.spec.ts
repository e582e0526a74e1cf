import { askAxe } from '@tests/e2e/support/axe';
import { goTo, signIn } from '@tests/e2e/support/browser';
import { expect, test } from '@tests/e2e/support/test';

/** Lists, forms, details, settings, the home page and the till: one page of each kind. */
const pages = [
  ...['/', '/orders', '/products', '/categories', '/categories/create', '/shops', '/users', '/refunds'],
  ...['/withdraws', '/coupons', '/coupons/create', '/reviews', '/questions', '/flash-sale', '/taxes'],
  ...['/settings', '/activity', '/notify-logs', '/profile-update', '/shops/create'],
];

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing at all on twenty pages in the ${theme} theme`, async ({ page, context }) => {
    test.setTimeout(600_000);
    expect(pages.length).toBe(20);
    await page.emulateMedia({ colorScheme: theme });
    await signIn(context, 'admin');
    const found: string[] = [];
    for (const path of pages) {
      await goTo(page, path);
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
      const faults = await askAxe(page, ['tbody tr:nth-child(n+4)', 'li:nth-child(n+4)'], true);
      found.push(...faults.map((fault) => `${path}: ${fault}`));
    }
    expect(found).toEqual([]);
  });
}
