import { sql } from 'kysely';
import type { Database } from '../context';
import { givePlaces, lockPlaces, placedAtOnce } from '../db/places';
import type { JobCtx } from '../jobs/job';
import { inTransaction } from '../transaction';
import type { Consumer } from './event';

/** How often a process notes that it still has a consumer. */
const seenMs = 24 * 3600_000;

interface Subscription {
  consumer: string;
  type: string;
}

/** Gives committed events their places, and each consumer those of its types. */
export async function deliverEvents(ctx: JobCtx, consumers: readonly Consumer[]): Promise<void> {
  const mine = consumers.flatMap(({ name, on }) =>
    Object.keys(on).map((type): Subscription => ({ consumer: name, type })),
  );
  while (await hasNews(ctx, mine)) {
    await inTransaction(ctx, async ({ db, now }) => {
      await lockPlaces(db, 'events');
      await subscribe(db, mine, now);
      await givePlaces(db, 'events');
      await handOut(db, mine);
    });
  }
}

/** Subscriptions of this process as rows `mine (consumer, type)`. */
const rowsOf = (mine: readonly Subscription[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(mine)}::jsonb) as mine (consumer text, type text)`;

/** Without a lock: an event without a place, or a subscription that is new, unseen for long, or behind. */
async function hasNews({ db, now }: JobCtx, mine: readonly Subscription[]): Promise<boolean> {
  const { rows } = await sql<{ has_news: boolean }>`select exists (select from events where place is null)
    or exists (select from ${rowsOf(mine)} left join event_positions p using (consumer, type)
      where p.place is null or p.seen_at < ${new Date(now.getTime() - seenMs)}
        or p.place < (select max(place) from events)) as has_news`.execute(db);
  return rows[0]?.has_news ?? false;
}

/** A new subscription begins with the events that have no place yet. */
async function subscribe(db: Database, mine: readonly Subscription[], now: Date): Promise<void> {
  await sql`insert into event_positions (consumer, type, place, seen_at)
    select consumer, type, coalesce((select max(place) from events), 0), ${now} from ${rowsOf(mine)}
    on conflict (consumer, type) do update set seen_at = excluded.seen_at
      where event_positions.seen_at < excluded.seen_at - ${sql.lit(`${seenMs} ms`)}::interval`.execute(db);
}

/**
 * Queues the next events of each subscription. A turn is the place in the queue of the shop, counted from where the
 * consumer is now, so a shop with one event waits for one of each other shop, however many those have.
 */
async function handOut(db: Database, mine: readonly Subscription[]): Promise<void> {
  await sql`with positions as materialized (
      select p.*, (select min(turn) - 1 from event_deliveries d where d.consumer = p.consumer and turn > 0) as begun
      from ${rowsOf(mine)} join event_positions p using (consumer, type)
    ), reach as (
      select coalesce(max(place), 0) as place from (
        select place from events where place > (select min(place) from positions) order by place limit ${sql.lit(placedAtOnce)}
      ) as next
    ), moved as (
      update event_positions p set place = reach.place from reach, positions
      where p.consumer = positions.consumer and p.type = positions.type and p.place < reach.place
    ), news as (
      select p.consumer, e.place, e.type, e.family || ':' || e.record_id as record, coalesce(e.shop_id, 0) as shop_id, p.begun
      from positions p join events e on e.type = p.type and e.place > p.place
      where e.place <= (select place from reach)
    )
    insert into event_deliveries (consumer, place, type, record, shop_id, turn)
    select consumer, place, type, record, shop_id, greatest(0, begun, (
        select max(turn) from event_deliveries d where d.consumer = news.consumer and d.shop_id = news.shop_id
      )) + row_number() over (partition by consumer, shop_id order by place)
    from news`.execute(db);
}
