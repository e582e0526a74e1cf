import { Worker } from 'node:worker_threads';
import type { PGlite, PGliteQueryResults } from 'kysely';
import { damage, explainFailure, finishFolder, isCreated, prepareFolder } from './embedded-folder';
import type { Listen } from './listen';
import { isPlanOutdated, PreparedNames } from './prepared';

interface Request {
  sql?: string;
  params?: unknown[];
  /** Name of a prepared statement. */
  name?: string;
  close?: boolean;
  listen?: string;
}

interface Answer {
  id?: number;
  ready?: boolean;
  rows?: unknown[];
  affectedRows?: number;
  error?: Record<string, unknown>;
  /** The engine cannot continue after the error, for example on a full disk. */
  isBroken?: boolean;
  /** The channel of a notification. */
  notified?: string;
}

/** One PGlite in its own thread. */
interface Engine {
  ready: Promise<void>;
  names: PreparedNames;
  send: (message: Request) => Promise<Answer>;
  isBroken: () => boolean;
  end: () => Promise<void>;
}

/** PostgreSQL's code for a server that is starting: the query may be tried again. */
const starting = { code: '57P03' };
/** How long queries fail immediately after the engine failed to open. */
const reopenMs = 1000;

/**
 * The part of PGlite that Kysely uses, over a worker thread. Kysely itself serializes callers. A broken engine is
 * replaced at the next query: opening the folder again recovers what was committed.
 */
export function embeddedDatabase(dataDir: string, workerFile: URL): PGlite & { listen: Listen } {
  const channels = listenedChannels();
  const start = () => startEngine(dataDir, workerFile, (name) => channels.notify(name));
  const state = { closed: false, ready: false, isInTransaction: false, failedAt: 0 };
  prepareFolder(dataDir);
  let engine = start();
  const waitReady = created(engine, dataDir).then(() => {
    state.ready = true;
  });

  const reopen = async () => {
    if (Date.now() < state.failedAt + reopenMs) throw notOpening();
    try {
      // The engine would create an empty database instead.
      if (!isCreated(dataDir)) throw damage(dataDir, 'its file PG_VERSION is missing');
      engine = start();
      await engine.ready;
    } catch (error) {
      state.failedAt = Date.now();
      throw notOpening(explainFailure(error, dataDir));
    }
    for (const channel of channels.names()) await engine.send({ listen: channel });
    for (const channel of channels.names()) channels.notify(channel);
  };

  const send = async (message: Request) => {
    if (engine.isBroken()) {
      // The transaction was lost with its engine: the rest of it must not run outside one.
      if (state.isInTransaction) throw Object.assign(new Error('The transaction was lost'), starting);
      await reopen();
    }
    return engine.send(message);
  };

  const query = async <T>(sql: string, params: unknown[] = []): Promise<PGliteQueryResults<T>> => {
    const name = state.isInTransaction || engine.isBroken() ? undefined : engine.names.of(sql);
    try {
      if (sql === 'rollback' && engine.isBroken()) return { rows: [], fields: [] };
      const { rows = [], affectedRows } = await (name
        ? sendPrepared(engine, name, sql, params)
        : send({ sql, params }));
      if (/^(begin|start transaction)/.test(sql)) state.isInTransaction = true;
      return { rows: rows as T[], fields: [], ...(affectedRows !== undefined && { affectedRows }) };
    } finally {
      if (/^(commit|rollback)$/.test(sql)) state.isInTransaction = false;
    }
  };

  return {
    get closed() {
      return state.closed;
    },
    get ready() {
      return state.ready;
    },
    waitReady,
    query,
    transaction: (run) => inTransaction(query, run),
    listen: (channel, heard) => channels.listen(channel, heard, () => send({ listen: channel })),
    async close() {
      state.closed = true;
      if (!engine.isBroken()) await engine.send({ close: true }).catch(() => {});
      await engine.end();
    },
  };
}

