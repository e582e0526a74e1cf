import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { word } from '@tests/e2e/support/browser';
import { listLimit, loginLimit, pageWeights } from '@tests/e2e/support/script-weight';
import { buildDir } from '@tests/e2e/support/servers';
import { expect, test } from '@tests/e2e/support/test';

/**
 * Scripts that the built panel makes a browser load: one limit for every list, and one for the login page. Parts that load while
 * a page waits for its rows depend on the machine; `npm run bench:web` measures them.
 */
test('the scripts named by a list or the login page stay within their limits', () => {
  const weights = [...pageWeights(buildDir)].filter(
    ([page]) => page.endsWith('/[[...screen]]') || page === '/login',
  );

  expect(weights.length).toBeGreaterThan(40);
  const limitOf = (page: string) => (page === '/login' ? loginLimit : listLimit);
  expect(weights.filter(([page, weight]) => weight > limitOf(page))).toEqual([]);
});

test('no script carries texts: they are files of their own', () => {
  const folder = join(buildDir, 'static');
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  const text = word('text-customer-denied-message');

  expect(scripts.filter((name) => readFileSync(join(folder, name), 'utf8').includes(text))).toEqual([]);
});
