import { type RawBuilder, sql } from 'kysely';
import { businessDay } from '@/contract/core/business-day';
import { ownerNoticeTypes } from '@/contract/messaging/store-notices/schema';
import { type Ctx, isAdmin, shopIdsOf, type UserCtx } from '@/server/core/context';
import type { Policy } from '@/server/core/resource/policy';

/**
 * Who sees and edits notices (reference rules R-210…R-219): administrators all; an owner those he wrote and those sent
 * to him or his shops; staff those sent to the shop. Only the author (or an administrator) edits one. Receivers see a
 * notice from its first to its last day.
 */
export const noticePolicy: Policy = (ctx, purpose) => {
  if (isAdmin(ctx)) return undefined;
  const { user } = ctx;
  if (!user) return (eb) => eb.val(false);
  const own = isKept({ ...ctx, user });
  if (purpose === 'write') return () => own;
  return () => sql<boolean>`(${own} or ${isReceived({ ...ctx, user })})`;
};

/** A notice of an owner's own, while every shop that it is for is still theirs: another's people are not to be written to. */
function isKept({ user }: UserCtx): RawBuilder<boolean> {
  const isOwner = user.permissions.includes('store_owner');
  return sql<boolean>`(${isOwner}::boolean and store_notices.created_by = ${user.id}
    and store_notices.type = any(${[...ownerNoticeTypes]}::text[])
    and not exists (select 1 from store_notice_shops r join shops s on s.id = r.shop_id
      where r.store_notice_id = store_notices.id and s.owner_id is distinct from ${user.id}))`;
}

/**
 * A row of `store_notices` that is in force and that somebody else sent to the person. What all vendors were sent is also for who became
 * one later (the reference keeps those of that moment, R-213).
 */
export function isReceived(ctx: UserCtx): RawBuilder<boolean> {
  const { id, permissions } = ctx.user;
  const isVendor = permissions.includes('store_owner') && !permissions.includes('super_admin');
  return sql<boolean>`(${isInForce(ctx)} and store_notices.created_by <> ${id} and (
    (${isVendor}::boolean and store_notices.type = 'all_vendor')
    or (${isVendor}::boolean and exists (select 1 from store_notice_users r
      where r.store_notice_id = store_notices.id and r.user_id = ${id}))
    or exists (select 1 from store_notice_shops r where r.store_notice_id = store_notices.id
      and r.shop_id = any(${shopIdsOf(ctx.user)}::bigint[]))))`;
}

/** From the first to the last day: both begin and end at midnight of the business, not in Greenwich. */
export function isInForce(ctx: Pick<Ctx, 'now'>): RawBuilder<boolean> {
  return sql<boolean>`(${businessDay(ctx.now)} between store_notices.effective_from and store_notices.expired_at)`;
}

/** The people that `type = 'all_vendor'` stands for; `u` is a row of `users`. */
export const isActiveVendor = sql<boolean>`(u.permissions @> array['store_owner']
  and not u.permissions @> array['super_admin'] and u.is_active and u.deleted_at is null)`;
