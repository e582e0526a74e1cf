import { sql } from 'kysely';
import type { Me } from '@/contract/accounts/auth';
import type { Attachment } from '@/contract/core/define';
import type { Permission } from '@/contract/core/permissions';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { unreadNotices } from '@/server/modules/messaging/notices/notice-reads';
import { walletOf } from './wallets';

/** `GET me` (reference entities E20). */
export async function me(ctx: UserCtx): Promise<Me> {
  const user = await ctx.db
    .selectFrom('users')
    .select([
      'id',
      'name',
      'email',
      'email_verified_at',
      'is_active',
      'permissions',
      'avatar',
      'contact',
      'bio',
      'contact_verified_at',
      'notifications',
      'totp_enabled_at',
      'shop_id',
      sql<number>`(select coalesce(max(place), 0) from live_events)`.as('live_place'),
    ])
    .where('id', '=', ctx.user.id)
    .executeTakeFirst();
  if (!user) throw new AppError('NOT_AUTHENTICATED');
  const shops = await ctx.db
    .selectFrom('shops')
    .select(['id', 'name', 'slug', 'logo', 'is_active', 'owner_id'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('owner_id', '=', user.id), eb('id', '=', user.shop_id ?? 0)]))
    .orderBy('id')
    .execute();
  const stubs = shops.map(({ owner_id, logo, ...shop }) => ({
    owner_id,
    stub: { ...shop, logo: logo as unknown as Attachment | null },
  }));
  // Administrators write notices and receive none.
  const [weighty] = isAdmin(ctx) ? [] : (await unreadNotices(ctx)).high;
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    email_verified: user.email_verified_at !== null,
    is_active: user.is_active,
    permissions: user.permissions.map((name, index) => ({
      id: index + 1,
      name: name as Permission,
      guard_name: 'api',
    })),
    profile: {
      avatar: user.avatar as unknown as Attachment | null,
      bio: user.bio,
      contact: user.contact,
      contact_verified: user.contact_verified_at !== null,
      notifications: user.notifications as Record<string, never>,
    },
    wallet: await walletOf(ctx, user.id),
    two_factor: user.totp_enabled_at !== null,
    email_verified_at: user.email_verified_at?.toISOString() ?? null,
    shops: stubs.filter(({ owner_id }) => owner_id === user.id).map(({ stub }) => stub),
    managed_shop: stubs.find(({ stub }) => stub.id === user.shop_id)?.stub ?? null,
    shop_id: user.shop_id,
    live_place: user.live_place,
    notice: weighty ? { id: weighty.id, notice: weighty.notice } : null,
  };
}
