import { exec, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type ScratchPostgres, startPostgres } from '../support/scratch-postgres.ts';
import { type ApiProcesses, startApis } from './load-api.ts';
import { openMix, type People } from './load-mix.ts';
import { Panels } from './load-panels.ts';
import { openSessions } from './load-people.ts';
import { runLoad, summarise } from './load-run.ts';

/**
 * `npm run bench:load`: a shop's request mix at a steady rate, with open panels, over 100,000 products and 1,000,000
 * orders on PostgreSQL; then the same while a process is killed and while the database restarts. Prints the latency of
 * each kind and the memory of the API; exits with 1 when a run without faults has a failed request.
 * || The server is that of BENCH_DATABASE_URL, filled unless it has the rows already, and written to: use a copy.
 * Otherwise a temporary cluster is created and removed afterwards.
 */
const rate = Number(process.env.LOAD_RATE ?? 200);
const seconds = Number(process.env.LOAD_SECONDS ?? 600);
const panelCount = Number(process.env.LOAD_PANELS ?? 1000);
const products = Number(process.env.LOAD_PRODUCTS ?? 100_000);
const orders = Number(process.env.LOAD_ORDERS ?? 1_000_000);
/** Processes of the API side by side, as behind a proxy. */
const processes = Number(process.env.LOAD_PROCESSES ?? 1);
const runs = (process.env.LOAD_RUNS ?? 'calm process database').split(/[ ,]+/);
const firstPort = 3225;

type Fault = (api: ApiProcesses) => Promise<void>;

const shell = (command: string) => promisify(exec)(command);
const given = process.env.BENCH_DATABASE_URL;
const own = given ? undefined : startPostgres(3224);
const databaseUrl = given ?? own?.url ?? '';
const dataDir = mkdtempSync(join(tmpdir(), 'gostiny-load-'));
const env: NodeJS.ProcessEnv = {
  ...process.env,
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  DEMO: 'false',
  LOG_LEVEL: 'error',
};

/** How to cause a fault during the run; undefined where this installation cannot. */
function faultOf(run: string, cluster: ScratchPostgres | undefined): Fault | undefined {
  const { LOAD_RESTART, LOAD_REPLICA_STOP, LOAD_REPLICA_START } = process.env;
  if (run === 'process') return (api) => api.kill();
  if (run === 'database' && cluster) return () => cluster.restart('fast');
  if (run === 'database' && LOAD_RESTART) return () => shell(LOAD_RESTART).then(() => {});
  if (run === 'replica' && LOAD_REPLICA_STOP && LOAD_REPLICA_START)
    return async () => {
      await shell(LOAD_REPLICA_STOP);
      await new Promise((resolve) => setTimeout(resolve, (seconds / 6) * 1000));
      await shell(LOAD_REPLICA_START);
    };
  return undefined;
}

const print = (text: string) => void process.stdout.write(`${text}\n`);

async function withDatabase<Result>(use: (database: pg.Client) => Promise<Result>): Promise<Result> {
  const database = new pg.Client({ connectionString: databaseUrl });
  database.on('error', () => {});
  await database.connect();
  try {
    return await use(database);
  } finally {
    await database.end();
  }
}

async function fill(): Promise<void> {
  const count = (table: string) =>
    withDatabase(async (database) => {
      const known = await database.query('select to_regclass($1) as name', [table]);
      if (!known.rows[0].name) return 0;
      const { rows } = await database.query(`select count(*)::int as value from ${table}`);
      return Number(rows[0].value);
    });
  const [hasProducts, hasOrders] = [await count('products'), await count('orders')];
  const asked = [
    ...(hasProducts < products ? ['--shops', '5000', '--tags', '200', '--categories', '300'] : []),
    ...(hasProducts < products ? ['--products', String(products - hasProducts)] : []),
    ...(hasOrders < orders ? ['--orders', String(orders - hasOrders)] : []),
  ];
  if (asked.length === 0) return;
  const { status } = spawnSync('node', ['dist/db-seed.js', ...asked], { stdio: 'inherit', env });
  if (status !== 0) throw new Error('The database is not filled');
}

async function measure(
  run: string,
  people: People,
  mix: Awaited<ReturnType<typeof openMix>>,
): Promise<number> {
  const breakIt = faultOf(run, own);
  if (!breakIt && run !== 'calm') {
    print(`\n${run}: left out, nothing says how to break it`);
    return 0;
  }
  const api = await startApis(firstPort, processes, env);
  const panels = new Panels();
  try {
    const before = api.memory();
    await panels.start(
      api.ports,
      people.owners.map(({ token }) => token),
      panelCount,
    );
    const memory: number[] = [];
    const watch = setInterval(() => memory.push(api.memory()), 1000);
    const faultAt = seconds / 3;
    let repaired = 0;
    const fault = new Promise<void>((resolve) => setTimeout(resolve, faultAt * 1000)).then(async () => {
      const begun = performance.now();
      await breakIt?.(api);
      repaired = (performance.now() - begun) / 1000;
    });
    const answered = await runLoad(api.ports, mix, { rate, seconds });
    await fault;
    clearInterval(watch);
    const { table, failed, wholeAfter } = summarise(answered);
    print(`\n${run}: ${rate} requests/s for ${seconds} s, ${processes} process(es), ${panelCount} panels`);
    for (const line of table) print(line);
    if (breakIt)
      print(
        `broken at ${faultAt.toFixed(0)} s, back after ${repaired.toFixed(1)} s; whole again after ${wholeAfter(faultAt).toFixed(1)} s`,
      );
    print(
      `panels: ${panels.open} open, ${panels.broken} broken off and opened again, ${panels.heard} events heard`,
    );
    print(`memory: ${before} MB before, ${described(memory)}`);
    return failed;
  } finally {
    panels.stop();
    await api.stop();
  }
}

/** First and last tenth, and the maximum: with flat memory first and last are equal. */
function described(memory: readonly number[]): string {
  const tenth = Math.max(1, Math.floor(memory.length / 10));
  const mean = (values: readonly number[]) =>
    Math.round(values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length));
  const series = Array.from({ length: 10 }, (_part, index) =>
    mean(memory.slice(index * tenth, (index + 1) * tenth)),
  );
  return `first tenth ${mean(memory.slice(0, tenth))}, last ${mean(memory.slice(-tenth))}, at most ${Math.max(0, ...memory)} MB; by tenths ${series.join(' ')}`;
}

let failures = 0;
try {
  await fill();
  // Migrates, and closes again.
  await (await startApis(firstPort, 1, env)).stop();
  const people = await withDatabase(openSessions);
  const mix = await withDatabase((database) => openMix(database, people));
  for (const run of runs) {
    const failed = await measure(run, people, mix);
    if (run === 'calm') failures += failed;
  }
} finally {
  if (!own)
    await withDatabase((database) => database.query("delete from sessions where user_agent = 'bench:load'"));
  own?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exitCode = failures > 0 ? 1 : 0;
