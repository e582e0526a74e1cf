import { askAxe, twentyPages } from '@tests/e2e/support/axe';
import { goTo, signIn } from '@tests/e2e/support/browser';
import { expect, test } from '@tests/e2e/support/test';

test('axe finds nothing at all on twenty pages in the dark theme', async ({ page, context }) => {
  test.setTimeout(600_000);
  expect(twentyPages.length).toBe(20);
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(context, 'admin');
  const found: string[] = [];
  for (const path of twentyPages) {
    await goTo(page, path);
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    const faults = await askAxe(page, ['tbody tr:nth-child(n+4)', 'li:nth-child(n+4)'], true);
    found.push(...faults.map((fault) => `${path}: ${fault}`));
  }
  expect(found).toEqual([]);
});
