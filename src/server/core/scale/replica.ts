import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import type { Database, SessionUser } from '../context';
import { openServer, type Pooler } from '../db/client';
import { isConnectionLost, retryAfterReconnect } from '../db/lost';
import { openPool, Unusable } from '../db/pool';
import { hasSqlState } from '../db/sql-state';
import type { DB } from '../db/types';
import { AppError, toAppError } from '../errors';
import { currentPosition, parseLsn, ReplicaWatch, replayedPosition } from './replica-watch';

export interface Replica {
  /**
   * Runs a read that tolerates a little lag: on a replica if it has the last write of this session, else on the
   * primary. A read that fails because of the replica runs once more on the primary, so it must not write.
   */
  read: <Result>(user: SessionUser | null, run: (db: Database) => Promise<Result>) => Promise<Result>;
  /** Runs what only reads on the primary, and on a replica, its argument, while the primary does not answer. */
  anywhere: <Result>(run: (standIn?: Database) => Promise<Result>) => Promise<Result>;
  /** Never fails: the write is done. */
  noteWrite: (user: SessionUser) => Promise<void>;
  /**
   * Resolves when the replica has caught up with the primary's current position, or is out of use: then no read sees
   * older data.
   */
  caughtUp: () => Promise<void>;
  /** Undefined while it is out of use. */
  lagSeconds: () => number | undefined;
  isPrimaryAway: () => boolean;
  close: () => Promise<void>;
}

interface ReplicaOptions {
  /** The connections for requests. */
  db: Database;
  primaryUrl: string;
  pooler?: Pooler;
  /** One replica, or a balancer of any number; not a pooler in transaction mode. */
  replicaUrl: string;
  pool: number;
  statementMs: number;
  /** A replica that lags longer than this is out of use. */
  maxLagMs: number;
  /** Called when it goes out of use and when it comes back. */
  onChange: (text: string) => void;
}

/** Interval between checks while a caller waits for the replica. */
const pauseMs = 20;

/** Decides which server runs a read; nothing else is aware of several servers. */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const { db, primaryUrl, pooler, replicaUrl, pool, statementMs, maxLagMs, onChange } = options;
  const reads = openReads(replicaUrl, pool, statementMs);
  // Connections of their own: a check must not queue behind reports.
  const primary = openServer(primaryUrl, 1, statementMs, pooler);
  const standby = openServer(replicaUrl, 1, statementMs);
  const watch = new ReplicaWatch({ primary: primary.db, standby: standby.db, maxLagMs, onChange });
  await watch.look();

  return {
    async read(user, run) {
      if (!watch.isUsed) return run(db);
      const written = user?.writtenLsn ? parseLsn(user.writtenLsn) : 0n;
      try {
        return await run(reads.from(watch.floor(), written > watch.announced ? written : watch.announced));
      } catch (error) {
        if (error instanceof Behind || error instanceof Unusable) return run(db);
        const trouble = classifyTrouble(error);
        if (!trouble) throw error;
        if (trouble === 'away') watch.leave('does not answer');
        else onChange(`a read failed on the replica (${String(error)}) and ran on the primary`);
        return run(db);
      }
    },
    anywhere: (run) =>
      retryAfterReconnect(async () => {
        const standIn = () =>
          run(reads.from(watch.floor(), watch.announced)).catch((error: unknown) => {
            throw error instanceof Behind ? new Unusable(error.message) : error;
          });
        if (watch.isPrimaryAway()) return standIn();
        try {
          return await watch.whilePrimaryAnswers(run());
        } catch (error) {
          if (!watch.isUsed || !isConnectionLost(error)) throw error;
          return standIn();
        }
      }),
    async noteWrite({ sessionId }) {
      await retryAfterReconnect(() =>
        sql`update sessions set written_lsn = pg_current_wal_insert_lsn() where id = ${sessionId}`.execute(
          db,
        ),
      ).catch(() => {});
    },
    async caughtUp() {
      if (!watch.isUsed) return;
      const lsn = await currentPosition(primary.db);
      while (!(await watch.has(lsn)) && watch.isUsed) await pause(pauseMs);
      if (lsn > watch.announced) watch.announced = lsn;
    },
    lagSeconds: () => (watch.isUsed ? watch.lagMs() / 1000 : undefined),
    isPrimaryAway: () => watch.isPrimaryAway(),
    async close() {
      await watch.close();
      await Promise.all([reads, primary, standby].map((server) => server.close()));
    },
  };
}

/** The server at the end of a connection has not replayed the write that a read needs to see. */
class Behind extends Error {
  override readonly message = 'It has not replayed the last write';
}

/** Connections to replicas. Behind a balancer each leads to another one, so each knows what its own has replayed. */
function openReads(url: string, max: number, statementMs: number) {
  const connections = openPool(url, { max, statementMs });
  const replayed = new WeakMap<pg.ClientBase, bigint>();
  const look = async (client: pg.ClientBase) => {
    const { rows } = await client.query<{ lsn: string | null }>(replayedPosition);
    const lsn = rows[0]?.lsn;
    if (!lsn) throw new Unusable('It is no replica any more');
    replayed.set(client, parseLsn(lsn));
    return parseLsn(lsn);
  };
  return {
    /**
     * A database whose connections have both positions. Throws Behind for the second; a connection without the first
     * is replaced.
     */
    from(floor: bigint, least: bigint): Database {
      const pool = connections.checked(async (client) => {
        const known = replayed.get(client);
        if (known !== undefined && known >= floor && known >= least) return;
        const lsn = await look(client);
        if (lsn < floor) throw new Unusable('It lags behind');
        if (lsn < least) throw new Behind();
      });
      return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
    },
    close: () => connections.end(),
  };
}

/** PostgreSQL's codes for a machine in trouble: a full disk or memory (53), a failed file (58), an inner error (XX). */
const ownTrouble = /^(53|58|XX)/;

/**
 * 'away': no answer. 'alone': the replica cancelled the read in favour of replication (40001), it tried to write (25006),
 * or its machine is in trouble. Undefined for errors that the primary would give, too, timeouts included.
 */
export function classifyTrouble(error: unknown): 'away' | 'alone' | undefined {
  if (error instanceof AppError || hasSqlState(error, '57014')) return undefined;
  const code = error instanceof Error ? String(Reflect.get(error, 'code')) : '';
  if (hasSqlState(error, '40001', '25006') || ownTrouble.test(code)) return 'alone';
  return toAppError(error).code === 'UNAVAILABLE' ? 'away' : undefined;
}
