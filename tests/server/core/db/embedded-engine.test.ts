import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { embeddedDatabase } from '@/server/core/db/embedded';
import { toAppError } from '@/server/core/errors';

/**
 * The embedded database's engine breaks, as after a PANIC on a full disk. The thread here replaces PGlite: it breaks at
 * the statement `panic` and records every other in a file of its folder.
 */
const thread = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { appendFileSync, existsSync } = require('node:fs');
  const closed = existsSync(workerData.dataDir + '/closed');
  parentPort.postMessage(closed ? { ready: false, error: { message: 'No space left' } } : { ready: true });
  parentPort.on('message', ({ id, sql, listen }) => {
    if (sql === 'panic') {
      const error = { message: 'could not write to file "pg_wal"', code: '53100' };
      return parentPort.postMessage({ id, error, isBroken: true });
    }
    if (sql === 'exit') process.exit();
    appendFileSync(workerData.dataDir + '/statements', (sql ?? 'listen ' + listen) + '\\n');
    parentPort.postMessage({ id, rows: [{ sql }] });
  });`;

let folder: string;
let db: Kysely<object>;
let engine: ReturnType<typeof embeddedDatabase>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gostiny-engine-'));
  writeFileSync(join(folder, 'thread.cjs'), thread);
  // A database that exists: an empty folder would be a first start.
  writeFileSync(join(folder, 'PG_VERSION'), '18');
  engine = embeddedDatabase(folder, pathToFileURL(join(folder, 'thread.cjs')));
  db = new Kysely<object>({ dialect: new PGliteDialect({ pglite: engine }) });
});
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (text: string, on: Kysely<object> = db) => sql.raw(text).execute(on);
const codeOf = (run: Promise<unknown>) =>
  run.then(
    () => 'done',
    (error: unknown) => toAppError(error).code,
  );
const statements = () => readFileSync(join(folder, 'statements'), 'utf8').split('\n');

it.each([
  ['panic', 'INSUFFICIENT_STORAGE'],
  ['exit', 'UNAVAILABLE'],
])('answers %s with %s and is opened again for the next query, listeners included', async (how, code) => {
  await engine.listen('news', () => {});

  expect(await codeOf(ask(how))).toBe(code);
  expect(await codeOf(ask('select 1'))).toBe('done');
  expect(statements().filter((line) => line === 'listen news')).toHaveLength(2);
});

it('runs no statement of a transaction outside of it after the engine crashed within', async () => {
  const outcome = await codeOf(
    db.transaction().execute(async (trx) => {
      await ask('insert before', trx);
      await ask('panic', trx).catch(() => {});
      await ask('insert after', trx).catch(() => {});
    }),
  );

  expect(outcome).toBe('UNAVAILABLE');
  expect(statements()).toEqual(expect.arrayContaining(['insert before']));
  expect(statements()).not.toEqual(expect.arrayContaining(['insert after']));
  expect(statements()).not.toEqual(expect.arrayContaining(['commit']));
  expect(await codeOf(db.transaction().execute((trx) => ask('insert later', trx)))).toBe('done');
});

it('answers UNAVAILABLE while it cannot be opened, transactions too, and recovers by itself', async () => {
  await codeOf(ask('panic'));
  writeFileSync(join(folder, 'closed'), '');

  expect(await codeOf(ask('select 1'))).toBe('UNAVAILABLE');
  expect(await codeOf(db.transaction().execute((trx) => ask('insert', trx)))).toBe('UNAVAILABLE');
  expect(await codeOf(db.transaction().execute(async () => {}))).toBe('UNAVAILABLE');
  rmSync(join(folder, 'closed'));
  await vi.waitFor(async () => expect(await codeOf(ask('select 1'))).toBe('done'), 5000);
});
