import { pageWeights, scriptLimit } from '@tests/e2e/support/script-weight';
import { buildDir } from '@tests/e2e/support/servers';
import { expect, test } from '@tests/e2e/support/test';

/**
 * Scripts that the built panel makes a browser load: one limit for every list and the login page (design §9). Parts
 * that load while a page waits for its rows depend on the machine; `npm run bench:web` measures them.
 */
test('the scripts named by a list or the login page stay within the limit', () => {
  const weights = [...pageWeights(buildDir)].filter(
    ([page]) => page.endsWith('/[[...screen]]') || page === '/login',
  );

  expect(weights.length).toBeGreaterThan(40);
  expect(weights.filter(([, weight]) => weight > scriptLimit)).toEqual([]);
});
