import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { createApp } from '@/server/app';
import type { Database } from '@/server/context';
import { openServer } from '@/server/db/client';
import { openInProcess } from '@/server/db/in-process';
import { migrate } from '@/server/db/migrate';
import type { Deps } from '@/server/http/handle';
import { queryCounter } from './query-counter';
import { signIn } from './session';

/** Any answer of the API: tests look at what they asked for. */
export interface Wire {
  [key: string]: unknown;
  id: number;
  slug: string;
  version: number;
  created_at: string;
  updated_at: string;
  language: string;
  translated_languages: string[];
  message: string;
  errors: Record<string, string[]>;
  request_id: string;
  current: Wire;
  data: Wire[];
  total: number;
}

export interface Answer<Body> {
  status: number;
  body: Body;
  headers: Record<string, unknown>;
}

export interface TestApp {
  app: FastifyInstance;
  db: Database;
  dataDir: string;
  now: () => Date;
  /** Moves the clock that the API reads. */
  setNow: (now: Date) => void;
  /** Asks the API below its base as a person (by id) or as nobody. A text as body is sent as it is. */
  request: <Body = Wire>(
    user: { id: number } | null,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object | string,
    headers?: Record<string, string>,
  ) => Promise<Answer<Body>>;
  /** How many queries the API has asked so far; the test's own do not count. */
  queries: () => number;
  /** Empties every table and sets the clock back. */
  reset: () => Promise<void>;
  close: () => Promise<void>;
}

const start = new Date('2026-03-10T09:00:00.000Z');

/**
 * The API in this process on a database of its own, one for a test file: embedded, or on the server that
 * TEST_DATABASE_URL names.
 */
export async function testApp(more: Partial<Deps> = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gostiny-test-'));
  const address = process.env.TEST_DATABASE_URL;
  const { db, drop } = address ? await onServer(address) : await embedded();
  let now = start;
  const counter = queryCounter();
  const app = await createApp({
    db: db.withPlugin(counter),
    now: () => now,
    dataDir,
    uploadMaxBytes: 1024 * 1024,
    version: '0.0.0-test',
    demo: false,
    logLevel: 'silent',
    corsOrigins: [],
    trustProxy: false,
    databaseKind: address ? 'server' : 'embedded',
    sentryDsn: undefined,
    publicUrl: 'https://shop.test',
    licenseKey: undefined,
    ...more,
  });
  const tables = await tablesOf(db);
  return {
    app,
    db,
    dataDir,
    now: () => now,
    queries: () => counter.count,
    setNow: (moment) => {
      now = moment;
    },
    async request(user, method, path, body, headers = {}) {
      const token = user ? await signIn(db, user.id, now) : undefined;
      const answer = await app.inject({
        method,
        url: `/admin/rest/${path}`,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const isJson = String(answer.headers['content-type'] ?? '').includes('json');
      return {
        status: answer.statusCode,
        body: JSON.parse(isJson ? answer.body : JSON.stringify(answer.body)),
        headers: answer.headers,
      };
    },
    async reset() {
      now = start;
      await empty(db, tables);
    },
    async close() {
      await app.close();
      await db.destroy();
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function tablesOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely%'`.execute(db);
  return rows.map(({ name }) => `"${name}"`);
}

/**
 * Truncating sixty tables takes the embedded database a third of a second: only those with rows are emptied, without
 * asking who refers to whom, and every number starts anew.
 */
async function empty(db: Database, tables: readonly string[]): Promise<void> {
  const asked = tables.map((table) => `select '${table}' as name where exists (select from ${table})`);
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql.raw<{ name: string }>(asked.join(' union all ')).execute(trx);
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const { name } of rows) await sql.raw(`delete from ${name}`).execute(trx);
    await sql`select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
      from pg_sequences where schemaname = 'public' and last_value is not null`.execute(trx);
  });
}

async function onServer(address: string) {
  const name = `gostiny_test_${randomBytes(6).toString('hex')}`;
  await onAdministration(address, `create database ${name} template template0 encoding 'UTF8'`);
  const url = new URL(address);
  url.pathname = `/${name}`;
  const { db } = openServer(url.href, 4);
  await migrate(db);
  return { db, drop: () => onAdministration(address, `drop database if exists ${name} with (force)`) };
}

async function onAdministration(address: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** A copy of a migrated database: initdb and migrations happen once for each state of the migrations, not for each file. */
async function embedded() {
  const file = join(tmpdir(), `gostiny-template-${migrationsHash()}.tar`);
  if (!existsSync(file)) await makeTemplate(file);
  const { db } = await openInProcess({ loadDataDir: new Blob([readFileSync(file)]) });
  return { db, drop: async () => {} };
}

async function makeTemplate(file: string): Promise<void> {
  const { db, pglite } = await openInProcess();
  await migrate(db);
  const dump = await pglite.dumpDataDir('none');
  // Workers that come at the same time each make one; the last renaming wins and nobody reads half a file.
  const own = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(own, Buffer.from(await dump.arrayBuffer()));
  renameSync(own, file);
  await db.destroy();
}

function migrationsHash(): string {
  const folder = 'src/server/db/migrations';
  const sum = createHash('sha256').update(readFileSync('node_modules/@electric-sql/pglite/package.json'));
  for (const name of readdirSync(folder).sort()) sum.update(name).update(readFileSync(join(folder, name)));
  return sum.digest('hex').slice(0, 16);
}
