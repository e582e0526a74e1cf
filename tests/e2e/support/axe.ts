import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const source = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/**
 * What axe finds that is serious or critical, outside the selectors that are skipped. It is sent into a document once and
 * asked there: its own builder for Playwright sends it twice each time and opens a page to sum up, five times the work.
 */
export async function askAxe(page: Page, skipped: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async (exclude) => {
      const { axe: asked } = window as unknown as { axe: typeof axe };
      const { violations } = await asked.run({ exclude }, { resultTypes: ['violations'] });
      const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      return grave.map(({ id, nodes }) => {
        const places = nodes.map(({ target }) => target.join(' '));
        return `axe ${id}: ${places.slice(0, 3).join(' | ')}`;
      });
    },
    [...skipped],
  );
}
