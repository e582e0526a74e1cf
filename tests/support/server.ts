import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type KyselyPlugin, sql } from 'kysely';
import { panelAccept } from '@/contract/core/panel-client';
import { createApp } from '@/server/app';
import type { Database } from '@/server/core/context';
import type { Deps } from '@/server/core/deps';
import { forgetLanguages } from '@/server/core/settings';
import { takeDatabase } from './databases';
import { loadSecondProcess } from './processes/second-process';
import { hashOf, signIn } from './session';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Any response body of the API. */
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
  /** Its dependencies, for a test that creates a second one. */
  deps: Deps;
  db: Database;
  dataDir: string;
  now: () => Date;
  /** Moves the clock of the API. */
  setNow: (now: Date) => void;
  /**
   * Sends a request below the API base as a user (by id) or a guest, in the name of our own panel unless `accept` says
   * otherwise. A text body is sent verbatim.
   */
  request: <Body = Wire>(
    user: { id: number } | null,
    method: Method,
    path: string,
    body?: object | string,
    headers?: Record<string, string>,
  ) => Promise<Answer<Body>>;
  /** Number of queries that the API has made so far, without the test's own. */
  queries: () => number;
  /** Empties every table and resets the clock. */
  reset: () => Promise<void>;
  close: () => Promise<void>;
}

const start = new Date('2026-03-10T09:00:00.000Z');

/**
 * The API in this process with one database per test file: embedded, or on the server of TEST_DATABASE_URL.
 */
export async function testApp(more: Partial<Deps> = {}): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'gostiny-test-'));
  const { db, listen, empty, giveBack } = await takeDatabase();
  let now = start;
  const counter = queryCounter();
  const deps: Deps = {
    db: db.withPlugin(counter),
    now: () => now,
    dataDir,
    uploadMaxBytes: 1024 * 1024,
    version: '0.0.0-test',
    demo: false,
    logLevel: 'silent',
    corsOrigins: [],
    trustProxy: false,
    databaseKind: process.env.TEST_DATABASE_URL ? 'server' : 'embedded',
    listen,
    sentryDsn: undefined,
    publicUrl: 'https://shop.test',
    licenseKey: undefined,
    sbpSecret: 'secret-of-the-test-bank',
    ...more,
  };
  const app = await createApp(deps);
  const second = isOneProcess ? undefined : await openSecond(deps, db, counter);
  let asked = 0;
  const sessions = openSessions(db);
  const send = async (
    token: string | undefined,
    method: Method,
    path: string,
    body: object | string | undefined,
    headers: Record<string, string>,
  ) => {
    asked += 1;
    return (second && asked % 2 === 0 ? second.app : app).inject({
      method,
      url: `/admin/rest/${path}`,
      headers: {
        accept: panelAccept,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  };
  return {
    app,
    deps,
    db,
    dataDir,
    now: () => now,
    queries: () => counter.count,
    setNow: (moment) => {
      now = moment;
    },
    async request(user, method, path, body, headers = {}) {
      const token = user && (await sessions.of(user.id, now));
      let answer = await send(token ?? undefined, method, path, body, headers);
      // The session of an earlier request was ended by what was tested meanwhile: everybody asks with one that holds.
      if (user && answer.statusCode === 401 && (await sessions.hasEnded(user.id)))
        answer = await send(await sessions.of(user.id, now), method, path, body, headers);
      const isJson = String(answer.headers['content-type'] ?? '').includes('json');
      return {
        status: answer.statusCode,
        body: JSON.parse(isJson ? answer.body : JSON.stringify(answer.body)),
        headers: answer.headers,
      };
    },
    async reset() {
      now = start;
      sessions.forget();
      await empty();
      forgetLanguages();
    },
    async close() {
      await app.close();
      await second?.close();
      await giveBack();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** One session of each user and moment: opening one for every request took a tenth of all tests. */
function openSessions(db: Database) {
  const tokens = new Map<number, { token: string; at: number }>();
  return {
    async of(userId: number, now: Date): Promise<string> {
      const open = tokens.get(userId);
      if (open?.at === now.getTime()) return open.token;
      const token = await signIn(db, userId, now);
      tokens.set(userId, { token, at: now.getTime() });
      return token;
    },
    /** True when it is gone or may not be used any more; the next request opens another. */
    async hasEnded(userId: number): Promise<boolean> {
      const token = tokens.get(userId)?.token;
      tokens.delete(userId);
      if (token === undefined) return false;
      const kept = await db
        .selectFrom('sessions')
        .select('id')
        .where('token_hash', '=', hashOf(token))
        .executeTakeFirst();
      return kept === undefined;
    },
    forget: () => tokens.clear(),
  };
}

/** False when a second process handles every second request: tests cannot observe what one process caches then. */
export const isOneProcess = process.env.TEST_PROCESSES !== '2';

/**
 * With TEST_PROCESSES=2 (`npm run test:many`) every second request is handled by the copy of the API in another
 * process.
 */
async function openSecond(deps: Deps, db: Database, counter: QueryCounter) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const url = new URL(String(process.env.TEST_DATABASE_URL));
  url.pathname = `/${rows[0]?.name}`;
  const code = await loadSecondProcess();
  const other = code.openServer(url.href, 4);
  const app = await code.createApp({ ...deps, db: other.db.withPlugin(counter), listen: other.listen });
  return {
    app,
    async close() {
      await app.close();
      await other.close();
    },
  };
}

/** Counts the statements of a database handle (`db.withPlugin(counter)`), without begin and commit. */
interface QueryCounter extends KyselyPlugin {
  count: number;
}

function queryCounter(): QueryCounter {
  const counter: QueryCounter = {
    count: 0,
    // Kysely calls this for each part of a statement, `transformResult` once for the whole.
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      counter.count += 1;
      return result;
    },
  };
  return counter;
}
