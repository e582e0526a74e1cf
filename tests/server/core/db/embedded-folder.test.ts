import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainFailure } from '@/server/core/db/embedded-folder';

/** What a start and a command say about a full disk and a damaged folder of the embedded database. */
const bundle = resolve('dist/embedded-folder');
let root: string;
let good: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'gostiny-folder-'));
  good = join(root, 'good');
  buildSync({
    ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm' },
    entryPoints: ['src/main.ts', 'src/server/core/db/pglite-worker.ts', 'src/server/cli/db-migrate.ts'],
    ...{ outdir: bundle, entryNames: '[name]' },
  });
  expect(run('db-migrate', good)).toMatchObject({ status: 0, stderr: '' });
});
afterAll(() => {
  for (const folder of [root, bundle]) rmSync(folder, { recursive: true, force: true });
});

function run(program: 'main' | 'db-migrate', dataDir: string) {
  const { status, stderr } = spawnSync(process.execPath, [join(bundle, `${program}.js`), 'api'], {
    encoding: 'utf8',
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      DEMO: 'false',
      API_PORT: '0',
      NODE_ENV: 'production',
    },
    // Ends one that starts although it should not.
    timeout: 240_000,
  });
  return { status, stderr };
}

const largest = (folder: string) =>
  readdirSync(folder)
    .map((name) => ({ path: join(folder, name), size: readFileSync(join(folder, name)).length }))
    .reduce((one, other) => (other.size > one.size ? other : one)).path;

describe('a damaged folder', { timeout: 300_000 }, () => {
  it.each([
    [
      'a control file without content',
      (at: string) => truncateSync(join(at, 'global/pg_control'), 0),
      'pg_control',
    ],
    [
      'a control file of another program',
      (at: string) => writeFileSync(join(at, 'global/pg_control'), Buffer.alloc(8192, 7)),
      'incompatible',
    ],
    ['a lost log', (at: string) => rmSync(join(at, 'pg_wal'), { recursive: true }), 'pg_wal'],
    ['a lost file of data', (at: string) => rmSync(join(at, 'base/5/1259')), 'base/5/1259'],
    [
      'an overwritten file of data',
      (at: string) => writeFileSync(largest(join(at, 'base/5')), Buffer.alloc(400_000, 7)),
      'invalid page',
    ],
    ['a lost PG_VERSION', (at: string) => rmSync(join(at, 'PG_VERSION')), 'PG_VERSION'],
  ])('with %s ends the start with one sentence', (_what, damage, reason) => {
    const dataDir = mkdtempSync(join(root, 'damaged-'));
    const folder = join(dataDir, 'postgres');
    cpSync(join(good, 'postgres'), folder, { recursive: true });
    damage(folder);
    const { status, stderr } = run('main', dataDir);

    expect(status).toBe(1);
    expect(stderr).toMatch(/^The embedded database in \S+ is damaged \(.*\): .* npm run db:restore .*\.\n$/);
    expect(stderr).toContain(folder);
    expect(stderr).toContain(reason);
    rmSync(dataDir, { recursive: true });
  });

  it('ends a command alike, and is left as it is', () => {
    const dataDir = join(root, 'command');
    cpSync(join(good, 'postgres'), join(dataDir, 'postgres'), { recursive: true });
    rmSync(join(dataDir, 'postgres/PG_VERSION'));
    const { status, stderr } = run('db-migrate', dataDir);

    expect([status, stderr.split('\n')]).toEqual([1, [expect.stringContaining('is damaged'), '']]);
    expect(existsSync(join(dataDir, 'postgres/PG_VERSION'))).toBe(false);
  });
});

it('a first start that was cut short begins anew', { timeout: 300_000 }, () => {
  const dataDir = join(root, 'cut');
  cpSync(join(good, 'postgres/base/1'), join(dataDir, 'postgres/base/1'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres.unfinished'), '');

  expect(run('db-migrate', dataDir)).toMatchObject({ status: 0, stderr: '' });
  expect(readdirSync(dataDir).sort()).toEqual(['lock.db', 'postgres']);
});

describe('a full disk', { timeout: 300_000 }, () => {
  const probe = mkdtempSync(join(tmpdir(), 'gostiny-mount-'));
  const canMount = spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', probe], { stdio: 'ignore' }).status === 0;
  if (canMount) execFileSync('umount', [probe]);
  rmSync(probe, { recursive: true });

  it.skipIf(!canMount).each([8, 45])(
    'of %i MB ends the first start with one sentence (needs root for mount)',
    (size) => {
      const disk = mkdtempSync(join(root, 'disk-'));
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', disk]);
      try {
        const { status, stderr } = run('main', disk);
        expect(status).toBe(1);
        expect(stderr).toMatch(
          /^The disk of \S+ is full \(\d+ MB free\), .*: free 200 MB or more and start again; .*\.\n$/,
        );
        expect(stderr).toContain(disk);
      } finally {
        execFileSync('umount', ['-l', disk]);
      }
    },
  );

  it.each([
    { code: '53100', message: 'could not extend file' },
    { errno: 51, message: '[object Object]' },
    { code: 'EDQUOT', message: 'quota' },
    { message: 'x', reason: 'could not write to file "pg_wal/1": No space left on device' },
    { message: 'Migration 0010_ledger failed', cause: { code: '53100' } },
  ])('is recognised in %j', (error) => {
    expect(explainFailure(error, root, false)).toMatchObject({
      message: expect.stringMatching(/^The disk of /),
    });
  });
});

it('names a folder that belongs to somebody else, and leaves other errors as they are', () => {
  expect(explainFailure({ errno: 2, reason: 'x' }, root)).toMatchObject({
    message: expect.stringContaining('give it to the user that runs the product'),
  });
  const other = Object.assign(new Error('column "x" does not exist'), { code: '42703' });
  expect(explainFailure(other, root, false)).toBe(other);
});
