import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Movement } from './movements';
import { type Payable, payPage } from './pay-page';
import { type Alteration, type Deliver, openWebhooks, type Webhooks } from './webhooks';
import { openClock, openRandom, type World } from './world';

/**
 * What all stand-in services share: HTTP on loopback, a clock and dice of their own, a journal of what was asked, and the
 * ways in which a real service goes wrong. `POST /__ctl` says what happens next (docs/payments.md).
 */
export type Fields = Record<string, unknown>;

export interface FakeRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Fields;
}

/** JSON, or a file as bytes. */
export interface FakeAnswer {
  status: number;
  body: unknown;
}

/** A service's own rules. */
export interface Protocol {
  /** A payment as its buyer sees it. */
  payable?: (id: string) => Payable | undefined;
  /** The key of a request that repeats must share; null for none. */
  keyOf: (request: FakeRequest) => string | null;
  handle: (request: FakeRequest) => FakeAnswer;
  /** What only time changes: deadlines. */
  tick: () => void;
  /** Commands besides the common ones; undefined for an unknown one. */
  control: (command: Fields) => unknown;
  /** Whether a shop's answer to a webhook confirms it, and after how long it is sent again. */
  isConfirmed: (status: number, text: string) => boolean;
  repeatMs: number;
  /** What a webhook tells; commands choose by it. */
  eventOf: (body: Fields) => string;
  /** A webhook that differs from the usual one; itself where the protocol has nothing like it. */
  alter: (kind: Alteration, body: Fields) => Fields;
  /** What went to and from buyers, for registries and the bank. */
  movements?: () => readonly Movement[];
}

/** A request as the journal keeps it; `status` is null when no answer was sent. */
export interface Received {
  method: string;
  path: string;
  key: string | null;
  body: Fields;
  status: number | null;
}

/** Before anything is done: `fail`, `drop`, `limit`, `silent`. After it is done: the others. */
export const troubles = [
  ...(['fail', 'drop', 'limit', 'silent'] as const),
  ...(['fail-after', 'drop-after', 'silent-after', 'page-after', 'half-after', 'processing-after'] as const),
] as const;

export type TroubleKind = (typeof troubles)[number];

interface Trouble {
  kind: TroubleKind;
  /** How many requests it meets; a chance meets each with this probability instead. */
  times: number;
  chance?: number | undefined;
  /** Only requests whose path contains this, and of this method. */
  path: string;
  method: string | undefined;
}

export interface FakeOptions {
  port?: number;
  seed?: number;
  /** The clock stands at this time until it is moved, or follows another; without it, it runs with the real one. */
  now?: Date | (() => Date) | undefined;
  /** Delivers webhooks instead of HTTP: status and text of the shop's answer. */
  deliver?: Deliver | undefined;
}

export interface Fake {
  /** Address of the service, without a slash at the end. */
  base: string;
  /** What `POST /__ctl` does. */
  control: (command: Fields) => Promise<unknown>;
  movements: () => readonly Movement[];
  close: () => Promise<void>;
}

