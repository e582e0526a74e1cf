import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { nodeFlags } from '../support/node-flags.ts';

/**
 * `npm run bench:live`: a thousand shop owners with open streams at one process of the API, while another process on
 * the same PostgreSQL server (BENCH_DATABASE_URL) publishes events to all of them. Prints memory, the latency of the
 * slowest, and the cost of idle streams; never fails.
 */
const people = Number(process.env.BENCH_STREAMS ?? 1000);
const server = process.env.BENCH_DATABASE_URL;

if (!server) {
  process.stderr.write('BENCH_DATABASE_URL names no PostgreSQL server\n');
  process.exit(1);
}

const name = `gostiny_bench_${randomBytes(4).toString('hex')}`;
const databaseUrl = new URL(server);
databaseUrl.pathname = `/${name}`;
const folder = mkdtempSync(join(tmpdir(), 'gostiny-live-'));
const first = 4900 + Math.floor(Math.random() * 90) * 2;

async function onServer(text: string, url = String(server), values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const answer = await client.query(text, values);
  await client.end();
  return answer;
}

async function startApi(port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...nodeFlags, 'dist/main.js', 'api'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      API_PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl.href,
      DEMO: 'true',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error('The API did not start');
    const answer = await fetch(`http://127.0.0.1:${port}/admin/rest/health`).catch(() => undefined);
    if (answer?.ok) return child;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Owners with a session each; returns their tokens. */
async function signInAll(): Promise<string[]> {
  const tokens = Array.from({ length: people }, () => randomBytes(24).toString('base64url'));
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'));
  await onServer(
    `with people as (
       insert into users (name, email, password_hash, permissions, email_verified_at)
       select 'Продавец ' || n, 'live-' || n || '@test.ru', 'none', '{customer,store_owner}', now()
       from generate_series(1, ${people}) n returning id)
     insert into sessions (user_id, token_hash, created_at, expires_at)
     select id, hash, now(), now() + interval '1 day'
     from (select id, row_number() over (order by id) as place from people) p
     join unnest($1::text[]) with ordinality h(hash, place) using (place)`,
    databaseUrl.href,
    [hashes],
  );
  return tokens;
}

let heard = 0;

async function open(port: number, token: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}` };
  const request = get({ port, host: '127.0.0.1', path: '/admin/rest/live', headers, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`GET live: ${answer.statusCode}`);
  answer.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes('event: notice\n')) heard += 1;
  });
  return answer;
}

/** Memory of a process in MB, from Linux. */
function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

/** CPU time of a process so far, in seconds. */
function workOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function notifyAll(port: number, token: string): Promise<number> {
  heard = 0;
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  const body = {
    notice: 'Всем продавцам',
    description: 'Замер',
    priority: 'low',
    type: 'all_vendor',
    effective_from: day(0),
    expired_at: day(2),
  };
  const answer = await fetch(`http://127.0.0.1:${port}/admin/rest/store-notices`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST store-notices: ${answer.status} ${await answer.text()}`);
  const kept = performance.now();
  while (heard < people) {
    if (performance.now() - kept > 30_000) throw new Error(`Only ${heard} of ${people} heard of it`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return performance.now() - kept;
}

function print(what: string, text: string): void {
  process.stdout.write(`${what.padEnd(24)} ${text}\n`);
}

await onServer(`create database ${name} template template0 encoding 'UTF8'`);
const children: ChildProcess[] = [];
try {
  // The first process fills the database; the measured one does not.
  for (const port of [first + 1, first]) children.push(await startApi(port));
  const pid = Number(children[1]?.pid);
  const tokens = await signInAll();
  const signedIn = await fetch(`http://127.0.0.1:${first + 1}/admin/rest/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@demo.ru', password: 'Demo12345' }),
  });
  const { token } = (await signedIn.json()) as { token: string };
  print('before', `${memoryOf(pid)} MB`);
  const begun = performance.now();
  const streams: IncomingMessage[] = [];
  for (let from = 0; from < people; from += 50)
    streams.push(...(await Promise.all(tokens.slice(from, from + 50).map((one) => open(first, one)))));
  print(
    `${people} streams`,
    `${memoryOf(pid)} MB, opened in ${((performance.now() - begun) / 1000).toFixed(1)} s`,
  );
  const waits: number[] = [];
  for (let round = 0; round < 10; round += 1) waits.push(await notifyAll(first + 1, token));
  const sorted = waits.toSorted((a, b) => a - b).map(Math.round);
  print(
    'the last one hears',
    `p50 ${sorted[5]} ms, at most ${sorted.at(-1)} ms after the answer of the other process`,
  );
  print('after ten rounds', `${memoryOf(pid)} MB`);
  const work = workOf(pid);
  await new Promise((resolve) => setTimeout(resolve, 30_000));
  print('idle', `${(((workOf(pid) - work) / 30) * 100).toFixed(1)} % of a core`);
  print('after', `${memoryOf(pid)} MB`);
  for (const stream of streams) stream.destroy();
} finally {
  for (const child of children) child.kill();
  await Promise.all(children.filter(({ exitCode }) => exitCode === null).map((child) => once(child, 'exit')));
  await onServer(`drop database ${name} with (force)`);
  rmSync(folder, { recursive: true, force: true });
}
