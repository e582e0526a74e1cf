import { sql } from 'kysely';
import { audit } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import { updateRow } from '@/server/core/db/rows';
import { AppError } from '@/server/core/errors';
import { endSessions } from '@/server/core/sessions';
import { changeConfirmers } from '@/server/modules/settings/approvals/confirmers';
import { lockOtherUser, lockUserRow } from './lock-user-row';
import { assertReach, lockTeam } from './roles/lock-team';

const family = 'users';

/**
 * Moves a user to the trash and releases their e-mail (rules/accounts: a removed person leaves orders intact). Throws
 * FORBIDDEN for oneself, LAST_ADMIN, and IN_USE while they own shops.
 */
export async function removeUser(ctx: Ctx, key: string): Promise<void> {
  const { id, email } = await lockOtherUser(ctx, key);
  const shops = await countOwnedShops(ctx, id);
  if (shops > 0) throw new AppError('IN_USE', { uses: { shops } });
  const anonymous = `removed-${id}@removed.invalid`;
  await changeConfirmers(ctx, [id], () =>
    updateRow(ctx, 'users', id, { deleted_at: ctx.now, email: anonymous, removed_email: email }),
  );
  await endSessions(ctx, id);
  await ctx.db.deleteFrom('one_time_codes').where('user_id', '=', id).execute();
  await ctx.db.deleteFrom('sign_in_links').where('user_id', '=', id).execute();
  await audit(ctx, { family, id, action: 'remove', changes: {} });
}

/** How many shops a user owns: with any, the account stays. */
export async function countOwnedShops(ctx: Ctx, id: number): Promise<number> {
  const { shops } = await ctx.db
    .selectFrom('shops')
    .select(sql<number>`count(*)::int`.as('shops'))
    .where('owner_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return shops;
}

/** Restores a user with their e-mail. Throws NOT_FOUND, and VALIDATION_FAILED when another account has the e-mail by now. */
export async function restoreUser(ctx: Ctx, key: string): Promise<void> {
  const { held } = await lockTeam(ctx);
  const user = await lockUserRow(ctx, key, true);
  await assertReach(ctx, held, user);
  const { id, email, removed_email } = user;
  await changeConfirmers(ctx, [id], () =>
    updateRow(ctx, 'users', id, { deleted_at: null, email: removed_email ?? email, removed_email: null }),
  );
  await audit(ctx, { family, id, action: 'restore', changes: {} });
}