export async function startFake(open: (world: World) => Protocol, options: FakeOptions = {}): Promise<Fake> {
  const clock = openClock(options.now);
  let dice = openRandom(1);
  const world: World = {
    clock,
    random: () => dice(),
    base: '',
    notify: (url, body) => state.webhooks.notify(url, body),
  };
  const begin = (seed = options.seed ?? 1) => {
    dice = openRandom(seed);
    const protocol = open(world);
    const webhooks = openWebhooks(clock, protocol, options.deliver);
    return { protocol, webhooks, journal: [], troubles: [] };
  };
  const state: State = {
    ...begin(),
    clock,
    random: world.random,
    forget: (seed) => Object.assign(state, begin(seed)),
  };

  const server = createServer((request, response) => {
    answer(state, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((done) => server.listen(options.port ?? 0, '127.0.0.1', done));
  world.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    base: world.base,
    control: (command) => control(state, command),
    movements: () => state.protocol.movements?.() ?? [],
    close: async () => {
      await state.webhooks.ended();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

interface State {
  /** Forgets everything that happened. */
  forget: (seed?: number) => void;
  protocol: Protocol;
  webhooks: Webhooks;
  clock: World['clock'];
  random: World['random'];
  journal: Received[];
  troubles: Trouble[];
}

async function answer(state: State, received: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(String(received.url), 'http://fake');
  const request: FakeRequest = {
    method: String(received.method),
    path: pathname,
    query: searchParams,
    headers: received.headers,
    body: await bodyOf(received),
  };
  if (pathname === '/__ctl') {
    const result = await control(state, request.body);
    send(response, result === undefined ? { status: 400, body: { error: 'Unknown command' } } : ok(result));
    return;
  }
  state.protocol.tick();
  if (pathname.startsWith('/pay/')) return answerBuyer(state, request, response);
  const trouble = takeTrouble(state, request);
  const entry: Received = {
    method: request.method,
    path: pathname,
    key: state.protocol.keyOf(request),
    body: request.body,
    status: null,
  };
  state.journal.push(entry);
  const given = isBefore(trouble) ? undefined : state.protocol.handle(request);
  const sent = goneWrong(trouble, given);
  entry.status = sent === 'drop' || sent === 'silent' ? null : sent.status;
  if (state.webhooks.areFirst()) await state.webhooks.deliver();
  if (sent === 'drop') response.destroy();
  else if (sent !== 'silent') send(response, sent);
  await state.webhooks.deliver();
}

/** A buyer's browser: it has no credentials, and meets no trouble. */
async function answerBuyer(
  state: State,
  { method, path }: FakeRequest,
  response: ServerResponse,
): Promise<void> {
  const id = path.slice('/pay/'.length);
  const payable = state.protocol.payable?.(id);
  if (!payable) return send(response, { status: 404, body: { error: 'No such payment' } });
  if (method === 'POST') {
    if (payable.isOpen) await control(state, { do: 'pay', id });
    response.writeHead(303, { location: payable.returnUrl ?? path }).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(payPage(payable));
}

const ok = (body: unknown): FakeAnswer => ({ status: 200, body });

async function bodyOf(request: IncomingMessage): Promise<Fields> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  try {
    const value: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
    return readFields(value);
  } catch {
    return {};
  }
}

export function readFields(value: unknown): Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {};
}

function takeTrouble(
  { troubles: waiting, random }: State,
  { path, method }: FakeRequest,
): TroubleKind | undefined {
  const found = waiting.find(
    (one) =>
      path.includes(one.path) &&
      (one.method === undefined || one.method === method) &&
      (one.chance === undefined ? one.times > 0 : random() < one.chance),
  );
  if (found) found.times -= 1;
  return found?.kind;
}

const isBefore = (kind: TroubleKind | undefined) => kind !== undefined && !kind.endsWith('-after');

/** What is sent instead of the answer. `half` is JSON that ends too early. */
function goneWrong(
  kind: TroubleKind | undefined,
  given: FakeAnswer | undefined,
): FakeAnswer | 'drop' | 'silent' {
  switch (kind) {
    case 'drop':
    case 'drop-after':
      return 'drop';
    case 'silent':
    case 'silent-after':
      return 'silent';
    case 'limit':
      return { status: 429, body: { type: 'error', code: 'too_many_requests' } };
    case 'fail':
    case 'fail-after':
      return { status: 500, body: { type: 'error', code: 'internal_server_error' } };
    case 'page-after':
      return { status: 502, body: '<html><body>Bad gateway</body></html>' };
    case 'half-after':
      return { status: 200, body: JSON.stringify(given?.body).slice(0, -5) };
    case 'processing-after':
      return { status: 202, body: { type: 'processing', retry_after: 10 } };
    case undefined:
      return given ?? { status: 500, body: {} };
  }
}

function send(response: ServerResponse, { status, body }: FakeAnswer): void {
  if (Buffer.isBuffer(body)) {
    response.writeHead(status, { 'content-type': 'application/octet-stream' });
    response.end(body);
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** The common commands, then those of the service; undefined for an unknown one. */
async function control(state: State, command: Fields): Promise<unknown> {
  if (command.do === 'delivered') await state.webhooks.ended();
  const result = commonCommand(state, command) ?? state.protocol.control(command);
  state.protocol.tick();
  await state.webhooks.deliver();
  return result;
}

function commonCommand(state: State, command: Fields): unknown {
  switch (command.do) {
    case 'trouble':
      return addTrouble(state, command);
    case 'calm':
      state.troubles.length = 0;
      return { troubles: 0 };
    case 'move':
      state.clock.move(Number(command.ms));
      return { now: new Date(state.clock.now()).toISOString() };
    case 'webhooks':
      return state.webhooks.set(command);
    case 'release':
      return state.webhooks.release(command.order === 'reverse');
    case 'delivered':
      return { delivered: true };
    case 'forget':
      state.forget(typeof command.seed === 'number' ? command.seed : undefined);
      return { forgotten: true };
    case 'journal':
      return [...state.journal];
    case 'movements':
      return [...(state.protocol.movements?.() ?? [])];
    default:
      return undefined;
  }
}

function addTrouble({ troubles: waiting }: State, { kind, times, chance, path, method }: Fields): unknown {
  const known = troubles.find((one) => one === kind);
  if (!known) return undefined;
  waiting.push({
    kind: known,
    times: typeof times === 'number' ? times : 1,
    chance: typeof chance === 'number' ? chance : undefined,
    path: typeof path === 'string' ? path : '',
    method: typeof method === 'string' ? method : undefined,
  });
  return { troubles: waiting.length };
}
