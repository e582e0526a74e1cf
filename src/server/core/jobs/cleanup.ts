import { presenceKeptSeconds } from '@/contract/core/presence';
import { sumDailyRowCounts } from '@/server/core/db/daily-row-counts';
import type { Database } from '../context';
import { placeEvents } from '../live/place-events';
import { forgetEvents } from './forget-events';

const hour = 3600_000;
const day = 24 * hour;
/** How long rows are kept after they expire. */
const keptMs = {
  /** An expired code counts against its owner for another day. */
  codes: day,
  /** A reserved turn (`awaitTurn`) waits for requests that come a little later. */
  rateLimits: 10 * 60_000,
  /** Clients retry within minutes, an offline queue within days. */
  idempotencyKeys: 7 * day,
  /** Sent messages contain links and codes: kept only as long as support needs them. */
  sentMessages: 30 * day,
  /** How long an administrator can see why they failed and send them again. */
  failedMessages: 30 * day,
  /** A client that returns later reloads everything. */
  liveEvents: day,
  /** As long as a payment is disputed in practice, and no longer. */
  exchanges: 90 * day,
  editors: presenceKeptSeconds * 1000,
};

/**
 * Deletes expired sessions, codes, rate limits, idempotency keys, sent messages, live events,
 * exchanges with providers, their webhooks, handled business events and stale presence rows, and sums up the daily row
 * counts of lists.
 */
export async function cleanUp(db: Database, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
  await db.deleteFrom('one_time_codes').where('expires_at', '<', before(keptMs.codes)).execute();
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute();
  await db.deleteFrom('rate_limits').where('resets_at', '<', before(keptMs.rateLimits)).execute();
  await db.deleteFrom('known_devices').where('expires_at', '<', now).execute();
  await db.deleteFrom('registrations').where('expires_at', '<', now).execute();
  await db.deleteFrom('idempotency_keys').where('created_at', '<', before(keptMs.idempotencyKeys)).execute();
  await db.deleteFrom('outbox').where('sent_at', '<', before(keptMs.sentMessages)).execute();
  await db.deleteFrom('outbox').where('failed_at', '<', before(keptMs.failedMessages)).execute();
  // Where nobody has listened meanwhile.
  await placeEvents(db);
  await db.deleteFrom('live_events').where('created_at', '<', before(keptMs.liveEvents)).execute();
  await db.deleteFrom('exchanges').where('created_at', '<', before(keptMs.exchanges)).execute();
  await db.deleteFrom('provider_webhooks').where('received_at', '<', before(keptMs.exchanges)).execute();
  await db.deleteFrom('record_editors').where('seen_at', '<', before(keptMs.editors)).execute();
  await forgetEvents(db, now);
  await sumDailyRowCounts(db);
}
