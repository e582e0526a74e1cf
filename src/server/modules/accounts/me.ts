import { sql } from 'kysely';
import type { Me, ShopStub } from '@/contract/accounts/auth';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { balancesOfShops } from '@/server/modules/ledger/ledger';
import { unreadNotices } from '@/server/modules/messaging/notices/notice-reads';
import { addressesOf } from './addresses';
import { presentIdentity, shopsOfUser } from './presenter';
import { walletOf } from './wallets';

/** `GET me` (reference entities E20). Throws NOT_AUTHENTICATED. */
export async function me(ctx: UserCtx): Promise<Me> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_verified_at', 'is_active', 'permissions', 'shop_id'])
    .select([
      'avatar',
      'bio',
      'contact',
      'contact_verified_at',
      'notifications',
      'totp_enabled_at',
      'socials',
    ])
    .select(['created_at', 'updated_at', lastOrder(ctx).as('last_order')])
    .select(sql<number>`(select coalesce(max(place), 0) from live_events)`.as('live_place'))
    .where('id', '=', ctx.user.id)
    .executeTakeFirst();
  if (!user) throw new AppError('NOT_AUTHENTICATED');
  // Administrators write notices and receive none.
  const [important] = isAdmin(ctx) ? [] : (await unreadNotices(ctx)).high;
  const { shops, managed_shop } = await shopsOfUser(ctx, user.id, user.shop_id);
  return {
    ...presentIdentity(user),
    shops: await withBalances(ctx, shops),
    managed_shop,
    address: await addressesOf(ctx, user.id),
    last_order: user.last_order,
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    wallet: await walletOf(ctx, user.id),
    email_verified_at: user.email_verified_at?.toISOString() ?? null,
    live_place: user.live_place,
    notice: important ? { id: important.id, notice: important.notice } : null,
  };
}

/** The latest completed purchase, from which other clients of the dialect fill their checkout. */
const lastOrder = (ctx: UserCtx) => sql<Me['last_order'] | null>`(select jsonb_build_object('id', o.id,
    'tracking_number', o.tracking_number, 'customer_contact', o.customer_contact, 'total', o.total,
    'order_status', o.order_status, 'payment_status', o.payment_status, 'billing_address', o.billing_address,
    'shipping_address', o.shipping_address, 'created_at', o.created_at)
  from orders o where o.customer_id = ${ctx.user.id} and o.parent_id is null and o.deleted_at is null
    and o.order_status = 'order-completed' order by o.created_at desc, o.id desc limit 1)`;

/** Owned shops with their money (reference entities E32). */
async function withBalances(ctx: UserCtx, shops: readonly ShopStub[]): Promise<Me['shops']> {
  if (shops.length === 0) return [];
  const ids = shops.map(({ id }) => id);
  const sums = await balancesOfShops(ctx, ids);
  const terms = await ctx.db
    .selectFrom('shops')
    .select(['id', 'admin_commission_rate', 'is_custom_commission', 'payment_info'])
    .where('id', 'in', ids)
    .execute();
  const termsById = new Map(terms.map((row) => [row.id, row]));
  return shops.map((shop) => ({
    ...shop,
    balance: { ...termsById.get(shop.id), shop_id: shop.id, ...sums.get(shop.id) },
  }));
}
