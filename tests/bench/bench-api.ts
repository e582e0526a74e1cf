import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { nodeFlags } from '../support/node-flags.ts';
import { startPostgres } from '../support/scratch-postgres.ts';

/**
 * An API over 100,000 products of 5,000 shops on a PostgreSQL server: that of BENCH_DATABASE_URL, else a temporary one.
 */
export interface BenchApi {
  databaseUrl: string;
  database: pg.Client;
  base: string;
  process: ChildProcess;
  signIn: (email: string) => Promise<string>;
  get: (address: string, token?: string) => Promise<unknown>;
  ask: (method: string, address: string, token?: string, body?: object) => Promise<Record<string, unknown>>;
  stop: () => Promise<void>;
}

/**
 * Fills the database unless it has the products already (BENCH_PRODUCTS, 100,000), and starts the API on the port; the
 * database uses the next port. `home`: the folder whose bundle is started.
 */
export async function startBenchApi(
  port: number,
  { home = '.', databaseUrl: other }: { home?: string; databaseUrl?: string } = {},
): Promise<BenchApi> {
  const given = other ?? process.env.BENCH_DATABASE_URL;
  const own = given ? undefined : startPostgres(port + 1);
  const databaseUrl = given ?? own?.url ?? '';
  const dataDir = mkdtempSync(join(tmpdir(), 'gostiny-bench-'));
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    API_PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    DEMO: 'true',
    LOG_LEVEL: 'error',
  };
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  let server: ChildProcess | undefined;
  const stop = async () => {
    server?.kill('SIGTERM');
    await database.end();
    own?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const base = `http://127.0.0.1:${port}/admin/rest/`;
  const ask = askOf(base);
  try {
    await fill(database, env);
    server = spawn('node', [...nodeFlags, 'dist/main.js', 'api'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
      cwd: home,
    });
    await untilHealthy(base);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    databaseUrl,
    database,
    base,
    process: server,
    ask,
    get: (address, token) => ask('GET', address, token),
    async signIn(email) {
      return String((await ask('POST', 'token', undefined, { email, password: 'Demo12345' })).token);
    },
    stop,
  };
}

async function fill(database: pg.Client, env: NodeJS.ProcessEnv): Promise<void> {
  const known = await database.query("select to_regclass('products') as name");
  const { rows } = known.rows[0].name
    ? await database.query('select count(*)::int as count from products')
    : { rows: [{ count: 0 }] };
  const products = Number(process.env.BENCH_PRODUCTS ?? 100_000);
  if (rows[0].count >= products) return;
  const asked = `--shops 5000 --authors 100 --manufacturers 90 --tags 200 --categories 300 --products ${products}`;
  const { status } = spawnSync('node', ['dist/db-seed.js', ...asked.split(' ')], { stdio: 'inherit', env });
  if (status !== 0) process.exit(1);
}

async function untilHealthy(base: string): Promise<void> {
  for (let left = 1200; left > 0; left -= 1) {
    const answer = await fetch(`${base}health`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The server did not start');
}

function askOf(base: string): BenchApi['ask'] {
  return async (method, address, token, body) => {
    const answer = await fetch(`${base}${address}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${text.slice(0, 200)}`);
    return JSON.parse(text);
  };
}
