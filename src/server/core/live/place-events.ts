import { sql } from 'kysely';
import type { Database } from '../context';
import { givePlaces, lockPlaces } from '../db/places';
import { prepared } from '../db/prepared';

/**
 * Gives committed live events their places; another process may do so at the same moment. A reader that has seen a place
 * never misses an earlier one (rules/core: live events carry ids only).
 */
export async function placeEvents(db: Database): Promise<void> {
  while (await hasNews(db))
    await db.transaction().execute(async (inside) => {
      await lockPlaces(inside, 'live_events');
      await givePlaces(inside, 'live_events');
    });
}

/** Without a lock. */
async function hasNews(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select ${prepared} exists (select from live_events
    where place is null) as found`.execute(db);
  return rows[0]?.found ?? false;
}
