import { apiSession, keepSession } from '@tests/e2e/support/browser';
import { buildDir } from '@tests/e2e/support/servers';
import { expect, type Page, test } from '@tests/e2e/support/test';
import { gzipSize, pageWeights, scriptLimit } from '@tests/e2e/support/script-weight';

/** What the built panel makes a browser load: one limit for every list and the login page (design §9). */

test('the scripts that a list or the login page names stay within the limit', () => {
  const weights = [...pageWeights(buildDir)].filter(
    ([page]) => page.endsWith('/[[...screen]]') || page === '/login',
  );

  expect(weights.length).toBeGreaterThan(40);
  expect(weights.filter(([, weight]) => weight > scriptLimit)).toEqual([]);
});

// Parts that rows load themselves are named by no document.
for (const list of ['orders', 'products', 'shops']) {
  test(`what ${list} load before their rows stays within the limit`, async ({ browser }) => {
    const context = await browser.newContext();
    await keepSession(context, await apiSession('admin'));
    const page = await context.newPage();

    const weight = await scriptBeforeRows(page, list);
    await context.close();

    expect(weight).toBeGreaterThan(scriptLimit / 2);
    expect(weight).toBeLessThanOrEqual(scriptLimit);
  });
}

/** Bytes after gzip of the scripts that were asked for when the first row appeared. */
async function scriptBeforeRows(page: Page, list: string): Promise<number> {
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      sizes.set(response.url(), response.body().then(gzipSize));
  });
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('tbody tr:not([aria-hidden])')) return;
      performance.mark('rows');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`./${list}`);
  await page.locator('tbody tr:not([aria-hidden])').first().waitFor();
  const asked = await page.evaluate(() => {
    const [rows] = performance.getEntriesByName('rows');
    const before = performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime < (rows?.startTime ?? 0));
    return [...new Set(before.map(({ name }) => name))];
  });
  const weights = await Promise.all(asked.map((url) => sizes.get(url) ?? Promise.resolve(0)));
  return weights.reduce((sum, weight) => sum + weight, 0);
}
