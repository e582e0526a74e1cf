import { type SqlBool, sql } from 'kysely';
import { isAllowed, withStaff } from '@/contract/core/permissions';
import { type Ctx, isAdmin, shopIdsOf } from '@/server/core/context';
import type { Policy } from '@/server/core/resource/policy';

/** Shops that the person speaks for: owners their own, staff the one they are in if they were given it. */
function feedbackShopIds({ user }: Ctx): number[] {
  return user && worksOnFeedback({ user }) ? shopIdsOf(user) : [];
}

/** True for who answers customers: they are shown what is said in their shops, not what is said in the marketplace. */
function worksOnFeedback({ user }: Pick<Ctx, 'user'>): boolean {
  return user !== null && isAllowed(withStaff('feedback'), user.permissions);
}

/** True for who may know more of something that was said in a shop than the storefront shows. */
export function hearsShop(ctx: Ctx, shopId: number): boolean {
  return isAdmin(ctx) || feedbackShopIds(ctx).includes(shopId);
}

const onSale = (table: 'reviews' | 'questions') => sql<SqlBool>`exists (select 1 from products p
  join shops s on s.id = p.shop_id where p.id = ${sql.ref(`${table}.product_id`)} and p.status = 'publish'
  and p.deleted_at is null and s.is_active and s.deleted_at is null)`;

/**
 * Which reviews: an administrator all; who answers for shops those of their shops; all others those of what is on sale;
 * everybody their own, which only they and administrators change.
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

/** Which questions: the same, but that the storefront shows answered ones alone, and that the shop writes. */
export const questionPolicy: Policy = (ctx, purpose) => {
  if (isAdmin(ctx)) return undefined;
  const inShops = sql<SqlBool>`questions.shop_id = any(${feedbackShopIds(ctx)}::bigint[])`;
  if (purpose === 'write') return () => inShops;
  const others = worksOnFeedback(ctx)
    ? inShops
    : sql<SqlBool>`(questions.answer is not null and ${onSale('questions')})`;
  return () => sql<SqlBool>`(questions.user_id = ${ctx.user?.id ?? 0} or ${others})`;
};
