import { sql } from 'kysely';
import type { Database } from '../context';

/** Interval between checks of the replica. */
const everyMs = 500;
/** A server that does not answer a check within this time counts as down. */
const patienceMs = 2000;

/** A position of the write-ahead log: `0/16B3748` as a number. */
export function positionOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/**
 * Tracks the replica's position: checks it twice a second, and whenever a read needs a later position than the last one
 * seen.
 */
export class ReplicaWatch {
  private readonly primary: Database;
  private readonly standby: Database;
  private readonly maxLagMs: number;
  private readonly onChange: (text: string) => void;
  /** Positions of the primary that the replica has not reached yet, with their times, oldest first. */
  private ahead: { at: number; lsn: bigint }[] = [];
  private replayed = 0n;
  private isInUse = false;
  private looking: Promise<void> | undefined;
  private readonly timer: NodeJS.Timeout;

  constructor(options: {
    primary: Database;
    standby: Database;
    maxLagMs: number;
    onChange: (text: string) => void;
  }) {
    this.primary = options.primary;
    this.standby = options.standby;
    this.maxLagMs = options.maxLagMs;
    this.onChange = options.onChange;
    this.timer = setInterval(() => void this.look(), everyMs).unref();
  }

  /** Milliseconds that the replica lags behind; undefined while it is out of use. */
  lagMs(): number | undefined {
    if (!this.isInUse) return undefined;
    const [oldest] = this.ahead;
    return oldest ? performance.now() - oldest.at : 0;
  }

  /** True when reads may go there, and it has this position. */
  async has(lsn: bigint): Promise<boolean> {
    if (this.isInUse && lsn > this.replayed)
      await this.readReplayed().catch(() => this.leave('does not answer'));
    return this.isInUse && lsn <= this.replayed;
  }

  /** Out of use until it answers a check again. */
  leave(reason: string): void {
    if (!this.isInUse) return;
    this.isInUse = false;
    this.onChange(`the replica ${reason}: the primary answers all reads`);
  }

  /** One at a time. */
  look(): Promise<void> {
    this.looking ??= this.lookOnce().finally(() => {
      this.looking = undefined;
    });
    return this.looking;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  private async lookOnce(): Promise<void> {
    try {
      const at = performance.now();
      const lsn = await inTime(currentPosition(this.primary));
      this.ahead.push({ at, lsn });
      await this.readReplayed();
    } catch {
      return this.leave('or the primary does not answer');
    }
    const [oldest] = this.ahead;
    if (oldest && performance.now() - oldest.at > this.maxLagMs) return this.leave('lags behind');
    if (this.isInUse) return;
    this.isInUse = true;
    this.onChange('the replica answers reads');
  }

  private async readReplayed(): Promise<void> {
    const { rows } = await inTime(
      // Null on a server that was promoted and is no replica any more.
      sql<{
        lsn: string | null;
      }>`select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end as lsn`.execute(this.standby),
    );
    const lsn = rows[0]?.lsn;
    if (!lsn) throw new Error('No replica');
    this.replayed = positionOf(lsn);
    this.ahead = this.ahead.filter((sample) => sample.lsn > this.replayed);
  }
}

export async function currentPosition(primary: Database): Promise<bigint> {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn() as lsn`.execute(primary);
  return positionOf(rows[0]?.lsn ?? '');
}

async function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Too late')), patienceMs);
  });
  // A late failure would be an unhandled rejection.
  answer.catch(() => {});
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
