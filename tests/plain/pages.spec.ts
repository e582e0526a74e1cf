import { mkdirSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { goTo } from '../e2e/support/browser';
import { pagesFor } from './pages';
import { listen, look, signInto } from './panel';

/** Folder for screenshots of all pages, on request. */
const pictures = process.env.PICTURES;

const accounts = {
  admin: ['super_admin', 'store_owner', 'customer'],
  owner: ['store_owner', 'customer'],
} as const;

for (const [account, permissions] of Object.entries(accounts)) {
  test(`every page of ${account} works in front of a plain server`, async ({ page }) => {
    test.setTimeout(600_000);
    const problems = listen(page);
    await signInto(page, `${account}@demo.ru`);
    const paths = pagesFor(permissions);
    expect(paths.length).toBeGreaterThan(50);

    const found: string[] = [];
    const only = process.env.PAGES ? new RegExp(process.env.PAGES) : /./;
    for (const path of paths.filter((one) => only.test(one))) {
      problems.length = 0;
      await goTo(page, path).catch((error: Error) =>
        problems.push(`does not settle: ${error.message.slice(0, 80)}`),
      );
      const seen = [...problems, ...(await look(page))];
      found.push(...seen.map((problem) => `${path}: ${problem}`));
      if (pictures) {
        mkdirSync(`${pictures}/${account}`, { recursive: true });
        await page.screenshot({ path: `${pictures}/${account}/${path.replaceAll('/', '_')}.png` });
      }
    }
    expect(found).toEqual([]);
  });
}
