import { mayBeSeenAs, type OpenedView, viewMinutes } from '@/contract/accounts/vendor-views';
import type { ViewInput } from '@/contract/accounts/vendor-views/schema';
import { topRole } from '@/contract/core/permissions';
import { audit, type Changes } from '@/server/core/audit';
import { ownShopIds, type SessionUser, type UserCtx } from '@/server/core/context';
import { AppError, rejectField } from '@/server/core/errors';
import { lockUser } from '@/server/core/lock-user';
import { findPerson, openView } from '@/server/core/sessions';

/**
 * `POST vendor-views`: opens the panel as a shop's owner or staff sees it (rules/accounts: a view changes nothing). Throws
 * NOT_FOUND, VALIDATION_FAILED at `user_id` for whoever is no vendor of another shop.
 */
export async function startView(ctx: UserCtx, { user_id, reason }: ViewInput): Promise<OpenedView> {
  // In one order, as two may look through each other's eyes, or one is banned meanwhile.
  for (const id of [user_id, ctx.user.id].sort((a, b) => a - b)) await lockUser(ctx, id);
  const seen = await findSeen(ctx, user_id);
  const until = new Date(ctx.now.getTime() + viewMinutes * 60_000);
  const { id } = await ctx.db
    .insertInto('vendor_views')
    .values({
      acting_user_id: ctx.user.id,
      seen_user_id: seen.id,
      shop_ids: ownShopIds(seen),
      reason,
      started_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const token = await openView(ctx, { userId: seen.id, viewId: id, until });
  const changes: Changes = { user_id: [null, seen.id], reason: [null, reason] };
  await audit(ctx, { family: 'vendor-views', id, action: 'start-view', changes });
  return {
    token,
    permissions: seen.permissions,
    role: topRole(seen.permissions),
    until: until.toISOString(),
  };
}

/** An active owner or member of the staff of shops that are not the acting person's own. */
async function findSeen(ctx: UserCtx, id: number): Promise<SessionUser> {
  const seen = await findPerson(ctx.db, id);
  if (!seen) throw new AppError('NOT_FOUND');
  const shops = ownShopIds(seen);
  const isVendor = mayBeSeenAs(seen.permissions) && shops.length > 0;
  const own = new Set(ctx.user.ownedShopIds);
  if (!isVendor || seen.id === ctx.user.id || shops.some((shop) => own.has(shop)))
    rejectField('user_id', 'error-view-person');
  return seen;
}
