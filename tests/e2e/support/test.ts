import { type BrowserContext, test as base } from '@playwright/test';

export { expect, type Page } from '@playwright/test';

/**
 * Playwright's `test` with a context that the tests of a worker hand on to each other: scripts come from its cache, as
 * they do for a person, and cookies and storage are emptied in between. Pages of the last test stay until the next
 * begins, so that a failure can be photographed.
 */
export const test = base.extend<object, { handedOn: { context?: BrowserContext } }>({
  handedOn: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for from this pattern
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
    // The settings of the configuration hold for it: no file has its own.
    handedOn.context = context ?? (await browser.newContext());
    await use(handedOn.context);
  },
});
