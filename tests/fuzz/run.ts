import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { AddressInfo } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { errorCodes } from '@/contract/core/errors';
import type { Reconciliation } from '@/contract/ledger/schema';
import { dice } from '../support/dice';
import { type Endpoint, endpointsOf } from '../support/endpoints';
import type { TestApp } from '../support/server';
import { follow, learn, nameOf, remember } from './learn';
import { Others } from './others';
import { type Draft, draftOf, requestOf } from './requests';
import { type Reply, type Send, sender } from './send';
import { sweep, sweepInherited } from './sweep';
import type { Json } from './values';
import { buildWorld, living, type RoleName, roleNames, type World } from './world';

/** A fault: the smallest request that reproduces it, and its response. */
export interface Fault {
  what: string;
  method: string;
  path: string;
  role: RoleName;
  request: string;
  status: number;
  answer: string;
  error: string;
  number: number;
  times: number;
}

export interface Report {
  seed: number;
  requests: number;
  seconds: number;
  endpoints: number;
  /** Responses by status, with the error code if any. */
  answers: Record<string, number>;
  /** Endpoints that returned 2xx at least once. */
  reached: number;
  neverReached: string[];
  faults: Fault[];
  slowest: Timed[];
  /** Requests during which others waited longest. */
  delaying: Timed[];
  reconciliation: Reconciliation;
}

export interface RunOptions {
  requests: number;
  seed: number;
  /** Only endpoints whose name contains it. */
  only?: string | undefined;
  /** A request that exceeds this on every repetition hangs. */
  hangMs: number;
  /** Tries each query key with one inherited name instead of all of them. */
  isShort?: boolean;
  onProgress?: (done: number, faults: number) => void;
}

const restoreEvery = 20;
const reviveEvery = 300;

/** Sends random requests to an API of its own with demo data, one after another, and judges every response. */
export async function fuzz(api: TestApp, options: RunOptions): Promise<Report> {
  const world = await buildWorld(api);
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as AddressInfo;
  const send = sender(port);
  const roll = dice(options.seed);
  const endpoints = endpointsOf(api.app).filter((one) =>
    `${one.method} ${one.path}`.includes(options.only ?? ''),
  );
  const known = await learn(endpointsOf(api.app), world, send, roll);
  const errors = watchErrors();
  const others = new Others(sender(port));
  const run = new Run(world, send, errors.of, others, options.hangMs);
  const started = performance.now();
  const inherited = sweepInherited(endpoints, known, options.isShort);
  for (const { endpoint, draft } of [...sweep(endpoints), ...inherited])
    await run.one(endpoint, 'super_admin', draft, 0);
  for (let number = 1; number <= options.requests; number += 1) {
    if (number % restoreEvery === 0) await world.restore();
    if (number % reviveEvery === 0) await world.revive();
    if (number % 100 === 0) api.setNow(new Date(api.now().getTime() + 60_000));
    const endpoint = endpoints[roll(endpoints.length)] as Endpoint;
    const role = roleOf(roll);
    const { draft, isSpoiled } = draftOf(roll, endpoint, known);
    const reply = await run.one(endpoint, role, draft, number);
    if (role === 'super_admin' && !isSpoiled) run.note(endpoint, reply);
    if (reply.status < 300 && reply.status >= 200 && endpoint.method !== 'GET')
      follow(known, endpoint, draft.path, reply.json());
    if (/-url/.test(endpoint.path)) follow(known, endpoint, draft.path, reply.json());
    const lesson = known.lessons.get(nameOf(endpoint));
    if (lesson && !isSpoiled)
      remember(lesson, draft, reply.status, reply.status === 422 ? reply.json() : null);
    if (number % 500 === 0) options.onProgress?.(number, run.faults.size);
  }
  errors.stop();
  await others.stop();
  const seconds = (performance.now() - started) / 1000;
  await world.restore();
  const reconciliation = await api.request<Reconciliation>(
    { id: Number(world.actors[0]?.id) },
    'GET',
    'ledger/reconcile',
  );
  return run.report(options, endpoints, seconds, reconciliation.body);
}

/** Most requests use powerful roles: those refused for lack of permissions test little. */
function roleOf(roll: (most: number) => number): RoleName {
  const often: RoleName[] = [
    'super_admin',
    'super_admin',
    'super_admin',
    'owner',
    'owner',
    'staff',
    'customer',
  ];
  return (roll(4) < 3 ? often[roll(often.length)] : roleNames[roll(roleNames.length)]) as RoleName;
}

/** A busy machine stalls everything for seconds now and then. */
const slowTries = 3;

