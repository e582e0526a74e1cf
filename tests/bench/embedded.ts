import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeFlags } from '../support/node-flags.ts';

/**
 * `npm run bench:embedded`: memory after the first start; the embedded database with 10,000 products: start-up time, lists
 * per second at 16 connections, and memory; then a simulated day (`embedded-life.ts`, EMBEDDED_HOURS). Exits with 1 when
 * the folder's growth is not bounded, or the first start keeps too much memory.
 */
/** What the demo's seed leaves behind must not stay: about 450 MB, 1,000 once. */
const firstStartMb = 500;
/** By then the jobs of the first start are done. */
const settleMs = 120_000;
const products = Number(process.env.EMBEDDED_PRODUCTS ?? 10_000);
const hours = process.env.EMBEDDED_HOURS ?? '24';
const seconds = Number(process.env.BENCH_SECONDS ?? 6);
const connections = 16;
const port = 3223;
const base = `http://127.0.0.1:${port}/admin/rest`;
const folder = mkdtempSync(join(tmpdir(), 'gostiny-embedded-'));

const print = (what: string, text: string) => void process.stdout.write(`${what.padEnd(34)} ${text}\n`);
const envOf = (dataDir: string): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_ENV: 'production',
  DATABASE_URL: '',
  DATA_DIR: dataDir,
  API_PORT: String(port),
  HOST: '127.0.0.1',
  DEMO: 'true',
  LOG_LEVEL: 'error',
});

function seed(dataDir: string, ...asked: string[]): void {
  const { status } = spawnSync('node', ['dist/db-seed.js', ...asked], {
    stdio: 'ignore',
    env: envOf(dataDir),
  });
  if (status !== 0) throw new Error('The database is not filled');
}

async function startApi(dataDir: string): Promise<ChildProcess> {
  const child = spawn('node', [...nodeFlags, 'dist/main.js', 'api'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: envOf(dataDir),
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error('The API did not start');
    const answer = await fetch(`${base}/health`).catch(() => undefined);
    if (answer?.ok) return child;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Memory of a process in MB, from Linux. */
function memoryOf(child: ChildProcess): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

/** Responses per second to this many callers of a list, and the 95th percentile of their latency. */
async function measure(path: string, token: string): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const waits: number[] = [];
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` };
      get(`${base}/${path}`, { agent, headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${path}: ${answer.statusCode}`));
        answer.on('end', resolve).resume();
      }).on('error', reject);
    });
  const callers = (until: number) =>
    Promise.all(
      Array.from({ length: connections }, async () => {
        while (performance.now() < until) {
          const begun = performance.now();
          await ask();
          waits.push(performance.now() - begun);
        }
      }),
    );
  await callers(performance.now() + 1000);
  waits.length = 0;
  await callers(performance.now() + seconds * 1000);
  agent.destroy();
  waits.sort((a, b) => a - b);
  const p95 = waits[Math.ceil(waits.length * 0.95) - 1] ?? 0;
  return `${(waits.length / seconds).toFixed(0)} answers/s, p95 ${p95.toFixed(0)} ms`;
}

async function measureLists(): Promise<void> {
  const dataDir = join(folder, 'lists');
  seed(dataDir, '--products', String(products));
  const begun = performance.now();
  const child = await startApi(dataDir);
  try {
    print(
      `start, ${products} products`,
      `${((performance.now() - begun) / 1000).toFixed(1)} s, ${memoryOf(child)} MB`,
    );
    const answer = await fetch(`${base}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@demo.ru', password: 'Demo12345' }),
    });
    const { token } = (await answer.json()) as { token: string };
    for (const path of [
      'products?limit=20',
      'products?limit=20&page=100',
      'products?search=name:чай',
      'orders?limit=20',
    ])
      print(path, await measure(encodeURI(path), token));
    print('memory after that', `${memoryOf(child)} MB`);
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}

/** In a new folder, as an installation begins. */
async function measureFirstStart(): Promise<boolean> {
  const child = await startApi(join(folder, 'first'));
  try {
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    const kept = memoryOf(child);
    print('memory after the first start', `${kept} MB, at most ${firstStartMb}`);
    return kept <= firstStartMb;
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}

let status: number | null = 1;
let isSmall = false;
try {
  isSmall = await measureFirstStart();
  await measureLists();
  const dataDir = join(folder, 'life');
  seed(dataDir);
  const life = ['--enable-source-maps', 'dist/embedded-life.js', '--hours', hours];
  ({ status } = spawnSync('node', life, { stdio: 'inherit', env: envOf(dataDir) }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isSmall ? (status ?? 1) : 1;
