import type { SessionRow } from '@/contract/accounts/auth';
import type { UserCtx } from '@/server/core/context';
import { toNetwork } from '@/server/core/rate-limits';
import { isOpenAt } from '@/server/core/sessions';

/** `GET sessions`: the user's own, the current one first, then the last used. */
export async function listSessions(ctx: UserCtx): Promise<SessionRow[]> {
  const rows = await ctx.db
    .selectFrom('sessions')
    .select(['id', 'ip', 'user_agent', 'created_at', 'last_seen_at', 'expires_at'])
    .where('user_id', '=', ctx.user.id)
    .where('view_id', 'is', null)
    .where(isOpenAt(ctx.now))
    .orderBy((eb) => eb('id', '=', ctx.user.sessionId), 'desc')
    .orderBy((eb) => eb.fn.coalesce('last_seen_at', 'created_at'), 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  const here = toNetwork(ctx);
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
    is_current: row.id === ctx.user.sessionId,
    is_same_network: row.ip !== null && toNetwork({ ip: row.ip }) === here,
  }));
}