class Run {
  readonly faults = new Map<string, Fault>();
  private readonly answers: Record<string, number> = {};
  private readonly reached = new Set<string>();
  private readonly lastAnswers = new Map<string, string>();
  private readonly slowest: Timed[] = [];
  private readonly delaying: Timed[] = [];
  private readonly world: World;
  private readonly send: Send;
  private readonly errorOf: (requestId: unknown) => string;
  private readonly others: Others;
  private readonly hangMs: number;

  constructor(
    world: World,
    send: Send,
    errorOf: (requestId: unknown) => string,
    others: Others,
    hangMs: number,
  ) {
    this.world = world;
    this.send = send;
    this.errorOf = errorOf;
    this.others = others;
    this.hangMs = hangMs;
  }

  async one(endpoint: Endpoint, role: RoleName, draft: Draft, number: number): Promise<Reply> {
    const ask = (one: Draft) => this.send(requestOf(one, this.world.token(role)));
    const started = performance.now();
    const reply = await ask(draft);
    const wait = this.others.longestSince(started);
    this.count(endpoint, role, draft, reply);
    keepLongest(this.delaying, wait, role, draft);
    const what =
      (await this.wrongIn(role, draft, reply, ask)) ??
      (wait > this.hangMs && (await this.isDelaying(draft, ask))
        ? `others wait longer than ${this.hangMs} ms`
        : undefined);
    if (what === undefined) return reply;
    const error = this.errorOf(reply.headers['x-request-id']);
    const key = [endpoint.method, endpoint.path, what, error.split('\n').slice(0, 2).join(' ')].join(' ');
    const before = this.faults.get(key);
    if (before) {
      before.times += 1;
      return reply;
    }
    const isSame = async (one: Draft) => {
      const again = await ask(one);
      return reply.status === again.status && reply.isBroken === again.isBroken;
    };
    const least = reply.status >= 500 ? await shrunk(draft, isSame) : draft;
    this.faults.set(key, {
      what,
      role,
      number,
      error,
      times: 1,
      method: endpoint.method,
      path: endpoint.path,
      request: textOf(least),
      status: reply.status,
      answer: reply.text.slice(0, 300),
    });
    return reply;
  }

  /** Stores the last response to a presumably valid request: it explains why an endpoint is never reached. */
  note({ method, path }: Endpoint, reply: Reply): void {
    this.lastAnswers.set(`${method} ${path}`, `${reply.status} ${reply.text.slice(0, 160)}`);
  }

  private count(endpoint: Endpoint, role: RoleName, draft: Draft, reply: Reply): void {
    const key = reply.status >= 400 ? `${reply.status} ${reply.code()}` : String(reply.status);
    this.answers[key] = (this.answers[key] ?? 0) + 1;
    if (reply.status >= 200 && reply.status < 300) this.reached.add(`${endpoint.method} ${endpoint.path}`);
    keepLongest(this.slowest, reply.ms, role, draft);
  }

  /** The fault in a response, if any. */
  private async wrongIn(
    role: RoleName,
    draft: Draft,
    reply: Reply,
    ask: (draft: Draft) => Promise<Reply>,
  ): Promise<string | undefined> {
    if (reply.isHanging) return 'no answer';
    if (reply.isBroken) return 'the connection broke';
    if (reply.status >= 500) return `status ${reply.status}`;
    if (reply.status >= 400 && !isRefusal(reply)) return 'a refusal of another shape';
    if (reply.status === 401 && living.includes(role) && (await this.isStillOpen(draft, role, ask)))
      return '401 for an open session';
    const marker =
      role === 'super_admin' ? undefined : this.world.markers.find(({ text }) => reply.text.includes(text));
    if (marker && !(await this.world.mayRead(role, marker.shopId))) return `tells ${marker.text}`;
    if (reply.ms > this.hangMs && (await this.isSlow(draft, ask))) return `slower than ${this.hangMs} ms`;
    return undefined;
  }

  /** Whether it is slow repeatedly, beyond the machine's load, which `health` measures. */
  private async isSlow(draft: Draft, ask: (draft: Draft) => Promise<Reply>): Promise<boolean> {
    for (let tries = 0; tries < slowTries; tries += 1) {
      const bare = await this.send({ method: 'GET', url: 'health', headers: {} });
      if ((await ask(draft)).ms <= this.hangMs + 10 * bare.ms) return false;
    }
    return true;
  }

