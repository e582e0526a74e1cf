import { join } from 'node:path';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from '../context';
import type { Listen } from '../live/feed';
import { embeddedDatabase } from './embedded';
import { keepPlans } from './kept';
import { lockDataDir } from './lock';
import type { DB } from './types';

// bigint and numeric as numbers, a calendar day as its text: PGlite's parsers in pglite-worker.ts do the same.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export interface OpenDatabase {
  db: Database;
  kind: 'embedded' | 'server';
  listen: Listen;
  close: () => Promise<void>;
}

/** A PostgreSQL server when there is an address, else the embedded one in the data folder. Not migrated yet. */
export async function openDatabase(options: {
  databaseUrl: string | undefined;
  dataDir: string;
  pool: number;
  workerFile: URL;
}): Promise<OpenDatabase> {
  return options.databaseUrl ? openServer(options.databaseUrl, options.pool) : openEmbedded(options);
}

/** To compile a query takes the server longer than any of ours runs; and no disk of today seeks as slowly as it assumes. */
const plannerSettings = 'set jit = off; set random_page_cost = 1.1';

export function openServer(databaseUrl: string, pool: number): OpenDatabase {
  const connections = new pg.Pool({ connectionString: databaseUrl, max: pool });
  // An idle connection that breaks is replaced by the pool; without a listener the process would end.
  connections.on('error', () => {});
  connections.on('connect', (client) => void client.query(plannerSettings).catch(() => {}));
  connections.on('connect', keepPlans);
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: connections }) });
  return { db, kind: 'server', listen: listenOn(databaseUrl), close: () => db.destroy() };
}

/** Before a connection that broke is tried again, in milliseconds. */
const listenPause = 1000;

/** Hears what transactions notify, over a connection of its own that is opened again whenever it breaks. */
function listenOn(databaseUrl: string): Listen {
  return async (channel, heard) => {
    let isStopped = false;
    let client: pg.Client | undefined;
    const connect = async () => {
      const next = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
      client = next;
      let isLost = false;
      const lose = () => {
        if (isLost || isStopped) return;
        isLost = true;
        void next.end().catch(() => {});
        setTimeout(() => void connect().then(heard, lose), listenPause).unref();
      };
      next.on('error', lose);
      next.on('end', lose);
      next.on('notification', heard);
      await next.connect().catch((error: unknown) => {
        lose();
        throw error;
      });
      await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    };
    await connect();
    return async () => {
      isStopped = true;
      await client?.end();
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
  const unlock = lockDataDir(dataDir);
  const pglite = embeddedDatabase(join(dataDir, 'postgres'), workerFile);
  try {
    await pglite.waitReady;
  } catch (error) {
    unlock();
    throw error;
  }
  const db = new Kysely<DB>({ dialect: new PGliteDialect({ pglite }) });
  return {
    db,
    kind: 'embedded',
    // Within somebody's transaction it would be undone with it.
    listen: (channel, heard) => db.connection().execute(() => pglite.listen(channel, heard)),
    async close() {
      await db.destroy();
      unlock();
    },
  };
}
