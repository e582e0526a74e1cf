import { sql } from 'kysely';
import type { Database } from '../context';

/** Tables whose rows have a place in the order of commits, each with its sequence and the advisory lock of who gives places. */
const placed = {
  live_events: { sequence: 'live_event_places', lock: 7_403 },
  events: { sequence: 'event_places', lock: 7_404 },
} as const;

type Placed = keyof typeof placed;

/** Rows per statement. */
export const placedAtOnce = 1000;

/**
 * Waits for whoever gives places in this table, until the end of the transaction `db`. A statement of its own: the next one
 * sees what committed before the lock was got.
 */
export async function lockPlaces(db: Database, table: Placed): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(placed[table].lock)})`.execute(db);
}

/**
 * Gives committed rows their places, after `lockPlaces`. Places are given here and not by the writers,
 * because numbers taken inside transactions become visible in another order: a reader that has seen 7 would miss a 6 that
 * commits later. Here a row that is visible later is later, whatever its id, and only readers wait. In the order of ids:
 * whoever waited for a row lock inserted later.
 */
export async function givePlaces(db: Database, table: Placed): Promise<void> {
  await sql`with fresh as (
      select id, nextval(${sql.lit(placed[table].sequence)}) as place
      from (select id from ${sql.table(table)} where place is null order by id limit ${sql.lit(placedAtOnce)}) as next
    )
    update ${sql.table(table)} given set place = fresh.place from fresh where given.id = fresh.id`.execute(
    db,
  );
}