  /** Whether others wait long repeatedly. */
  private async isDelaying(draft: Draft, ask: (draft: Draft) => Promise<Reply>): Promise<boolean> {
    for (let tries = 0; tries < slowTries; tries += 1) {
      const bare = await this.send({ method: 'GET', url: 'health', headers: {} });
      const started = performance.now();
      await ask(draft);
      if (this.others.longestSince(started) <= this.hangMs + 10 * bare.ms) return false;
    }
    return true;
  }

  /** Whether the session was really open: other requests may have ended it. */
  private async isStillOpen(
    draft: Draft,
    role: RoleName,
    ask: (draft: Draft) => Promise<Reply>,
  ): Promise<boolean> {
    await this.world.restore();
    const again = await ask(draft);
    const me = await this.send(
      requestOf({ method: 'GET', path: 'me', query: [], headers: {} }, this.world.token(role)),
    );
    return again.status === 401 && me.status === 200;
  }

  report(
    options: RunOptions,
    endpoints: readonly Endpoint[],
    seconds: number,
    reconciliation: Reconciliation,
  ): Report {
    const names = endpoints.map(({ method, path }) => `${method} ${path}`);
    return {
      seed: options.seed,
      requests: options.requests,
      seconds,
      endpoints: names.length,
      answers: this.answers,
      reached: this.reached.size,
      neverReached: names
        .filter((name) => !this.reached.has(name))
        .map((name) => `${name}: ${this.lastAnswers.get(name) ?? 'not tried'}`),
      faults: [...this.faults.values()],
      slowest: this.slowest,
      delaying: this.delaying,
      reconciliation,
    };
  }
}

type Timed = { ms: number; request: string };

/** Keeps the five longest. */
function keepLongest(kept: Timed[], ms: number, role: RoleName, draft: Draft): void {
  if (kept.length === 5 && ms <= (kept.at(-1)?.ms ?? 0)) return;
  kept.push({ ms: Math.round(ms), request: `${role} ${textOf(draft).slice(0, 300)}` });
  kept.sort((a, b) => b.ms - a.ms).splice(5);
}

function isRefusal(reply: Reply): boolean {
  const body = reply.json();
  return (
    body !== null &&
    typeof body === 'object' &&
    !Array.isArray(body) &&
    // Of wrong fields other clients than the panel, as this one, read words.
    (Object.hasOwn(errorCodes, String(body.message)) || hasWrongFields(reply.status, body.errors)) &&
    typeof body.request_id === 'string'
  );
}

const hasWrongFields = (status: number, errors: Json | undefined): boolean =>
  status === 422 && errors !== null && typeof errors === 'object' && Object.keys(errors).length > 0;

const maxTries = 60;

/** The draft without everything that the fault does not need. */
async function shrunk(draft: Draft, isSame: (draft: Draft) => Promise<boolean>): Promise<Draft> {
  let least = draft;
  let tries = 0;
  const attempt = async (smaller: Draft) => {
    tries += 1;
    if (tries > maxTries || !(await isSame(smaller))) return false;
    least = smaller;
    return true;
  };
  for (const pair of draft.query)
    await attempt({ ...least, query: least.query.filter((one) => one !== pair) });
  for (const name of Object.keys(draft.headers)) {
    const { [name]: _dropped, ...headers } = least.headers;
    await attempt({ ...least, headers });
  }
  if (least.raw === undefined && least.body && !Array.isArray(least.body)) {
    for (const key of Object.keys(least.body)) {
      const entries = Object.entries(least.body).filter(([name]) => name !== key);
      await attempt({ ...least, body: Object.fromEntries(entries) });
    }
  }
  return least;
}

function textOf(draft: Draft): string {
  const { method, url, headers, body } = requestOf(draft, undefined);
  const shown = body === undefined ? '' : String(body).slice(0, 1500).replaceAll('\r\n', '\\r\\n');
  const more = Object.entries(headers).filter(
    ([name, value]) => name !== 'content-type' || value !== 'application/json',
  );
  return [method, url, more.length > 0 ? JSON.stringify(Object.fromEntries(more)) : '', shown]
    .filter(Boolean)
    .join(' ');
}

/** Exceptions of handlers, by request: the response itself reveals nothing. */
function watchErrors() {
  const kept = new Map<string, string>();
  const note = (message: unknown) => {
    const { request, error } = message as { request: FastifyRequest; error?: unknown };
    if (kept.size > 50) kept.clear();
    if (error instanceof Error) kept.set(String(request.id), `${error.stack ?? error.message}`);
  };
  subscribe(errorChannel, note);
  return {
    of: (requestId: unknown) => kept.get(String(requestId)) ?? '',
    stop: () => unsubscribe(errorChannel, note),
  };
}

const errorChannel = 'tracing:fastify.request.handler:error';
