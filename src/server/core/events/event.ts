import { sql } from 'kysely';
import { type BusinessEvents, type EventType, eventFamilies } from '@/contract/events';
import type { Ctx } from '../context';
import type { JobCtx } from '../jobs/job';

/** What a writer says about an event. */
interface NewEvent<Type extends EventType> {
  /** Id of the record that it is about (`eventFamilies`). */
  record: number;
  /** Version of the record after the change. */
  version?: number | undefined;
  /** The shop that it concerns; none for what belongs to the marketplace or to several shops. */
  shopId?: number | null | undefined;
  data: BusinessEvents[Type];
}

/** An event as consumers get it. */
export interface BusinessEvent<Type extends EventType = EventType> {
  /** Position in the order of commits, unique; the same when an event comes again. */
  place: number;
  type: Type;
  record: number;
  version: number | null;
  shopId: number | null;
  data: BusinessEvents[Type];
}

type Handlers = { [Type in EventType]?: (ctx: JobCtx, event: BusinessEvent<Type>) => Promise<unknown> };

/** Reads events of the types in `on`, from the moment when it is first deployed. */
export interface Consumer {
  /** Unique over all modules, and never changed: its positions have this name. */
  name: string;
  /**
   * Each runs in a transaction that also notes the event as handled, so it only writes: what asks another server is
   * enqueued (`core/jobs`). An event may come again, and it reads the record as it is today.
   */
  on: Handlers;
}

/** Writes an event in the transaction of the change that it tells of: consumers read it after the commit, or never. */
export async function emit<Type extends EventType>(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  type: Type,
  { record, version, shopId, data }: NewEvent<Type>,
): Promise<void> {
  await db
    .insertInto('events')
    .values({
      type,
      family: eventFamilies[type],
      record_id: record,
      version: version ?? null,
      shop_id: shopId ?? null,
      data: JSON.stringify(data),
      created_at: now,
    })
    .returning(sql`pg_notify('gostiny_events', '')`.as('notified'))
    .execute();
}
