import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const source = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/**
 * Serious and critical findings of axe, outside the skipped selectors. The script is injected into a document once:
 * axe's own builder for Playwright injects it twice each time and opens a page to merge results, five times the work.
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
