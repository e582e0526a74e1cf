import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, types } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { preparedIn, type RunPrepared } from './pglite-prepared.ts';

/**
 * PGlite runs here because a query blocks the thread it runs on. Messages carry one query each and are answered in
 * order. Imports only what Node runs directly, as this file.
 */
interface Request {
  id: number;
  sql?: string;
  params?: unknown[];
  /** Name under which the statement is prepared once. */
  name?: string;
  close?: boolean;
  /** A channel to listen on. */
  listen?: string;
}

const { dataDir } = workerData as { dataDir: string };
/** What the engine said last: its errors at the start say less. */
let lastWords: string | undefined;
const ready = PGlite.create({
  dataDir,
  onStderr(line) {
    lastWords = /\b(?:FATAL|PANIC): +(.*)/.exec(line)?.[1] ?? lastWords;
    return true;
  },
  extensions: { pg_trgm },
  parsers: { [types.NUMERIC]: Number, [types.DATE]: (text: string) => text },
});

if (!parentPort) throw new Error('pglite-worker must be started as a worker');
const port = parentPort;

ready.then(
  () => port.postMessage({ ready: true }),
  (error) => port.postMessage({ ready: false, error: refusal(error) }),
);

let runPrepared: RunPrepared | undefined;

port.on('message', async ({ id, sql, params = [], name, close, listen }: Request) => {
  try {
    const db = await ready;
    if (close) {
      await db.close();
      port.postMessage({ id });
      return;
    }
    if (listen) {
      await db.listen(listen, () => port.postMessage({ notified: listen }));
      port.postMessage({ id });
      return;
    }
    runPrepared ??= preparedIn(db);
    const result = name ? await runPrepared(name, sql ?? '', params) : await run(db, sql ?? '', params);
    port.postMessage({ id, rows: result?.rows ?? [], affectedRows: result?.affectedRows });
  } catch (error) {
    port.postMessage({ id, error: plain(error), isBroken: isBroken(error) });
  }
});

/**
 * Without parameters a message may hold several statements, such as a migration; a PostgreSQL server behaves alike. A
 * single statement uses the extended protocol: PGlite never answers when the simple one meets a PANIC.
 */
async function run(db: PGlite, sql: string, params: unknown[]) {
  const isSingle = params.length > 0 || !/;\s*\S/.test(sql);
  return isSingle ? db.query(sql, params) : (await db.exec(sql)).at(-1);
}

/** After a PANIC or a trap of the WebAssembly code PGlite does not answer any more and must be opened again. */
function isBroken(error: unknown): boolean {
  const { severity } = error as { severity?: unknown };
  return severity === 'PANIC' || severity === 'FATAL' || error instanceof WebAssembly.RuntimeError;
}

function refusal(error: unknown): Record<string, unknown> {
  const told = plain(error);
  return { ...told, reason: lastWords ?? told.message };
}

/** An error's fields survive the thread boundary only as plain data. */
function plain(error: unknown): Record<string, unknown> {
  // The engine's file system throws objects with a number.
  if (!(error instanceof Error))
    return { message: String(error), errno: (error as { errno?: unknown })?.errno };
  const { code, constraint, table, column, detail } = error as Error & Record<string, unknown>;
  return { message: error.message, code, constraint, table, column, detail };
}
