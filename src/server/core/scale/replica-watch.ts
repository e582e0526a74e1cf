import { sql } from 'kysely';
import { inTime } from '@/server/integrations/in-time';
import type { Database } from '../context';
import { Unusable } from '../db/pool';

/** Interval between checks. */
const everyMs = 500;
/** A primary that does not answer a check within this time is away for reads, which cost nothing to serve elsewhere. */
const primaryPatienceMs = 700;
/** A replica that does not answer a check within this time counts as down. */
const standbyPatienceMs = 2000;
/** How long replicas answer everything that is read while there is no primary. Sessions that end meanwhile stay open. */
const standInMs = 5 * 60_000;

/** A position of the write-ahead log: `0/16B3748` as a number. */
export function parseLsn(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/**
 * Checks the primary and a replica twice a second: whether they answer, and which position of the log a read needs at
 * least. Whether the replica at the end of a connection has it is asked on that connection.
 */
export class ReplicaWatch {
  private readonly primary: Database;
  private readonly standby: Database;
  private readonly maxLagMs: number;
  private readonly onChange: (text: string) => void;
  /** Positions of the primary with their times, oldest first; none is much older than the lag that is allowed. */
  private samples: { at: number; lsn: bigint }[] = [];
  /** What a live event announced: every read needs it, too. */
  announced = 0n;
  private replayed = 0n;
  private isInUse = false;
  private answeredAt = 0;
  private awaySince: number | undefined;
  private readonly awayListeners = new Set<() => void>();
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

  /** Milliseconds that the watched replica lags behind. */
  lagMs(): number {
    const oldest = this.samples.find(({ lsn }) => lsn > this.replayed);
    return oldest ? performance.now() - oldest.at : 0;
  }

  /** The position that every read needs: where the primary was when the lag that is allowed began. */
  floor(): bigint {
    const begun = performance.now() - this.maxLagMs;
    return this.samples.findLast(({ at }) => at <= begun)?.lsn ?? 0n;
  }

  /** The primary does not answer, and replicas may stand in for it. */
  isPrimaryAway(): boolean {
    return this.isInUse && this.awaySince !== undefined && performance.now() - this.answeredAt < standInMs;
  }

  /** The answer, or an error when the primary ceases to answer before it is there. */
  async whilePrimaryAnswers<Result>(answer: Promise<Result>): Promise<Result> {
    let listener = () => {};
    const away = new Promise<never>((_resolve, reject) => {
      listener = () => reject(new Unusable('The primary does not answer'));
      this.awayListeners.add(listener);
    });
    // One of both is left over.
    for (const promise of [answer, away]) promise.catch(() => {});
    return Promise.race([answer, away]).finally(() => this.awayListeners.delete(listener));
  }

  /** The watched replica's position, asked for when it is behind this one. */
  async has(lsn: bigint): Promise<boolean> {
    if (this.isInUse && lsn > this.replayed)
      await this.readReplayed().catch(() => this.leave('does not answer'));
    return this.isInUse && lsn <= this.replayed;
  }

  get isUsed(): boolean {
    return this.isInUse;
  }

  /** Out of use until one answers a check again. */
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
    const [, standby] = await Promise.allSettled([this.lookAtPrimary(), this.readReplayed()]);
    if (standby.status === 'rejected') return this.leave('does not answer');
    if (this.lagMs() > this.maxLagMs) return this.leave('lags behind');
    if (this.isInUse || this.answeredAt === 0) return;
    this.isInUse = true;
    this.onChange('the replica answers reads');
  }

  private async lookAtPrimary(): Promise<void> {
    const at = performance.now();
    try {
      this.note(at, await inTime(currentPosition(this.primary), primaryPatienceMs, tooLate));
    } catch {
      if (this.awaySince !== undefined || this.answeredAt === 0) return;
      this.awaySince = at;
      this.onChange('the primary does not answer: replicas answer what is read');
      for (const listener of this.awayListeners) listener();
      this.awayListeners.clear();
    }
  }

  private note(at: number, lsn: bigint): void {
    this.answeredAt = performance.now();
    if (this.awaySince !== undefined) {
      this.onChange(
        `the primary answers again after ${((this.answeredAt - this.awaySince) / 1000).toFixed(1)} s`,
      );
      this.awaySince = undefined;
    }
    // A new primary begins where its replicas were, before what the former one had told nobody.
    if (this.announced > lsn) this.announced = lsn;
    const kept = this.samples.filter((sample) => sample.lsn <= lsn);
    const old = kept.findLastIndex((sample) => sample.at <= at - this.maxLagMs);
    this.samples = [...kept.slice(Math.max(0, old)), { at, lsn }];
  }

  private async readReplayed(): Promise<void> {
    const { rows } = await inTime(
      // Null on a server that was promoted and is no replica any more.
      sql<{
        lsn: string | null;
      }>`${sql.raw(replayedPosition)}`.execute(this.standby),
      standbyPatienceMs,
      tooLate,
    );
    const lsn = rows[0]?.lsn;
    if (!lsn) throw new Error('No replica');
    this.replayed = parseLsn(lsn);
  }
}

const tooLate = () => new Error('Too late');

/** Null on a server that is no replica. */
export const replayedPosition =
  'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end as lsn';

export async function currentPosition(primary: Database): Promise<bigint> {
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn() as lsn`.execute(primary);
  return parseLsn(rows[0]?.lsn ?? '');
}
