import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { createApp } from '@/server/app';
import type { Database } from '@/server/core/context';
import { openDatabase } from '@/server/core/db/client';
import { migrate } from '@/server/core/db/migrate';
import type { Deps } from '@/server/core/deps';
import { readEnv } from '@/server/core/env';
import { coreJobs } from '@/server/core/jobs/core-jobs';
import { JobRunner } from '@/server/core/jobs/runner';
import { modules } from '@/server/modules';
import { orderOf } from '../support/order-body';

/**
 * A day of the embedded database in minutes: the clock advances ten minutes at a time, people write meanwhile, and
 * every due job runs. Prints the growth of the folder; exits with 1 when its log or the growth per write is not
 * bounded.
 */
const { values } = parseArgs({ options: { hours: { type: 'string', default: '24' } } });
const hours = Number(values.hours);
const stepMs = 10 * 60_000;
const stepsPerHour = 6;
const editsPerStep = 30;
const ordersPerStep = 5;
/** The log grows in segments of this size: the second half of the day may need one more. */
const logPieceMb = 16;

const env = readEnv();
let clock = Date.now();
const database = await openDatabase({
  databaseUrl: undefined,
  dataDir: env.dataDir,
  pool: 1,
  workerFile: new URL('./pglite-worker.js', import.meta.url),
});
await migrate(database.db);
const deps: Deps = {
  ...env,
  db: database.db,
  now: () => new Date(clock),
  databaseKind: 'embedded',
  listen: database.listen,
  logLevel: 'error',
};
const app = await createApp(deps);
const failed: string[] = [];
const jobs = [coreJobs, ...modules.flatMap((one) => one.jobs ?? [])].flatMap((make) => make(deps, app.log));
const runner = new JobRunner(deps, jobs, (error, job) => failed.push(`${job}: ${String(error)}`));
await runner.prepare();

const print = (text: string) => void process.stdout.write(`${text}\n`);

interface Size {
  rows: number;
  log: number;
}

/** Sizes in MB: tables and indexes, and the write-ahead log. */
function sizeNow(): Size {
  const folder = join(env.dataDir, 'postgres');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const sizeOf = (isLog: boolean) =>
    files
      .filter(({ parentPath }) => parentPath.includes('pg_wal') === isLog)
      .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1_048_576;
  return { rows: sizeOf(false), log: sizeOf(true) };
}

async function signIn(api: FastifyInstance): Promise<string> {
  const payload = { email: 'admin@demo.ru', password: 'Demo12345' };
  const answer = await api.inject({ method: 'POST', url: '/admin/rest/token', payload });
  return String(answer.json().token);
}

async function writer(api: FastifyInstance, db: Database) {
  const headers = { authorization: `Bearer ${await signIn(api)}` };
  const { rows } = await sql<{ id: number }>`select p.id from products p join shops s on s.id = p.shop_id
    where p.deleted_at is null and p.status = 'publish' and p.product_type = 'simple' and not p.is_digital
      and p.price >= 1000 and p.sale_price is null and s.is_active order by p.id limit 300`.execute(db);
  await sql`update products set quantity = 100000 where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
    db,
  );
  let turn = 0;
  const next = () => {
    turn += 1;
    return Number(rows[turn % rows.length]?.id);
  };
  const send = async (method: 'PATCH' | 'POST', path: string, payload: object) => {
    const answer = await api.inject({ method, url: `/admin/rest/${path}`, headers, payload });
    if (answer.statusCode > 201)
      failed.push(`${method} ${path}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
  };
  return {
    edit: () => send('PATCH', `products/${next()}`, { price: 1000 + (turn % 500) }),
    order: () => send('POST', 'orders', orderOf([{ product_id: next(), order_quantity: 1 }])),
  };
}

async function live(): Promise<boolean> {
  const write = await writer(app, database.db);
  const sizes: Size[] = [sizeNow()];
  for (let hour = 1; hour <= hours; hour += 1) {
    for (let step = 0; step < stepsPerHour; step += 1) {
      clock += stepMs;
      for (let count = 0; count < editsPerStep; count += 1) await write.edit();
      for (let count = 0; count < ordersPerStep; count += 1) await write.order();
      await runner.runDue();
    }
    sizes.push(sizeNow());
    const { rows, log } = sizes.at(-1) ?? { rows: 0, log: 0 };
    print(`hour ${String(hour).padStart(2)}: tables ${rows.toFixed(1)} MB, log ${log.toFixed(0)} MB`);
  }
  return isBounded(sizes);
}

/**
 * Orders and history accumulate; both halves of the day have the same number of writes, so the second must not add
 * more.
 */
function isBounded(sizes: readonly Size[]): boolean {
  const at = (part: number) => sizes[Math.round((sizes.length - 1) * part)]?.rows ?? 0;
  const [first, second] = [at(0.5) - at(0), at(1) - at(0.5)];
  const middle = Math.ceil(sizes.length / 2);
  const log = Math.max(...sizes.map((size) => size.log));
  const logAtFirst = Math.max(...sizes.slice(0, middle).map((size) => size.log));
  const writes = (hours * stepsPerHour * (editsPerStep + ordersPerStep)) / 2;
  const each = (grown: number) => `${((grown * 1024) / writes).toFixed(1)} kB`;
  print(
    `each write added ${each(first)} in the first half, ${each(second)} in the second; log at most ${log.toFixed(0)} MB`,
  );
  return log <= logAtFirst + logPieceMb && second <= Math.max(first * 1.2, 2);
}

const bounded = await live();
for (const line of [...new Set(failed)].slice(0, 10)) print(`failed: ${line}`);
await app.close();
await database.close();
process.exit(bounded && failed.length === 0 ? 0 : 1);
