import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nodeFlags } from '../../../support/node-flags';

const read = (path: string) => readFileSync(path, 'utf8');

it('starts with the same flags of Node by npm, in the image and as a service', () => {
  const { scripts } = JSON.parse(read('package.json'));
  for (const name of ['start', 'start:api', 'start:web'])
    expect(scripts[name]).toContain('exec node $npm_package_config_node dist/main.js');
  expect(read('deploy/Dockerfile')).toContain(
    `ENTRYPOINT ${JSON.stringify(['node', ...nodeFlags, 'dist/main.js']).replaceAll(',', ', ')}`,
  );
  expect(read('deploy/gostiny.service')).toMatch(
    new RegExp(`^ExecStart=\\S+/node ${nodeFlags.join(' ')} dist/main.js$`, 'm'),
  );
});
