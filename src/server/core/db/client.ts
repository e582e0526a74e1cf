import { join } from 'node:path';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from '../context';
import { embeddedDatabase } from './embedded';
import { explainFailure } from './embedded-folder';
import type { Listen } from './listen';
import { lockDataDir } from './lock';
import { connectMs, openPool } from './pool';
import type { DB } from './types';

// bigint and numeric as numbers, a calendar day as its text: PGlite's parsers in pglite-worker.ts do the same.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// The type of bigint[] has no name in pg's list.
const int8Array = 1016 as (typeof pg.types.builtins)['INT8'];
pg.types.setTypeParser(int8Array, (text) => text.slice(1, -1).split(',').filter(Boolean).map(Number));
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export interface OpenDatabase {
  db: Database;
  kind: 'embedded' | 'server';
  listen: Listen;
  /** Runs what may exceed the time limit of a request's statement, such as migrations. */
  unlimited: <Result>(run: (db: Database) => Promise<Result>) => Promise<Result>;
  /** A full disk or a damaged folder in a sentence with what to do; any other error as it is. */
  explain: (error: unknown) => unknown;
  close: () => Promise<void>;
}

/** Opens a PostgreSQL server when there is an address, else the embedded one in the data folder. Does not migrate. */
export async function openDatabase(options: {
  databaseUrl: string | undefined;
  dataDir: string;
  pool: number;
  workerFile: URL;
  statementMs?: number;
  pooler?: Pooler | undefined;
}): Promise<OpenDatabase> {
  const { databaseUrl, pool, statementMs, pooler } = options;
  return databaseUrl ? openServer(databaseUrl, pool, statementMs, pooler) : openEmbedded(options);
}

/** A pooler in transaction mode between this program and the server. */
export interface Pooler {
  /** The server without the pooler, for what needs a session of its own: listeners and migrations. */
  directUrl?: string | undefined;
  /** False when it loses the names of prepared statements. */
  keepsPrepared?: boolean | undefined;
}

/** The server ends a statement, or an idle transaction, after `statementMs`; 0 means never. */
export function openServer(
  databaseUrl: string,
  pool: number,
  statementMs = 0,
  { directUrl, keepsPrepared }: Pooler = {},
): OpenDatabase {
  const isPooled = directUrl !== undefined;
  const sessionUrl = directUrl ?? databaseUrl;
  const connections = openPool(databaseUrl, { max: pool, statementMs, isPooled, keepsPrepared });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: connections }) });
  return {
    db,
    kind: 'server',
    listen: listenOn(sessionUrl),
    async unlimited(run) {
      const own = openPool(sessionUrl, { max: 1, statementMs: 0 });
      const other = new Kysely<DB>({ dialect: new PostgresDialect({ pool: own }) });
      try {
        return await run(other);
      } finally {
        await other.destroy();
      }
    },
    explain: (error) => error,
    close: () => db.destroy(),
  };
}

/** Delay before a broken connection is opened again, in milliseconds. */
const listenPause = 1000;

/**
 * Subscribes to notifications over a connection of its own, which is opened again whenever it breaks. Never fails:
 * while the database is away it keeps trying, and calls `heard` when it is back, because notifications were missed.
 */
function listenOn(databaseUrl: string): Listen {
  return async (channel, heard) => {
    let isStopped = false;
    let client: pg.Client | undefined;
    const connect = async () => {
      const next = new pg.Client({
        connectionString: databaseUrl,
        keepAlive: true,
        connectionTimeoutMillis: connectMs,
      });
      client = next;
      let isLost = false;
      const lose = () => {
        if (isLost || isStopped) return;
        isLost = true;
        void next.end().catch(() => {});
        setTimeout(() => {
          if (!isStopped) void connect().then(heard, () => {});
        }, listenPause).unref();
      };
      next.on('error', lose);
      next.on('end', lose);
      next.on('notification', heard);
      try {
        await next.connect();
        await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      } catch (error) {
        lose();
        throw error;
      }
    };
    await connect().catch(() => {});
    return async () => {
      isStopped = true;
      await client?.end().catch(() => {});
    };
  };
}

async function openEmbedded({
  dataDir,
  workerFile,
}: {
  dataDir: string;
  workerFile: URL;
}): Promise<OpenDatabase> {
  const unlock = await lockDataDir(dataDir);
  const folder = join(dataDir, 'postgres');
  let pglite: ReturnType<typeof embeddedDatabase>;
  try {
    pglite = embeddedDatabase(folder, workerFile);
    await pglite.waitReady;
  } catch (error) {
    unlock();
    throw error;
  }
  const db = new Kysely<DB>({ dialect: new PGliteDialect({ pglite }) });
  return {
    db,
    kind: 'embedded',
    // On a connection of its own: a transaction's rollback would undo the subscription.
    listen: (channel, heard) => db.connection().execute(() => pglite.listen(channel, heard)),
    unlimited: (run) => run(db),
    explain: (error) => explainFailure(error, folder, false),
    async close() {
      await db.destroy();
      unlock();
    },
  };
}
