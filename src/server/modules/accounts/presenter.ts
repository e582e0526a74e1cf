import { sql } from 'kysely';
import type { ShopStub } from '@/contract/accounts/auth';
import type { User } from '@/contract/accounts/users/schema';
import type { Attachment } from '@/contract/core/define';
import type { Permission } from '@/contract/core/permissions';
import type { Ctx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import type { Ids } from '@/server/core/resource/relations';

/** The columns that every presentation of a user reads. */
export interface IdentityRow {
  id: number;
  name: string;
  email: string;
  email_verified_at: Date | string | null;
  is_active: boolean;
  permissions: string[];
  avatar: unknown;
  bio: string | null;
  contact: string | null;
  contact_verified_at: Date | string | null;
  notifications: unknown;
  socials: unknown;
  totp_enabled_at: Date | string | null;
  shop_id: number | null;
}

/** The fields that `GET me` and the family of users share; secrets never leave the server. */
export function presentIdentity(row: IdentityRow) {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    email_verified: row.email_verified_at !== null,
    is_active: row.is_active,
    shop_id: row.shop_id,
    two_factor: row.totp_enabled_at !== null,
    profile: {
      // The profile has no id of its own: a person has one, so it uses the person's id.
      id: row.id,
      customer_id: row.id,
      avatar: row.avatar as Attachment | null,
      bio: row.bio,
      contact: row.contact,
      contact_verified: row.contact_verified_at !== null,
      notifications: (row.notifications ?? {}) as Record<string, never>,
      socials: (row.socials ?? []) as User['profile']['socials'],
    },
    permissions: row.permissions.map((name, index) => ({
      id: index + 1,
      name: name as Permission,
      guard_name: 'api' as const,
    })),
  };
}

/** A row of the family of users. */
export function presentUser(row: JsonRecord): JsonRecord {
  return {
    ...presentIdentity(row as unknown as IdentityRow),
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
    email_verified_at: row.email_verified_at,
    ban_reason: row.ban_reason,
    wallet: row.wallet ?? null,
    address: row.address ?? [],
    ...(row.team_role ? { team_role: row.team_role } : {}),
  };
}

/** Adds what the details of one user show: owned shops and those the user works in. */
export async function withRelations(
  ctx: Ctx,
  user: JsonRecord,
): Promise<JsonRecord & Pick<User, 'shops' | 'managed_shop' | 'workplaces'>> {
  const id = Number(user.id);
  return { ...user, ...(await shopsOfUser(ctx, id, user.shop_id as number | null)) };
}

/** The shops a user owns, and those they work in, of which one is the current one. */
async function shopsOfUser(
  ctx: Ctx,
  userId: number,
  managedShopId: number | null,
): Promise<{ shops: ShopStub[]; managed_shop: ShopStub | null; workplaces: ShopStub[] }> {
  const rows = await ctx.db
    .selectFrom('shops')
    .select(['id', 'name', 'slug', 'logo', 'is_active', 'owner_id'])
    .select(worksIn(userId).as('works_here'))
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('owner_id', '=', userId), worksIn(userId)]))
    .orderBy('id')
    .execute();
  const managed = rows.find(({ id }) => id === managedShopId);
  return {
    shops: rows.filter(({ owner_id }) => owner_id === userId).map(presentStub),
    managed_shop: managed ? presentStub(managed) : null,
    workplaces: rows.filter(({ works_here }) => works_here).map(presentStub),
  };
}

/** What `GET me` and the details of a user show of a shop. */
export const presentStub = ({ id, name, slug, logo, is_active }: ShopRow): ShopStub => {
  return { id, name, slug, logo: logo as Attachment | null, is_active };
};

type ShopRow = Omit<ShopStub, 'logo'> & { logo: unknown };

const worksIn = (userId: number) =>
  sql<boolean>`shops.id in (select shop_id from memberships where user_id = ${userId} and deleted_at is null)`;

/** The role of a person of the team; its name and areas are what colleagues see and compare. */
export const includeRoles = (_ctx: Ctx, ids: Ids) =>
  sql`select users.id, jsonb_build_object('id', roles.id, 'key', roles.key, 'name', roles.name,
      'areas', roles.areas) as value
    from users join roles on roles.id = users.role_id where users.id = any(${ids})`;

/** Addresses of each user, default ones first, as `presentAddress` shows them. */
export const includeAddresses = (_ctx: Ctx, ids: Ids) =>
  sql`select user_id as id, jsonb_agg(jsonb_build_object('id', id, 'customer_id', user_id, 'title', title,
      'type', type, 'default', is_default, 'address', address, 'location', location)
      order by is_default desc, id) as value
    from addresses where user_id = any(${ids}) and deleted_at is null group by user_id`;

/** Wallets by user id, summed from the ledger in minor units; no row for users without points. */
export const includeWallets = (_ctx: Ctx, ids: Ids) =>
  sql`select account.user_id as id, jsonb_build_object('id', account.id, 'customer_id', account.user_id,
        'total_points', sums.total, 'points_used', sums.used, 'available_points', account.balance) as value
      from ledger_accounts account cross join lateral (
        select coalesce(sum(amount) filter (where amount > 0), 0) as total,
          coalesce(-sum(amount) filter (where amount < 0), 0) as used
        from ledger_lines where account_id = account.id) sums
      where account.kind = 'wallet' and account.user_id = any(${ids})`;
