import { sql } from 'kysely';
import type { Me } from '@/contract/accounts/auth';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { unreadNotices } from '@/server/modules/messaging/notices/notice-reads';
import { presentIdentity, shopsOfUser } from './presenter';
import { walletOf } from './wallets';

/** `GET me` (reference entities E20). Throws NOT_AUTHENTICATED. */
export async function me(ctx: UserCtx): Promise<Me> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_verified_at', 'is_active', 'permissions', 'shop_id'])
    .select(['avatar', 'bio', 'contact', 'contact_verified_at', 'notifications', 'totp_enabled_at'])
    .select(sql<number>`(select coalesce(max(place), 0) from live_events)`.as('live_place'))
    .where('id', '=', ctx.user.id)
    .executeTakeFirst();
  if (!user) throw new AppError('NOT_AUTHENTICATED');
  // Administrators write notices and receive none.
  const [important] = isAdmin(ctx) ? [] : (await unreadNotices(ctx)).high;
  return {
    ...presentIdentity(user),
    ...(await shopsOfUser(ctx, user.id, user.shop_id)),
    wallet: await walletOf(ctx, user.id),
    email_verified_at: user.email_verified_at?.toISOString() ?? null,
    live_place: user.live_place,
    notice: important ? { id: important.id, notice: important.notice } : null,
  };
}
