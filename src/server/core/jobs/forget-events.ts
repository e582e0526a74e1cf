import { sql } from 'kysely';
import type { Database } from '../context';

const day = 24 * 3600_000;
/** How long events are kept after all have handled them: to see what consumers were told. */
const keptMs = 30 * day;
/** After this long without a process that has the consumer, it was removed. */
const unseenMs = 7 * day;

/** Deletes old events that every consumer has got and handled, and what is left of removed consumers. */
export async function forgetEvents(db: Database, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  await db.deleteFrom('event_positions').where('seen_at', '<', before(unseenMs)).execute();
  await sql`delete from event_deliveries d
    where not exists (select from event_positions p where p.consumer = d.consumer)`.execute(db);
  await sql`delete from events e where created_at < ${before(keptMs)} and place is not null
    and not exists (select from event_deliveries d where d.place = e.place)
    and not exists (select from event_positions p where p.type = e.type and p.place < e.place)`.execute(db);
}
