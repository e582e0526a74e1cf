import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { panelAccept } from '../../src/contract/core/panel-client.ts';
import { type BenchApi, startBenchApi } from './bench-api.ts';
import { load } from './keep-alive-client.ts';

/**
 * `npm run bench:peer`: responses per second of lists and of `me` at 16 connections, asked as our panel and as another
 * client, next to those of a bare server that sends the same rows with their related rows (`bare-server.ts`), alternating
 * within one run, so that other load affects all. Prints medians, percentiles, CPU time and memory of the processes, and
 * the ratio; never fails on a time. The goal is 55 % of the bare server. `BENCH_BEFORE` is the folder of another commit with
 * its bundle: its API answers in turn over the same database, and the ratio to it is printed, too.
 */
const connections = 16;
const port = 3220;
const barePort = 3222;
const beforePort = 3223;
const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const { BENCH_BEFORE: before } = process.env;

interface Server {
  name: string;
  pid: number;
  address: (path: string) => string;
  headers: Record<string, string>;
}

const api = await startBenchApi(port);
const older = before
  ? await startBenchApi(beforePort, { home: before, databaseUrl: api.databaseUrl })
  : undefined;
const bareProcess = spawn(
  'node',
  ['tests/bench/bare-server.ts', api.databaseUrl, String(barePort), String(connections)],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
try {
  await once(bareProcess.stdout, 'data');
  const servers = [...(await clientsOf(api, '')), ...(older ? await clientsOf(older, ' before') : [])];
  const bare: Server = {
    name: 'the bare server',
    pid: Number(bareProcess.pid),
    address: (path) => `http://127.0.0.1:${barePort}/${path.split('?')[0]}`,
    headers: {},
  };
  for (const path of ['products?limit=20', 'orders?limit=20']) await compare(path, [...servers, bare]);
  await compare('me', servers);
} finally {
  bareProcess.kill();
  await older?.stop();
  await api.stop();
}

/** The panel says who it is by a media type; others get complete addresses of files. */
async function clientsOf({ process: { pid }, base, signIn }: BenchApi, when: string): Promise<Server[]> {
  const authorization = `Bearer ${await signIn('admin@demo.ru')}`;
  const accepts = { 'the panel': panelAccept, 'another client': 'application/json' };
  return Object.entries(accepts).map(([name, accept]) => ({
    name: name + when,
    pid: Number(pid),
    address: (path) => base + path,
    headers: { authorization, accept },
  }));
}

async function compare(path: string, servers: readonly Server[]): Promise<void> {
  const measured = new Map<Server, Measured[]>(servers.map((server) => [server, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const server of servers) measured.get(server)?.push(await run(server, server.address(path)));
  const rates = new Map(servers.map((server) => [server.name, middle(measured.get(server) ?? [])]));
  process.stdout.write(`${path}, ${connections} connections\n`);
  for (const server of servers) {
    const own = rates.get(server.name) as Measured;
    const ratio = (name: string) => {
      const other = rates.get(name);
      return other && name !== server.name
        ? `, ${(own.perSecond / other.perSecond).toFixed(2)} of ${name}`
        : '';
    };
    process.stdout.write(
      `  ${server.name}: ${told(own)}, ${memoryOf(server.pid).toFixed(0)} MB` +
        `${ratio('the bare server')}${ratio(`${server.name} before`)}\n`,
    );
  }
}

function told({ perSecond, cpuMs, bytes, p50, p95, p99 }: Measured): string {
  return (
    `${perSecond.toFixed(0)} answers/s of ${(bytes / 1024).toFixed(1)} kB, ` +
    `p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)}, p99 ${p99.toFixed(0)} ms, ${cpuMs.toFixed(2)} ms of processor each`
  );
}

interface Measured {
  perSecond: number;
  /** CPU time of the server process per response. */
  cpuMs: number;
  bytes: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
}

async function run(server: Server, address: string): Promise<Measured> {
  await load(address, server.headers, connections, 500);
  const [cpu, started] = [cpuOf(server.pid), performance.now()];
  const { times, bytes } = await load(address, server.headers, connections, seconds * 1000);
  const sorted = times.toSorted((one, other) => one - other);
  const percentile = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
  return {
    perSecond: (times.length * 1000) / (performance.now() - started),
    cpuMs: (cpuOf(server.pid) - cpu) / times.length,
    bytes,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
  };
}

function middle(all: Measured[]): Measured {
  const sorted = all.toSorted((one, other) => one.perSecond - other.perSecond);
  return sorted[Math.floor(sorted.length / 2)] as Measured;
}

/** Milliseconds of CPU time so far, in Linux ticks of ten milliseconds. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
