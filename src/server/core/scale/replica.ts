import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, SessionUser } from '../context';
import { openServer } from '../db/client';
import { AppError, toAppError } from '../errors';
import { currentPosition, positionOf, ReplicaWatch } from './replica-watch';

export interface Replica {
  /**
   * Runs a read that tolerates a little lag: on the replica if it has the last write of this session, else on the
   * primary. A read that fails because of the replica runs once more on the primary, so it must not write.
   */
  read: <Result>(user: SessionUser | null, run: (db: Database) => Promise<Result>) => Promise<Result>;
  noteWrite: (user: SessionUser) => Promise<void>;
  /**
   * Resolves when the replica has caught up with the primary's current position, or is out of use: then no read sees
   * older data.
   */
  caughtUp: () => Promise<void>;
  /** Undefined while it is out of use. */
  lagSeconds: () => number | undefined;
  close: () => Promise<void>;
}

interface ReplicaOptions {
  /** The connections for requests. */
  db: Database;
  primaryUrl: string;
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

/** Decides which server runs a read; nothing else is aware of two servers. */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const { db, primaryUrl, replicaUrl, pool, statementMs, maxLagMs, onChange } = options;
  const reads = openServer(replicaUrl, pool, statementMs);
  // Connections of their own: a check must not queue behind reports.
  const looks = [primaryUrl, replicaUrl].map((url) => openServer(url, 1, statementMs));
  const [primary = reads, standby = reads] = looks;
  const watch = new ReplicaWatch({ primary: primary.db, standby: standby.db, maxLagMs, onChange });
  await watch.look();

  return {
    async read(user, run) {
      if (!(await watch.has(user?.writtenLsn ? positionOf(user.writtenLsn) : 0n))) return run(db);
      try {
        return await run(reads.db);
      } catch (error) {
        const trouble = troubleOf(error);
        if (!trouble) throw error;
        if (trouble === 'away') watch.leave('does not answer');
        else onChange(`a read failed on the replica (${String(error)}) and ran on the primary`);
        return run(db);
      }
    },
    async noteWrite({ sessionId }) {
      await sql`update sessions set written_lsn = pg_current_wal_insert_lsn() where id = ${sessionId}`.execute(
        db,
      );
    },
    async caughtUp() {
      if (watch.lagMs() === undefined) return;
      const lsn = await currentPosition(primary.db);
      while (!(await watch.has(lsn)) && watch.lagMs() !== undefined) await pause(pauseMs);
    },
    lagSeconds: () => {
      const ms = watch.lagMs();
      return ms === undefined ? undefined : ms / 1000;
    },
    async close() {
      await watch.close();
      await Promise.all([reads, ...looks].map((server) => server.close()));
    },
  };
}

/**
 * 'away': no answer. 'conflict': the replica cancelled the read in favour of replication (40001), or it tried to write
 * (25006). Undefined for errors that the primary would give, too, timeouts included.
 */
function troubleOf(error: unknown): 'away' | 'conflict' | undefined {
  const { code } = error as { code?: unknown };
  if (code === '40001' || code === '25006') return 'conflict';
  if (error instanceof AppError || code === '57014') return undefined;
  return toAppError(error).code === 'UNAVAILABLE' ? 'away' : undefined;
}
