import pg from 'pg';
import { connectMs } from '../db/pool';
import { hasSqlState } from '../db/sql-state';
import type { Env } from '../env';

type Addresses = Pick<Env, 'databaseUrl' | 'directUrl' | 'replicaUrl' | 'keepsPrepared'>;

/**
 * What is wrong with the addresses of the database where a pooler stands between, in a sentence that says what to do.
 * An address that does not answer is somebody else's to report.
 */
export async function poolerTrouble(addresses: Addresses): Promise<string | undefined> {
  const { databaseUrl, directUrl, replicaUrl, keepsPrepared } = addresses;
  const isShared = (url: string | undefined) => url !== undefined && sharesSessions(url).catch(() => false);
  if (directUrl && (await isShared(directUrl)))
    return 'DATABASE_DIRECT_URL leads through a pooler in transaction mode: give it the address of the server itself.';
  if (await isShared(replicaUrl))
    return 'DATABASE_REPLICA_URL leads through a pooler in transaction mode: give it the address of the replica, or of a balancer of connections.';
  if (!databaseUrl || !(await isShared(databaseUrl))) return undefined;
  if (!directUrl)
    return 'DATABASE_URL leads through a pooler in transaction mode: set DATABASE_DIRECT_URL, the server without it, for listeners and migrations.';
  if (keepsPrepared && (await losesPrepared(databaseUrl).catch(() => false)))
    return 'The pooler of DATABASE_URL loses prepared statements: set DATABASE_PREPARED=false, or use PgBouncer 1.21 or newer with max_prepared_statements.';
  return undefined;
}

/** Two connections at rest that are given the same session: only a pooler does that. */
async function sharesSessions(url: string): Promise<boolean> {
  return withTwo(url, async (one, other) => {
    const sessionOf = async (client: pg.Client) =>
      (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
    return (await sessionOf(one)) === (await sessionOf(other));
  });
}

/** Asks for a prepared statement again after another connection took the session in which it was prepared. */
async function losesPrepared(url: string): Promise<boolean> {
  return withTwo(url, async (one, other) => {
    const statement = { name: 'gostiny_probe', text: 'select 1' };
    await one.query(statement);
    await other.query('begin; select 1');
    try {
      await one.query(statement);
      return false;
    } catch (error) {
      return hasSqlState(error, '26000');
    } finally {
      await other.query('rollback');
    }
  });
}

async function withTwo<Result>(
  url: string,
  use: (one: pg.Client, other: pg.Client) => Promise<Result>,
): Promise<Result> {
  const clients = [1, 2].map(
    () => new pg.Client({ connectionString: url, connectionTimeoutMillis: connectMs }),
  );
  const [one, other] = clients as [pg.Client, pg.Client];
  try {
    for (const client of clients) {
      client.on('error', () => {});
      await client.connect();
    }
    return await use(one, other);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}
