import { sql } from 'kysely';
import type { LiveEvents, LiveType } from '@/contract/core/live';
import type { Ctx } from '../context';

/**
 * Tells those concerned at once, when and only when the transaction of `ctx` ends well (design §8). Audiences come from
 * `audiences.ts`; with none nobody is told.
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