/** Waits until the engine has opened the folder, or created it. Throws what to do about a folder that it cannot open. */
async function created(engine: Engine, dataDir: string): Promise<void> {
  try {
    await engine.ready;
  } catch (error) {
    throw explainFailure(error, dataDir);
  }
  finishFolder(dataDir);
}

/** Prepared once, and again when a migration has changed the columns it selects. */
async function sendPrepared(engine: Engine, name: string, sql: string, params: unknown[]): Promise<Answer> {
  return engine.send({ sql, params, name }).catch((error: unknown) => {
    if (!isPlanOutdated(error)) throw error;
    return engine.send({ sql, params, name: engine.names.renew(sql) });
  });
}

type Query = <T>(sql: string, params?: unknown[]) => Promise<PGliteQueryResults<T>>;

async function inTransaction<T>(
  query: Query,
  run: (transaction: { query: Query; rollback: () => Promise<void> }) => Promise<T>,
): Promise<T> {
  // Kysely always waits for `run` to be called, so a transaction that cannot begin fails at its first query.
  const failure = await query('begin').then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  const inside: Query = failure ? () => Promise.reject(failure.error) : query;
  try {
    let rolledBack = false;
    const result = await run({
      query: inside,
      async rollback() {
        rolledBack = true;
        await inside('rollback');
      },
    });
    if (!rolledBack) await inside('commit');
    return result;
  } catch (error) {
    if (!failure) await query('rollback');
    throw error;
  }
}

/** Listeners by channel. They survive a restart of the engine: the new one subscribes to the same channels. */
function listenedChannels() {
  const listeners = new Map<string, Set<() => void>>();
  return {
    names: () => listeners.keys(),
    notify(channel: string) {
      for (const heard of listeners.get(channel) ?? []) heard();
    },
    async listen(channel: string, heard: () => void, subscribe: () => Promise<unknown>) {
      const own = listeners.get(channel) ?? new Set();
      own.add(heard);
      if (!listeners.has(channel)) {
        await subscribe();
        listeners.set(channel, own);
      }
      return async () => void own.delete(heard);
    },
  };
}

function startEngine(dataDir: string, workerFile: URL, notify: (channel: string) => void): Engine {
  const worker = new Worker(workerFile, { workerData: { dataDir } });
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  let last = 0;
  let isBroken = false;
  let opened: { resolve: () => void; reject: (error: unknown) => void };
  const ready = new Promise<void>((resolve, reject) => {
    opened = { resolve, reject };
  });
  ready.catch(() => {});

  const giveUp = (error: Error) => {
    isBroken = true;
    opened.reject(error);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    void worker.terminate();
  };
  worker.on('error', (error) => giveUp(Object.assign(toErrorOf(error), starting)));
  worker.on('exit', () => giveUp(Object.assign(new Error('The embedded database ended'), starting)));
  worker.on('message', (answer: Answer) => {
    if (answer.ready === true) opened.resolve();
    else if (answer.ready === false) giveUp(toError(answer.error));
    else if (answer.notified) notify(answer.notified);
    else {
      const caller = waiting.get(answer.id ?? -1);
      waiting.delete(answer.id ?? -1);
      if (answer.error) caller?.reject(toError(answer.error));
      else caller?.resolve(answer);
      if (answer.isBroken) giveUp(Object.assign(new Error('The embedded database broke'), starting));
    }
  });

  return {
    ready,
    names: new PreparedNames(),
    isBroken: () => isBroken,
    send: (message) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        worker.postMessage({ id: last, ...message });
      }),
    async end() {
      await worker.terminate();
    },
  };
}

function notOpening(cause?: unknown): Error {
  return Object.assign(new Error('The embedded database does not open', { cause }), starting);
}

function toErrorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

function toError(fields: Record<string, unknown> = {}): Error {
  return Object.assign(new Error(String(fields.message)), fields);
}
