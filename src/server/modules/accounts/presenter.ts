import { type Expression, type SqlBool, sql } from 'kysely';
import type { Address } from '@/contract/accounts/addresses/schema';
import type { ShopStub } from '@/contract/accounts/auth';
import type { User } from '@/contract/accounts/users/schema';
import type { Attachment } from '@/contract/core/define';
import type { Permission } from '@/contract/core/permissions';
import type { Ctx } from '@/server/core/context';
import type { Columns, JsonRecord } from '@/server/core/resource/query';
import { addressesOf } from './addresses';

/** A stored person as they leave: what is named here and nothing else (reference entities E20). */
export function toUser(row: JsonRecord): JsonRecord {
  const { id, version, created_at, updated_at, name, email, is_active, ban_reason, shop_id, wallet } = row;
  const permissions = row.permissions as Permission[];
  return {
    id,
    version,
    created_at,
    updated_at,
    name,
    email,
    email_verified: row.email_verified_at !== null,
    email_verified_at: row.email_verified_at,
    is_active,
    ban_reason,
    shop_id,
    two_factor: row.totp_enabled_at !== null,
    profile: {
      avatar: row.avatar as Attachment | null,
      bio: row.bio,
      contact: row.contact,
      contact_verified: row.contact_verified_at !== null,
      socials: row.socials,
      notifications: row.notifications,
    },
    permissions: permissions.map((one, index) => ({ id: index + 1, name: one, guard_name: 'api' })),
    wallet: wallet ?? null,
  };
}

/** What goes along with one person alone: addresses, the shops that are theirs, the shop that they work in. */
export async function withBelongings(
  ctx: Ctx,
  user: JsonRecord,
): Promise<JsonRecord & Pick<User, 'address' | 'shops' | 'managed_shop'>> {
  const shops = await ctx.db
    .selectFrom('shops')
    .select(['id', 'name', 'slug', 'logo', 'is_active', 'owner_id'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('owner_id', '=', Number(user.id)), eb('id', '=', Number(user.shop_id ?? 0))]))
    .orderBy('id')
    .execute();
  const stubOf = ({ owner_id: _owner, logo, ...shop }: (typeof shops)[number]): ShopStub => {
    return { ...shop, logo: logo as unknown as Attachment | null };
  };
  const workplace = shops.find(({ id }) => id === user.shop_id);
  const address: Address[] = await addressesOf(ctx, Number(user.id));
  return {
    ...user,
    address,
    shops: shops.filter(({ owner_id }) => owner_id === user.id).map(stubOf),
    managed_shop: workplace ? stubOf(workplace) : null,
  };
}

/** Points of people by their ids, sums of the ledger; nothing for those who never had any. */
export const walletsOf = (_ctx: Ctx, ids: readonly number[]) =>
  ids.length === 0
    ? undefined
    : sql`select account.user_id as id, jsonb_build_object('id', account.id, 'customer_id', account.user_id,
        'total_points', sums.total, 'points_used', sums.used, 'available_points', account.balance) as value
      from ledger_accounts account cross join lateral (
        select coalesce(sum(amount) filter (where amount > 0), 0) as total,
          coalesce(-sum(amount) filter (where amount < 0), 0) as used
        from ledger_lines where account_id = account.id) sums
      where account.kind = 'wallet' and account.user_id = any(${ids}::bigint[])`;

const holds = (permission: Permission) => sql<SqlBool>`permissions @> array[${permission}]::text[]`;

/** Who counts as what (reference entities E06, E27): administrators hold an owner's rights and are no vendors. */
export function hasRole(eb: Columns, role: string): Expression<SqlBool> {
  if (role === 'super_admin' || role === 'staff') return holds(role);
  if (role === 'store_owner') return eb.and([holds(role), eb.not(holds('super_admin'))]);
  return role === 'customer' ? sql<SqlBool>`permissions = array['customer']::text[]` : eb.val(false);
}
