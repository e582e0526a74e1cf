import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../support/scratch-postgres.ts';
import { type ApiProcesses, startApis } from './load-api.ts';
import { openMix } from './load-mix.ts';
import { openSessions } from './load-people.ts';

/**
 * `npm run test:blocks`: the mix of `bench:load`, request by request, over a database and over one that is ten times as
 * large, on a temporary PostgreSQL. Counts the blocks that each statement reads, those of triggers and consumers included,
 * by `pg_stat_statements`: nothing depends on how busy the machine is. Exits with 1 when a statement reads more over the
 * large one and is not listed below.
 */
const requests = Number(process.env.BLOCKS_REQUESTS ?? 1500);
const port = 3227;
/** A deeper index and a fuller page cost a little: what grows with the table is tenfold. */
const mayRead = (small: number) => 2 * small + 60;

/** Pieces of statements that may grow, with the reason. */
const growing: Record<string, string> = {
  'matching limit $': 'lists and searches are counted up to the limit of exact totals',
  'ship_by < $': 'pending work is counted up to 1,001',
  product_pace: 'a job of the night counts what was sold in four weeks',
  'ship_by is null': 'orders of before the deadlines get theirs once, in batches',
};

interface Read {
  text: string;
  calls: number;
  blocks: number;
}

const cluster = startPostgres(
  port,
  '-c shared_preload_libraries=pg_stat_statements -c pg_stat_statements.track=all -c fsync=off',
);
const dataDir = mkdtempSync(join(tmpdir(), 'gostiny-blocks-'));
try {
  const [small, large] = [await readsOf(1), await readsOf(10)];
  const grown = [...large.values()].filter(
    ({ text, blocks }) => small.has(text) && blocks > mayRead(small.get(text)?.blocks ?? 0),
  );
  const unlisted = grown.filter(({ text }) => !Object.keys(growing).some((piece) => text.includes(piece)));
  const common = [...large.keys()].filter((text) => small.has(text)).length;
  process.stdout.write(`${common} statements over both, ${grown.length} read more over the large one\n`);
  for (const { text, calls, blocks } of grown) {
    const piece = Object.keys(growing).find((one) => text.includes(one));
    const before = Math.round(small.get(text)?.blocks ?? 0);
    process.stdout.write(
      `\n${before} → ${Math.round(blocks)} blocks (${calls} calls)${piece ? `, listed: ${growing[piece]}` : ''}\n  ${text.slice(0, 400)}\n`,
    );
  }
  process.exitCode = unlisted.length > 0 ? 1 : 0;
} finally {
  cluster.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Blocks of each statement for a call, after the mix over a database of the size. */
async function readsOf(size: number): Promise<Map<string, Read>> {
  const url = new URL(cluster.url);
  url.pathname = `/size${size}`;
  await onDatabase(cluster.url, (database) => database.query(`create database size${size}`));
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: url.href,
    DEMO: 'false',
    LOG_LEVEL: 'error',
  };
  const rows = { shops: 300, users: 2000, tags: 100, categories: 100, products: 2000, orders: 5000 };
  const asked = Object.entries(rows).flatMap(([name, count]) => [`--${name}`, String(count * size)]);
  const { status } = spawnSync('node', ['dist/db-seed.js', ...asked], { stdio: 'inherit', env });
  if (status !== 0) throw new Error('The database is not filled');
  const api = await startApis(port + 1, 1, env);
  try {
    return await onDatabase(url.href, (database) => runMix(database, api));
  } finally {
    await api.stop();
  }
}

async function onDatabase<Result>(
  connectionString: string,
  use: (database: pg.Client) => Promise<Result>,
): Promise<Result> {
  const database = new pg.Client({ connectionString });
  await database.connect();
  try {
    return await use(database);
  } finally {
    await database.end();
  }
}

async function runMix(database: pg.Client, { ports: [apiPort] }: ApiProcesses): Promise<Map<string, Read>> {
  await database.query('create extension pg_stat_statements');
  const next = await openMix(database, await openSessions(database));
  await untilIdle(database);
  // The first work after the start has changed rows; a server in use is vacuumed in the background.
  await database.query('vacuum (analyze)');
  await database.query('select pg_stat_statements_reset()');
  for (let left = requests; left > 0; left -= 1) {
    const { method, path, token, body, learn } = next();
    const answer = await fetch(`http://127.0.0.1:${apiPort}/admin/rest/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
    learn?.(JSON.parse(text), answer.status);
  }
  await untilIdle(database);
  const { rows } = await database.query<Read>(
    `select regexp_replace(query, '\\s+', ' ', 'g') as text, sum(calls)::int as calls,
       (sum(shared_blks_hit + shared_blks_read) / sum(calls))::float as blocks
     from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
       and query !~ 'pg_stat_|^(vacuum|analyze)' group by 1`,
  );
  return new Map(rows.map((row) => [row.text, row]));
}

/** Jobs of the start and consumers of the last requests have ended. */
async function untilIdle(database: pg.Client): Promise<void> {
  for (let quiet = 0; quiet < 5; ) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const { rows } = await database.query(
      `select count(*)::int as busy from pg_stat_activity
       where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
    );
    quiet = rows[0].busy === 0 ? quiet + 1 : 0;
  }
}
