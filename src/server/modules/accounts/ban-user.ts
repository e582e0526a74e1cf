import { audit, type Changes } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import { updateRow } from '@/server/core/db/rows';
import { endSessions } from '@/server/core/sessions';
import { ownerBannedReason } from '@/server/modules/messaging/emails';
import { changeConfirmers } from '@/server/modules/settings/approvals/confirmers';
import { assertNotSelf, lockOtherUser, lockWithAdmins } from './lock-user-row';

const family = 'users';

/**
 * Bans a user, ends their sessions and closes their shops (rules/accounts: a ban closes shops and nothing opens them).
 * Throws FORBIDDEN for oneself, LAST_ADMIN.
 */
export async function banUser(
  ctx: UserCtx,
  { id, reason }: { id: number; reason?: string | null | undefined },
) {
  const user = await lockOtherUser(ctx, id);
  // An empty reason still marks a ban: null marks a vendor who was never approved.
  const banReason = reason?.trim() ?? '';
  if (user.is_active || user.ban_reason !== banReason) {
    await changeConfirmers(ctx, [id], () =>
      updateRow(ctx, 'users', id, { is_active: false, ban_reason: banReason }),
    );
    const changes: Changes = { is_active: [user.is_active, false], ban_reason: [user.ban_reason, banReason] };
    await audit(ctx, { family, id, action: 'ban', changes: onlyChanged(changes) });
  }
  await endSessions(ctx, id);
  await ctx.db.deleteFrom('one_time_codes').where('user_id', '=', id).execute();
  await closeShops(ctx, id);
}

/** Lifts a ban or approves a waiting vendor; shops stay closed. Throws FORBIDDEN for oneself. */
export async function unbanUser(ctx: UserCtx, id: number): Promise<void> {
  assertNotSelf(ctx, id);
  const { user } = await lockWithAdmins(ctx, id);
  if (user.is_active) return;
  await changeConfirmers(ctx, [id], () => updateRow(ctx, 'users', id, { is_active: true, ban_reason: null }));
  const changes: Changes = { is_active: [false, true], ban_reason: [user.ban_reason, null] };
  await audit(ctx, { family, id, action: 'unban', changes: onlyChanged(changes) });
}

/** Closes the open shops of a banned owner, with the ban as the reason. */
async function closeShops(ctx: Ctx, ownerId: number): Promise<void> {
  const shops = await ctx.db
    .updateTable('shops')
    .set((eb) => ({
      is_active: false,
      disapproved_reason: ownerBannedReason,
      version: eb('version', '+', 1),
      updated_at: ctx.now,
    }))
    .where('owner_id', '=', ownerId)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute();
  for (const { id } of shops) {
    const changes: Changes = { is_active: [true, false], disapproved_reason: [null, ownerBannedReason] };
    await audit(ctx, { family: 'shops', id, action: 'disapprove', changes });
  }
}

function onlyChanged(changes: Changes): Changes {
  return Object.fromEntries(Object.entries(changes).filter(([, [before, after]]) => before !== after));
}
