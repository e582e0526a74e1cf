import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Core and integrations import no module: modules register what core needs (`defineModule`). */
it.each(['core', 'integrations'])('nothing in %s imports a module', (folder) => {
  const root = join('src/server', folder);

  const wrong = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .filter((path) => /from '[^']*\/modules(\/|')/.test(readFileSync(join(root, path), 'utf8')));

  expect(wrong).toEqual([]);
});
