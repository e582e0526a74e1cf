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

it('locks every optional package of every system, without which `npm ci` refuses the lock', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version?: string; optionalDependencies?: Record<string, string> }>;
  };
  /** Looked up as Node does: next to the package that wants it, then in each folder above. */
  const find = (from: string, name: string): string | undefined => {
    const found = packages[`${from && `${from}/`}node_modules/${name}`]?.version;
    return (
      found ?? (from === '' ? undefined : find(from.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, ''), name))
    );
  };
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name, version]) => (/^\d/.test(version) ? find(path, name) !== version : !find(path, name)))
      .map(([name, version]) => `${name}@${version} of ${path || 'this package'}`),
  );

  expect(missing).toEqual([]);
});
