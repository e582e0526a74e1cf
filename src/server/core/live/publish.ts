import { sql } from 'kysely';
import type { LiveEvents, LiveType } from '@/contract/core/live';
import type { Ctx } from '../context';

/**
 * Publishes an event to its audiences (`audiences.ts`) when the transaction of `ctx` commits (design §8). Without audiences it
 * does nothing.
 */
export async function publish<Type extends LiveType>(
  ctx: Ctx,
  audiences: readonly string[],
  type: Type,
  data: LiveEvents[Type],
): Promise<void> {
  if (audiences.length === 0) return;
  await sql`insert into live_events (audiences, type, data, created_at)
    values (${[...new Set(audiences)]}::text[], ${type}, ${JSON.stringify(data)}::jsonb, ${ctx.now})`.execute(
    ctx.db,
  );
}
