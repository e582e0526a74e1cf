import type { Ctx } from './context';

/**
 * Locks a user's row until the end of the transaction. Every write to a user's sessions or codes takes this lock first,
 * as do bans, password changes and sign-ins, so that they cannot deadlock.
 */
export async function lockUser(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
}
