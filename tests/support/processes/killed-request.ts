import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { createApp } from '@/server/app';
import { openDatabase } from '@/server/core/db/client';
import { readEnv } from '@/server/core/env';
import { signIn } from '../session';

/** A request to the real API in a separate process, and when that process is killed. */
export interface KilledRequest {
  /** Id of the user. */
  user: number;
  method: 'POST' | 'PUT';
  path: string;
  body: object;
  key?: string;
  /** At the `nth` statement with this text: sent, without waiting for its result. */
  killAt?: { text: string; nth: number };
  /** After the last statement, before the response. */
  killAtAnswer?: boolean;
}

/** Output of a process that was not killed. */
export interface ToldByRequest {
  status: number;
  /** Statements that write, begin or end a transaction, in order, each with its connection's number. */
  writes: string[];
}

const asked = JSON.parse(process.env.KILLED_REQUEST ?? '') as KilledRequest;
const writes: string[] = [];
let isCounting = false;

const kill = () => process.kill(process.pid, 'SIGKILL');

function note(connection: number, sql: unknown): void {
  if (!isCounting || typeof sql !== 'string') return;
  const text = sql.trim().toLowerCase();
  if (!/^(insert|update|delete|with|begin|commit|rollback)\b/.test(text)) return;
  writes.push(`${connection} ${text}`);
  const { text: wanted = '', nth } = asked.killAt ?? {};
  if (text.includes(wanted) && writes.filter((write) => write.includes(wanted)).length === nth) kill();
}

/** Intercepts statements on their way to the server or to the thread of the embedded database. */
function noteStatements(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function noted(this: pg.Client & { processID?: number }, ...given: unknown[]) {
    const sent = Reflect.apply(query, this, given);
    const [statement] = given;
    note(
      this.processID ?? 0,
      typeof statement === 'object' && statement ? Reflect.get(statement, 'text') : statement,
    );
    return sent;
  };
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function noted(this: Worker, message: { sql?: unknown }) {
    Reflect.apply(postMessage, this, [message]);
    note(0, message.sql);
  };
}

async function main(): Promise<void> {
  noteStatements();
  const env = readEnv();
  const workerFile = new URL('./pglite-worker.js', import.meta.url);
  const database = await openDatabase({ ...env, pooler: env, pool: 4, workerFile });
  const now = () => new Date();
  const app = await createApp({
    ...env,
    db: database.db,
    now,
    databaseKind: database.kind,
    listen: database.listen,
  });
  if (asked.killAtAnswer) app.addHook('onSend', async () => void kill());
  const token = await signIn(database.db, asked.user, now());
  isCounting = true;
  const answer = await app.inject({
    method: asked.method,
    url: `/admin/rest/${asked.path}`,
    headers: { authorization: `Bearer ${token}`, ...(asked.key && { 'idempotency-key': asked.key }) },
    payload: asked.body,
  });
  isCounting = false;
  const told: ToldByRequest = { status: answer.statusCode, writes };
  process.stdout.write(JSON.stringify(told));
  await app.close();
  await database.close();
}

void main();
