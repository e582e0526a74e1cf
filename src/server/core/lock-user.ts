import type { Ctx } from './context';

/**
 * Locks a person's row until the end of the transaction. Whoever writes sessions or codes of a person takes this lock
 * first, as bans, passwords and sign-ins do: then no two of them wait for each other.
 */
export async function lockUser(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
}
