import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const source = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** A person who speaks what is written on a control must reach it; axe has the rule, but not switched on. */
const rules = { 'label-content-name-mismatch': { enabled: true } };

/**
 * Lists, forms, details, settings, the home page and the till, one page of each kind: axe finds nothing at all there, in
 * the dark theme (`axe.spec.ts`) as in the light one (`sweep.spec.ts`).
 */
export const twentyPages: readonly string[] = [
  ...['/', '/orders', '/products', '/categories', '/categories/create', '/shops', '/users', '/refunds'],
  ...['/withdraws', '/coupons', '/coupons/create', '/reviews', '/questions', '/flash-sale', '/taxes'],
  ...['/settings', '/activity', '/notify-logs', '/profile-update', '/shops/create'],
];

/**
 * Findings of axe outside the skipped selectors: all, or the serious and critical ones. The script is injected into a document once:
 * axe's own builder for Playwright injects it twice each time and opens a page to merge results, five times the work.
 */
export async function askAxe(page: Page, skipped: readonly string[], isStrict = false): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(
    async ({ exclude, isStrict, rules }) => {
      const { axe: asked } = window as unknown as { axe: typeof axe };
      const { violations } = await asked.run({ exclude }, { rules, resultTypes: ['violations'] });
      const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      return (isStrict ? violations : grave).map(({ id, nodes }) => {
        const places = nodes.map(({ target }) => target.join(' '));
        return `axe ${id}: ${places.slice(0, 3).join(' | ')}`;
      });
    },
    { exclude: [...skipped], isStrict, rules },
  );
}
