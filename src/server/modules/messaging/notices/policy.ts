import { type RawBuilder, sql } from 'kysely';
import { ownerNoticeTypes } from '@/contract/messaging/store-notices/schema';
import { businessDay } from '@/contract/settings/business-day';
import { type Ctx, isAdmin, ownShopIds, type UserCtx } from '@/server/core/context';
import { type Policy, worksInShops } from '@/server/core/resource/policy';

/**
 * Rights on notices (rules/messaging: a notice is read by its receivers while it runs): administrators all; owners read
 * their own and those addressed to them or their shops; staff those addressed to the shop; everybody else those that a
 * shop shows to all. Only the author or an administrator edits.
 */
export const noticePolicy: Policy = (ctx, purpose) => {
  if (isAdmin(ctx)) return undefined;
  const { user } = ctx;
  if (!user || !worksInShops(ctx)) return () => (purpose === 'read' ? isListed(ctx) : sql<boolean>`false`);
  const own = isKept({ ...ctx, user });
  if (purpose === 'write') return () => own;
  return () => sql<boolean>`(${own} or ${isReceived({ ...ctx, user })})`;
};

/** An owner's own notice, as long as all its shops are still theirs: nobody writes to another owner's staff. */
function isKept({ user }: UserCtx): RawBuilder<boolean> {
  const isOwner = user.permissions.includes('store_owner');
  return sql<boolean>`(${isOwner}::boolean and store_notices.created_by = ${user.id}
    and store_notices.type = any(${[...ownerNoticeTypes]}::text[])
    and not exists (select 1 from store_notice_shops r join shops s on s.id = r.shop_id
      where r.store_notice_id = store_notices.id and s.owner_id is distinct from ${user.id}))`;
}

/**
 * A row of `store_notices` in force, written by somebody else and addressed to the user. `all_vendor` includes vendors
 * who join later.
 */
export function isReceived(ctx: UserCtx): RawBuilder<boolean> {
  const { id, permissions } = ctx.user;
  const isVendor = permissions.includes('store_owner') && !permissions.includes('super_admin');
  return sql<boolean>`(${isInForce(ctx)} and store_notices.created_by <> ${id} and (
    (${isVendor}::boolean and store_notices.type = 'all_vendor')
    or (${isVendor}::boolean and exists (select 1 from store_notice_users r
      where r.store_notice_id = store_notices.id and r.user_id = ${id}))
    or exists (select 1 from store_notice_shops r where r.store_notice_id = store_notices.id
      and r.shop_id = any(${ownShopIds(ctx.user)}::bigint[]))))`;
}

/** A notice in force that an owner shows to everybody on the pages of open shops of theirs. */
function isListed(ctx: Ctx): RawBuilder<boolean> {
  return sql<boolean>`(store_notices.is_listed and ${isInForce(ctx)}
    and store_notices.type = any(${[...ownerNoticeTypes]}::text[])
    and exists (select 1 from store_notice_shops r join shops s on s.id = r.shop_id
      where r.store_notice_id = store_notices.id and s.owner_id = store_notices.created_by
        and s.is_active and s.deleted_at is null))`;
}

/** First to last day, both at midnight of the business time zone, not UTC. */
export function isInForce(ctx: Pick<Ctx, 'now'>): RawBuilder<boolean> {
  return sql<boolean>`(${businessDay(ctx.now)} between store_notices.effective_from and store_notices.expired_at)`;
}

/** The users that `all_vendor` stands for; expects alias `u`. */
export const isActiveVendor = sql<boolean>`(u.permissions @> array['store_owner']
  and not u.permissions @> array['super_admin'] and u.is_active and u.deleted_at is null)`;

/** Receivers of a notice: vendors, or the owners and staff of its shops; never the author. */
export const receiverRows = (id: number) => sql<{ id: number; name: string }>`
  select u.id, u.name from store_notices n join users u on u.id <> n.created_by and u.is_active and u.deleted_at is null
  where n.id = ${id} and (
    (n.type = 'all_vendor' and ${isActiveVendor})
    or exists (select 1 from store_notice_users r where r.store_notice_id = n.id and r.user_id = u.id)
    or exists (select 1 from store_notice_shops r join shops s on s.id = r.shop_id where r.store_notice_id = n.id
      and (s.owner_id = u.id or exists (select from memberships m where m.shop_id = s.id and m.user_id = u.id
        and m.deleted_at is null))))`;

export async function receiverIds(ctx: Ctx, id: number): Promise<number[]> {
  const { rows } = await receiverRows(id).execute(ctx.db);
  return rows.map((row) => row.id);
}
