import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, startReplica } from '@tests/support/scratch-postgres';
import { setUpSmtp } from '@tests/support/smtp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockDataDir } from '@/server/core/db/lock';
import { examine } from '@/server/core/doctor';
import { readEnv } from '@/server/core/env';

const smtp = setUpSmtp();
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'gostiny-doctor-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Faults, marked as the command prints them. */
async function wrongWith(env: Record<string, string>): Promise<string[]> {
  const findings = await examine(readEnv({ DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', ...env }));
  return findings.filter(({ state }) => state !== 'ok').map(({ state, text }) => `${state}: ${text}`);
}

it('finds nothing wrong with the defaults', async () => {
  expect(await wrongWith({})).toEqual([]);
});

it('names a data folder in use by another process, and one that is not writable', async () => {
  const release = await lockDataDir(dataDir);
  expect(await wrongWith({})).toEqual([expect.stringMatching(/^warning: .* is in use by process \d+/)]);
  release();
  writeFileSync(join(dataDir, 'file'), '');
  const [first] = await wrongWith({ DATA_DIR: join(dataDir, 'file', 'below') });
  expect(first).toMatch(/^fault: DATA_DIR .* cannot be written \(ENOTDIR\)/);
});

it('names a port in use', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  expect(await wrongWith({ PORT: port })).toEqual([expect.stringContaining(`Port ${port} is in use`)]);
  other.close();
});

it('names services that do not respond or refuse', async () => {
  const gone = 'http://127.0.0.1:9';
  smtp.refuse = { AUTH: '535 wrong password' };
  expect(
    await wrongWith({
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
      DATABASE_REPLICA_URL: 'postgres://nobody@127.0.0.1:9/none',
      PUBLIC_URL: 'https://shop.test',
      TRUST_PROXY: '1',
      S3_ENDPOINT: gone,
      S3_BUCKET: 'b',
      S3_KEY: 'k',
      S3_SECRET: 's',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'robot@shop.test',
    }),
  ).toEqual([
    expect.stringMatching(/^fault: DATABASE_URL does not answer .*ECONNREFUSED/),
    expect.stringMatching(/^warning: The replica does not answer .*ECONNREFUSED/),
    expect.stringMatching(/^fault: The storage http:\/\/127\.0\.0\.1:9 refuses/),
    expect.stringMatching(/^fault: The mail server refuses .*535/),
  ]);
  smtp.refuse = {};
});

it('warns of links to localhost, shared limits and open demo accounts', async () => {
  expect(await wrongWith({ PUBLIC_URL: 'https://shop.test', DEMO: 'true' })).toEqual([
    expect.stringContaining('does not survive a power loss'),
    expect.stringContaining('set TRUST_PROXY'),
    expect.stringContaining('set DEMO=false'),
  ]);
  expect(await wrongWith({ HOST: '0.0.0.0' })).toEqual([expect.stringContaining('set DEMO=false')]);
  expect(await wrongWith({ HOST: '' })).toEqual([]);
});

it.runIf(process.env.TEST_DATABASE_URL)('checks a PostgreSQL server', async () => {
  const DATABASE_URL = String(process.env.TEST_DATABASE_URL);
  const findings = await wrongWith({ DATABASE_URL, PUBLIC_URL: 'https://shop.test', TRUST_PROXY: '1' });
  // The test server runs without fsync.
  expect(findings).toEqual(['warning: fsync is off: a power loss can destroy the database.']);
});

it.runIf(process.env.TEST_DATABASE_URL)(
  'distinguishes a replica of the database from any other server',
  async () => {
    const other = String(process.env.TEST_DATABASE_URL);
    const primary = startPostgres(3236);
    try {
      const replica = startReplica(primary, 3237);
      const saysOf = async (DATABASE_URL: string, DATABASE_REPLICA_URL: string) => {
        const findings = await examine(readEnv({ DATA_DIR: dataDir, DATABASE_URL, DATABASE_REPLICA_URL }));
        return findings.filter(({ text }) => /replica/i.test(text));
      };

      expect(await saysOf(primary.url, replica.url)).toEqual([{ state: 'ok', text: 'Replica' }]);
      expect(await saysOf(other, replica.url)).toEqual([
        { state: 'fault', text: 'DATABASE_REPLICA_URL replicates another server than DATABASE_URL.' },
      ]);
      expect(await saysOf(primary.url, other)).toEqual([
        { state: 'fault', text: expect.stringContaining('is no replica') },
      ]);
      replica.stop();
      expect(await saysOf(primary.url, replica.url)).toEqual([
        { state: 'warning', text: expect.stringMatching(/^The replica does not answer .*ECONNREFUSED/) },
      ]);
    } finally {
      primary.stop();
    }
  },
);
