import { Worker } from 'node:worker_threads';
import type { PGlite, PGliteQueryResults } from 'kysely';
import type { Listen } from '../live/feed';

interface Answer {
  id?: number;
  ready?: boolean;
  rows?: unknown[];
  affectedRows?: number;
  error?: Record<string, unknown>;
  /** The channel of a notification. */
  notified?: string;
}

/** The part of PGlite that Kysely uses, over a worker thread. Kysely itself lets one caller in at a time. */
export function embeddedDatabase(dataDir: string, workerFile: URL): PGlite & { listen: Listen } {
  const worker = new Worker(workerFile, { workerData: { dataDir } });
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  const listeners = new Map<string, Set<() => void>>();
  let last = 0;

  const state = { closed: false, ready: false };
  const waitReady = new Promise<void>((resolve, reject) => {
    worker.on('message', (answer: Answer) => {
      if (answer.ready === true) {
        state.ready = true;
        resolve();
        return;
      }
      if (answer.ready === false) {
        reject(toError(answer.error));
        return;
      }
      if (answer.notified) {
        for (const heard of listeners.get(answer.notified) ?? []) heard();
        return;
      }
      const caller = waiting.get(answer.id ?? -1);
      waiting.delete(answer.id ?? -1);
      if (answer.error) caller?.reject(toError(answer.error));
      else caller?.resolve(answer);
    });
    worker.on('error', (error) => {
      reject(error);
      for (const caller of waiting.values()) caller.reject(error);
      waiting.clear();
    });
  });

  const send = (message: { sql?: string; params?: unknown[]; close?: boolean; listen?: string }) =>
    new Promise<Answer>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      worker.postMessage({ id: last, ...message });
    });

  const query = async <T>(sql: string, params: unknown[] = []): Promise<PGliteQueryResults<T>> => {
    const { rows = [], affectedRows } = await send({ sql, params });
    return { rows: rows as T[], fields: [], ...(affectedRows !== undefined && { affectedRows }) };
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
    async transaction(run) {
      await query('begin');
      try {
        let rolledBack = false;
        const result = await run({
          query,
          async rollback() {
            rolledBack = true;
            await query('rollback');
          },
        });
        if (!rolledBack) await query('commit');
        return result;
      } catch (error) {
        await query('rollback');
        throw error;
      }
    },
    async listen(channel, heard) {
      const own = listeners.get(channel) ?? new Set();
      own.add(heard);
      if (!listeners.has(channel)) {
        listeners.set(channel, own);
        await send({ listen: channel });
      }
      return async () => void own.delete(heard);
    },
    async close() {
      state.closed = true;
      await send({ close: true });
      await worker.terminate();
    },
  };
}

function toError(fields: Record<string, unknown> = {}): Error {
  return Object.assign(new Error(String(fields.message)), fields);
}
