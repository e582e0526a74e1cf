import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { startBenchApi } from './bench-api.ts';
import { load } from './keep-alive-client.ts';

/**
 * `npm run bench:peer`: responses per second of lists at 16 connections, next to those of a bare server that sends the
 * same rows with their related rows (`bare-server.ts`), alternating within one run, so that other load affects both.
 * Prints medians, percentiles, CPU time and memory of both processes, and the ratio; never fails on a time. The goal is
 * 55 % of the bare server.
 */
const connections = 16;
const port = 3220;
const barePort = 3222;
const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);

interface Server {
  pid: number;
  address: (list: string) => string;
  headers: Record<string, string>;
}

const api = await startBenchApi(port);
const bareProcess = spawn(
  'node',
  ['tests/bench/bare-server.ts', api.databaseUrl, String(barePort), String(connections)],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
try {
  await once(bareProcess.stdout, 'data');
  const ours: Server = {
    pid: Number(api.process.pid),
    address: (list) => `${api.base}${list}?limit=20`,
    headers: { authorization: `Bearer ${await api.signIn('admin@demo.ru')}` },
  };
  const bare: Server = {
    pid: Number(bareProcess.pid),
    address: (list) => `http://127.0.0.1:${barePort}/${list}`,
    headers: {},
  };
  for (const list of ['products', 'orders']) await compare(list, ours, bare);
  const alone = await run(ours, `${api.base}me`);
  process.stdout.write(`me: ${alone.perSecond.toFixed(0)} answers/s\n`);
} finally {
  bareProcess.kill();
  await api.stop();
}

async function compare(list: string, ours: Server, bare: Server): Promise<void> {
  const measured: Record<'ours' | 'bare', Measured[]> = { ours: [], bare: [] };
  for (let round = 0; round < rounds; round += 1) {
    measured.ours.push(await run(ours, ours.address(list)));
    measured.bare.push(await run(bare, bare.address(list)));
  }
  const [own, other] = [middle(measured.ours), middle(measured.bare)];
  const told = ({ perSecond, cpuMs, bytes, p50, p95, p99 }: Measured, { pid }: Server) =>
    `${perSecond.toFixed(0)} answers/s of ${(bytes / 1024).toFixed(0)} kB, ` +
    `p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)}, p99 ${p99.toFixed(0)} ms, ` +
    `${cpuMs.toFixed(2)} ms of processor each, ${memoryOf(pid).toFixed(0)} MB`;
  const part = ((100 * own.perSecond) / other.perSecond).toFixed(0);
  process.stdout.write(
    `${list}, ${connections} connections: the API ${told(own, ours)}; the bare server ${told(other, bare)}: ${part} % (≥ 55)\n`,
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
