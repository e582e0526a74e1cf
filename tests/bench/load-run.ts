import { Agent, request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import type { Request } from './load-mix.ts';

/** Latency of a request from the moment it was due, even if it was sent later. */
interface Answered {
  kind: string;
  isWrite: boolean;
  /** Second of the run at which it was due. */
  second: number;
  ms: number;
  /** Undefined when it succeeded; else the status, or the code of the failure. */
  failure: string | undefined;
}

const patienceMs = 30_000;
const idleMs = 60_000;
/** Above this number requests are not sent and count as failed: the client machine has limits, too. */
const maxOpen = 4000;

/** Statuses that are not server failures: two people edited the same row. */
const expected = new Set([200, 201, 409]);

interface LoadOptions {
  rate: number;
  seconds: number;
  /** Asks the other machine when one takes no connection, or does not serve what may be asked twice, as a proxy does. */
  turnsTo?: boolean;
  signal?: AbortSignal;
  /** Takes the place of the returned list. */
  onAnswer?: (answer: Answered) => void;
}

/**
 * Sends a fixed number of requests per second for a time, each when it is due, whether or not earlier ones were
 * answered: visitors of a slow shop do not wait for each other. Returns the outcome of each.
 */
export async function runLoad(
  ports: readonly number[],
  next: () => Request,
  { rate, seconds, turnsTo, signal, onAnswer }: LoadOptions,
): Promise<Answered[]> {
  // Closes an idle connection before the API does (72 s), as nginx does: otherwise both may do so at once.
  const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: idleMs });
  const answered: Answered[] = [];
  const begun = performance.now();
  const total = rate * seconds;
  const running = new Set<Promise<void>>();
  for (let sent = 0; sent < total && !signal?.aborted; ) {
    const due = Math.min(total, Math.floor(((performance.now() - begun) / 1000) * rate) + 1);
    for (; sent < due; sent += 1) {
      const dueAt = begun + (sent / rate) * 1000;
      const asked = next();
      const done = (failure: string | undefined) => {
        const second = Math.floor((dueAt - begun) / 1000);
        const isWrite = asked.method !== 'GET';
        const answer = { kind: asked.kind, isWrite, second, ms: performance.now() - dueAt, failure };
        if (onAnswer) onAnswer(answer);
        else answered.push(answer);
      };
      if (running.size >= maxOpen) {
        done('not sent');
        continue;
      }
      const turn = sent;
      const sendTo = (index: number) => send(ports[index % ports.length] ?? 0, agent, asked);
      const isMoved = (failure: string | undefined) =>
        turnsTo &&
        (failure === 'ECONNREFUSED' || (asked.method !== 'POST' && /^(503|E)/.test(failure ?? '')));
      const once = sendTo(turn).then((failure) => (isMoved(failure) ? sendTo(turn + 1) : failure));
      const one: Promise<void> = once.then((failure) => {
        running.delete(one);
        done(failure);
      });
      running.add(one);
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await Promise.all(running);
  agent.destroy();
  return answered;
}

/** Undefined for an expected response, else what was received instead. */
function send(
  port: number,
  agent: Agent,
  { method, path, token, body, learn }: Request,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const content = body && JSON.stringify(body);
    const asked = request({
      ...{ port, agent, method, host: '127.0.0.1', path: `/admin/rest/${path}` },
      timeout: patienceMs,
      headers: {
        authorization: `Bearer ${token}`,
        'accept-encoding': 'br',
        ...(content && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
      },
    });
    asked.on('timeout', () => asked.destroy(Object.assign(new Error('late'), { code: 'no answer in 30 s' })));
    asked.on('error', (error: Error & { code?: string }) => resolve(error.code ?? error.name));
    asked.on('response', (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', (error: Error & { code?: string }) => resolve(error.code ?? error.name));
      answer.on('end', () => {
        const status = answer.statusCode ?? 0;
        learn?.(jsonOf(parts, answer.headers['content-encoding']), status);
        resolve(expected.has(status) ? undefined : String(status));
      });
    });
    asked.end(content);
  });
}

function jsonOf(parts: Buffer[], encoding: string | undefined): object {
  try {
    const whole = Buffer.concat(parts);
    return JSON.parse(String(encoding === 'br' ? brotliDecompressSync(whole) : whole));
  } catch {
    return {};
  }
}

export interface Summary {
  table: string[];
  failed: number;
  /** Seconds from a fault until the last second with a failure or a slow request; 0 when there was none. */
  wholeAfter: (fault: number) => number;
}

/** A second whose 95th percentile exceeds this counts as bad. */
const slowMs = 1000;

export function summarise(answered: readonly Answered[]): Summary {
  const kinds = [...new Set(answered.map(({ kind }) => kind))].sort();
  const rows = [...kinds.map((kind) => answered.filter((one) => one.kind === kind)), answered].map(
    (ones, index) => {
      const times = ones.map(({ ms }) => ms).sort((a, b) => a - b);
      const failed = ones.filter(({ failure }) => failure !== undefined).length;
      const figures = [0.5, 0.95, 0.99, 1].map((part) => at(times, part).toFixed(0).padStart(7));
      const name = (kinds[index] ?? 'all').padEnd(26);
      return `${name}${String(ones.length).padStart(8)}${String(failed).padStart(8)} ${figures.join(' ')}`;
    },
  );
  const failures = new Map<string, number>();
  for (const { failure } of answered) if (failure) failures.set(failure, (failures.get(failure) ?? 0) + 1);
  const how = [...failures].map(([failure, count]) => `${count} × ${failure}`).join(', ');
  return {
    table: [
      `${'kind'.padEnd(26)}   asked  failed     p50     p95     p99     max (ms from when it was due)`,
      ...rows,
      `failures: ${how || 'none'}`,
    ],
    failed: [...failures.values()].reduce((sum, count) => sum + count, 0),
    wholeAfter(fault) {
      const bad = badSeconds(answered).filter((second) => second >= Math.floor(fault));
      return bad.length === 0 ? 0 : Math.max(...bad) + 1 - fault;
    },
  };
}

function badSeconds(answered: readonly Answered[]): number[] {
  const bySecond = Map.groupBy(answered, ({ second }) => second);
  return [...bySecond].flatMap(([second, ones]) => {
    const times = ones.map(({ ms }) => ms).sort((a, b) => a - b);
    return ones.some(({ failure }) => failure !== undefined) || at(times, 0.95) > slowMs ? [second] : [];
  });
}

function at(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0;
}
