import { type RawBuilder, sql } from 'kysely';
import type { Address } from '@/contract/accounts/addresses/schema';
import type { Me, ShopStub } from '@/contract/accounts/auth';
import { withoutRights } from '@/contract/accounts/roles/permissions';
import type { Wallet } from '@/contract/accounts/users/schema';
import { haveDocuments } from '@/server/core/consent';
import { isAdmin, isOtherClient, type UserCtx } from '@/server/core/context';
import { prepared } from '@/server/core/db/prepared';
import { AppError } from '@/server/core/errors';
import { toIdArray } from '@/server/core/resource/relations';
import { balancesOfShops } from '@/server/modules/ledger/ledger';
import { importantNotice } from '@/server/modules/messaging/notices/notice-reads';
import { includeAddresses, includeWallets, presentIdentity, presentStub } from './presenter';

/** `GET me`, in one statement, and one more for the money of owned shops. Throws NOT_AUTHENTICATED. */
export async function me(ctx: UserCtx): Promise<Me> {
  const user = await ctx.db
    .selectFrom('users')
    .modifyFront(prepared)
    .select([
      'id',
      'name',
      'email',
      'email_verified_at',
      'is_active',
      'shop_id',
      'totp_enabled_at',
      'avatar',
      'bio',
      'contact',
      'contact_verified_at',
      'notifications',
      'socials',
      'created_at',
      'updated_at',
    ])
    .select(lastOrder(ctx).as('last_order'))
    .select(sql<number>`(select coalesce(max(place), 0) from live_events)`.as('live_place'))
    .select(valueIn<Address[]>(includeAddresses(ctx, toIdArray([ctx.user.id]))).as('address'))
    .select(valueIn<Wallet>(includeWallets(ctx, toIdArray([ctx.user.id]))).as('wallet'))
    // Administrators write notices and receive none.
    .select((isAdmin(ctx) ? sql<null>`null` : importantNotice(ctx)).as('notice'))
    .select(sql<boolean>`(must_consent and ${haveDocuments})`.as('must_consent'))
    .select(shops.as('shops'))
    .where('id', '=', ctx.user.id)
    .executeTakeFirstOrThrow(() => new AppError('NOT_AUTHENTICATED'));
  const known = user.shops ?? [];
  const owned = known.filter(({ owner_id }) => owner_id === user.id);
  const managed = known.find(({ shop }) => shop.id === user.shop_id);
  return {
    ...presentIdentity({ ...user, permissions: permissionsFor(ctx) }),
    // Other clients of the dialect know no such roles.
    ...(!isOtherClient(ctx) && { role: roleOf(ctx) }),
    shops: await withBalances(ctx, owned),
    managed_shop: managed?.shop ?? null,
    ...(!isOtherClient(ctx) && {
      workplaces: known.filter(({ works_here }) => works_here).map(({ shop }) => presentStub(shop)),
    }),
    address: user.address ?? [],
    last_order: user.last_order,
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    wallet: user.wallet,
    email_verified_at: user.email_verified_at?.toISOString() ?? null,
    must_consent: user.must_consent && !ctx.user.view,
    ...(ctx.user.view && { view: { by: ctx.user.view.by, until: ctx.user.view.until.toISOString() } }),
    live_place: user.live_place,
    notice: user.notice,
  };
}

const permissionsFor = (ctx: UserCtx) =>
  isOtherClient(ctx) ? withoutRights(ctx.user.permissions) : ctx.user.permissions;

function roleOf({ user: { role } }: UserCtx): Me['role'] {
  return role ? { id: role.id, key: role.key, name: role.name } : null;
}

const valueIn = <Value>(select: RawBuilder<unknown> | undefined) =>
  select ? sql<Value | null>`(select value from (${select}) found)` : sql<null>`null`;

interface ShopOfUser {
  owner_id: number;
  works_here: boolean;
  shop: ShopStub;
  /** What the marketplace and the shop agreed on. */
  terms: object;
}

const workplaces = sql`select m.shop_id from memberships m where m.user_id = users.id and m.deleted_at is null`;

/** The shops a user owns, and those they work in: three look-ups. */
const shops = sql<ShopOfUser[] | null>`(select jsonb_agg(jsonb_build_object('owner_id', s.owner_id,
    'works_here', s.id in (${workplaces}),
    'shop', jsonb_build_object('id', s.id, 'name', s.name, 'slug', s.slug, 'logo', s.logo, 'is_active', s.is_active,
      'address', s.address, 'settings', '{"location": null, "socials": []}'::jsonb || s.settings),
    'terms', jsonb_build_object('id', s.id, 'admin_commission_rate', s.admin_commission_rate,
      'is_custom_commission', s.is_custom_commission, 'payment_info', s.payment_info)) order by s.id)
  from shops s where s.deleted_at is null
    and s.id = any(array(select o.id from shops o where o.owner_id = users.id) || users.shop_id || array(${workplaces})))`;

/** The latest completed purchase; other clients of the dialect prefill their checkout from it. */
const lastOrder = (ctx: UserCtx) => sql<Me['last_order'] | null>`(select jsonb_build_object('id', o.id,
    'tracking_number', o.tracking_number, 'customer_contact', o.customer_contact, 'total', o.total,
    'order_status', o.order_status, 'payment_status', o.payment_status, 'billing_address', o.billing_address,
    'shipping_address', o.shipping_address, 'created_at', o.created_at)
  from orders o where o.customer_id = ${ctx.user.id} and o.parent_id is null and o.deleted_at is null
    and o.order_status = 'order-completed' order by o.created_at desc, o.id desc limit 1)`;

/** Owned shops with their money. */
async function withBalances(ctx: UserCtx, owned: readonly ShopOfUser[]): Promise<Me['shops']> {
  const ids = owned.map(({ shop }) => shop.id);
  const sums = await balancesOfShops(ctx, ids);
  return owned.map(({ shop, terms }) => ({
    ...shop,
    balance: { ...terms, shop_id: shop.id, ...sums.get(shop.id) },
  }));
}
