import { type SqlBool, sql } from 'kysely';
import { isAllowed, withStaff } from '@/contract/core/permissions';
import { type Ctx, isAdmin, ownShopIds } from '@/server/core/context';
import type { Policy } from '@/server/core/resource/policy';

/** Shops whose feedback the user handles: an owner's own, or the staff member's shop with the feedback permission. */
function feedbackShopIds({ user }: Ctx): number[] {
  return user && worksOnFeedback({ user }) ? ownShopIds(user) : [];
}

/** True for feedback staff and owners: they see their shops' feedback instead of the storefront's. */
function worksOnFeedback({ user }: Pick<Ctx, 'user'>): boolean {
  return user !== null && isAllowed(withStaff('feedback'), user.permissions);
}

/** True when the user sees the shop's internal feedback fields. */
export function handlesShopFeedback(ctx: Ctx, shopId: number): boolean {
  return isAdmin(ctx) || feedbackShopIds(ctx).includes(shopId);
}

const onSale = (table: 'reviews' | 'questions') => sql<SqlBool>`exists (select 1 from products p
  join shops s on s.id = p.shop_id where p.id = ${sql.ref(`${table}.product_id`)} and p.status = 'publish'
  and p.deleted_at is null and s.is_active and s.deleted_at is null)`;

/**
 * Readable reviews: administrators all; feedback staff their shops'; everybody else those of products on sale; plus
 * own ones. Writable: own ones, administrators all.
 */
export const reviewPolicy: Policy = (ctx, purpose) => {
  if (isAdmin(ctx)) return undefined;
  const own = sql<SqlBool>`reviews.user_id = ${ctx.user?.id ?? 0}`;
  if (purpose === 'write') return () => own;
  const others = worksOnFeedback(ctx)
    ? sql<SqlBool>`reviews.shop_id = any(${feedbackShopIds(ctx)}::bigint[])`
    : onSale('reviews');
  return () => sql<SqlBool>`(${own} or ${others})`;
};

/**
 * Readable questions: as reviews, except that the storefront shows answered ones only. Writable: those of the user's
 * shops.
 */
export const questionPolicy: Policy = (ctx, purpose) => {
  if (isAdmin(ctx)) return undefined;
  const inShops = sql<SqlBool>`questions.shop_id = any(${feedbackShopIds(ctx)}::bigint[])`;
  if (purpose === 'write') return () => inShops;
  const others = worksOnFeedback(ctx)
    ? inShops
    : sql<SqlBool>`(questions.answer is not null and ${onSale('questions')})`;
  return () => sql<SqlBool>`(questions.user_id = ${ctx.user?.id ?? 0} or ${others})`;
};
