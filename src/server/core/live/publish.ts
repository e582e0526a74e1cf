import { sql } from 'kysely';
import type { LiveEvents, LiveType } from '@/contract/core/live';
import type { Ctx } from '../context';

/** An event with its audiences (`audiences.ts`). */
interface AddressedEvent<Type extends LiveType> {
  audiences: readonly string[];
  data: LiveEvents[Type];
}

/** Publishes an event to its audiences when the transaction of `ctx` commits. Without audiences it does nothing. */
export function publish<Type extends LiveType>(
  ctx: Ctx,
  audiences: readonly string[],
  type: Type,
  data: LiveEvents[Type],
): Promise<void> {
  return publishEach(ctx, type, [{ audiences, data }]);
}

/** The same for several events of a type, in one statement. */
export async function publishEach<Type extends LiveType>(
  ctx: Ctx,
  type: Type,
  events: readonly AddressedEvent<Type>[],
): Promise<void> {
  const addressed = events
    .filter(({ audiences }) => audiences.length > 0)
    .map(({ audiences, data }) => ({ audiences: [...new Set(audiences)], data }));
  if (addressed.length === 0) return;
  await sql`insert into live_events (audiences, type, data, created_at)
    select audiences, ${type}, data, ${ctx.now}
    from jsonb_to_recordset(${JSON.stringify(addressed)}::jsonb) as addressed (audiences text[], data jsonb)
    returning pg_notify('live_events', '')`.execute(ctx.db);
}
