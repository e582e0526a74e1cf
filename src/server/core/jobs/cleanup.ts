import { sumListedDays } from '@/server/core/resource/daily-row-counts';
import { sumCounted } from '@/server/modules/insights/dashboards/analytics-days';
import type { Database } from '../context';

const hour = 3600_000;
const day = 24 * hour;
/** How long what is over is kept. */
const keptMs = {
  /** A code that is over tells for a day whose it was. */
  codes: day,
  /** A turn that was reserved (`awaitTurn`) waits for who comes a little later. */
  rateLimits: 10 * 60_000,
  /** A client repeats a request within minutes; a queue of an older one within days. */
  idempotencyKeys: 7 * day,
  /** Sent letters and SMS hold links and codes: no longer than somebody may ask where they are. */
  sentMessages: 30 * day,
  /** So long an administrator may see why, and send them after all. */
  failedMessages: 30 * day,
  /** Who comes back after longer asks for everything anew. */
  liveEvents: day,
};

/** Deletes what is over: sessions, codes, counts of rate limits, idempotency keys, sent messages, live events. Sums up what lists and dashboards count by day. */
export async function cleanUp(db: Database, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
  await db.deleteFrom('one_time_codes').where('expires_at', '<', before(keptMs.codes)).execute();
  await db.deleteFrom('rate_limits').where('resets_at', '<', before(keptMs.rateLimits)).execute();
  await db.deleteFrom('known_devices').where('expires_at', '<', now).execute();
  await db.deleteFrom('registrations').where('expires_at', '<', now).execute();
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before(keptMs.idempotencyKeys)).execute();
  await db.deleteFrom('outbox').where('sent_at', '<', before(keptMs.sentMessages)).execute();
  await db.deleteFrom('outbox').where('failed_at', '<', before(keptMs.failedMessages)).execute();
  await db.deleteFrom('live_events').where('created_at', '<', before(keptMs.liveEvents)).execute();
  await sumListedDays(db);
  await sumCounted(db);
}
