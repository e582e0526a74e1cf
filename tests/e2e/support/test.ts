import { type BrowserContext, test as base } from '@playwright/test';

export { expect, type Locator, type Page } from '@playwright/test';

/**
 * Playwright's `test` with one context per worker: scripts come from its cache, as for a person, and cookies and
 * storage are cleared between tests. Pages of the last test stay until the next one begins, so that a failure can be
 * photographed.
 */
export const test = base.extend<object, { handedOn: { context?: BrowserContext } }>({
  handedOn: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
    async ({}, use) => {
      const kept: { context?: BrowserContext } = {};
      await use(kept);
      await kept.context?.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, handedOn }, use) => {
    const { context } = handedOn;
    if (context) {
      await Promise.all(context.pages().map((page) => page.close()));
      await context.setStorageState({ cookies: [], origins: [] });
    }
    // The configuration's settings apply to it: no file has its own.
    handedOn.context = context ?? (await browser.newContext());
    await use(handedOn.context);
  },
});
