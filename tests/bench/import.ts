import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { nodeFlags } from '../support/node-flags.ts';

/**
 * `npm run bench:import`: 50,000 rows of CSV with two characteristics each, checked and imported into an empty shop by the API on a PostgreSQL server
 * (BENCH_DATABASE_URL): duration, peak memory, and the latency of another request meanwhile. Prints; never fails.
 */
const rows = Number(process.env.BENCH_ROWS ?? 50_000);
const server = process.env.BENCH_DATABASE_URL;

if (!server) {
  process.stderr.write('BENCH_DATABASE_URL names no PostgreSQL server\n');
  process.exit(1);
}

const name = `gostiny_bench_${randomBytes(4).toString('hex')}`;
const folder = mkdtempSync(join(tmpdir(), 'gostiny-import-'));
const port = 4700 + Math.floor(Math.random() * 200);
const base = `http://127.0.0.1:${port}/admin/rest`;

async function onServer(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(text);
  await client.end();
}

async function startApi() {
  const { spawn } = await import('node:child_process');
  const url = new URL(String(server));
  url.pathname = `/${name}`;
  const child = spawn(process.execPath, [...nodeFlags, 'dist/main.js', 'api'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      API_PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: url.href,
      DEMO: 'true',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error('The API did not start');
    const answer = await fetch(`${base}/health`).catch(() => undefined);
    if (answer?.ok) return child;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function writeFile(path: string, group: string): Promise<void> {
  const file = createWriteStream(path);
  file.write(
    'Артикул;Название;Описание;Группа;Единица;Цена;Цена со скидкой;Остаток;Статус;Штрихкод;Характеристика: Состав;Характеристика: Страна\n',
  );
  for (let row = 0; row < rows; row += 1) {
    const line = `B-${row};Товар номер ${row};Хороший товар с описанием номер ${row};${group};шт.;${100 + (row % 900)};${90 + (row % 10)};${row % 50};draft;;хлопок ${row % 100} %, лён № ${row};${countries[row % countries.length]}\n`;
    if (!file.write(line)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
}

const countries = ['Россия', 'Беларусь', 'Китай'];

interface Import {
  id: number;
  status: string;
  passed: number;
  created: number;
  updated: number;
  rejected: number;
}

async function ask<Answer>(
  token: string,
  method: string,
  path: string,
  body?: FormData | object,
): Promise<Answer> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${base}/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** Memory of a process in MB, from Linux. */
async function memoryOf(pid: number): Promise<number> {
  const { readFileSync } = await import('node:fs');
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

async function measured(token: string, pid: number, id: number, kind: 'check' | 'run'): Promise<void> {
  const begun = performance.now();
  const memory: number[] = [];
  const waits: number[] = [];
  await ask(token, 'POST', `product-imports/${id}/${kind}`);
  for (;;) {
    const asked = performance.now();
    const one = await ask<Import>(token, 'GET', `product-imports/${id}`);
    waits.push(performance.now() - asked);
    memory.push(await memoryOf(pid));
    if (one.status !== 'checking' && one.status !== 'running') {
      const seconds = (performance.now() - begun) / 1000;
      const sorted = waits.toSorted((a, b) => a - b);
      const thirds = [memory[0], memory[Math.floor(memory.length / 2)], memory.at(-1)];
      print(kind, `${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s`);
      print('', `${one.created} created, ${one.updated} updated, ${one.rejected} rejected (${one.status})`);
      print('', `memory ${thirds.join(' → ')} MB, at most ${Math.max(...memory)} MB`);
      print(
        '',
        `another request: p50 ${Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)} ms, p95 ${Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0)} ms, at most ${Math.round(sorted.at(-1) ?? 0)} ms`,
      );
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function print(what: string, text: string): void {
  process.stdout.write(`${what.padEnd(8)} ${text}\n`);
}

await onServer(`create database ${name} template template0 encoding 'UTF8'`);
const api = await startApi();
try {
  const { token } = await ask<{ token: string }>('', 'POST', 'token', {
    email: 'owner@demo.ru',
    password: 'Demo12345',
  });
  const shops = await ask<{ data: { id: number }[] }>(token, 'GET', 'vendor/shops?limit=1');
  const groups = await ask<{ data: { slug: string }[] } | { slug: string }[]>(token, 'GET', 'types?limit=1');
  const [group] = Array.isArray(groups) ? groups : groups.data;
  const path = join(folder, 'bench.csv');
  await writeFile(path, group?.slug ?? '');
  const { openAsBlob } = await import('node:fs');
  const form = new FormData();
  form.append('shop_id', String(shops.data[0]?.id));
  form.append('csv', await openAsBlob(path), 'bench.csv');
  const begun = performance.now();
  const { id } = await ask<Import>(token, 'POST', 'product-imports', form);
  print(
    'upload',
    `${((performance.now() - begun) / 1000).toFixed(1)} s, memory ${await memoryOf(api.pid ?? 0)} MB`,
  );
  await measured(token, api.pid ?? 0, id, 'check');
  await measured(token, api.pid ?? 0, id, 'run');
} finally {
  api.kill('SIGTERM');
  await once(api, 'exit');
  await onServer(`drop database if exists ${name} with (force)`);
  rmSync(folder, { recursive: true, force: true });
}
