import { type RawBuilder, sql } from 'kysely';
import type { Right } from '@/contract/core/areas';
import { isAllowed, withStaff } from '@/contract/core/permissions';
import type { Waiting, WaitingName } from '@/contract/insights/analytics';
import { mayDo, type UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import { catalogueShopIds } from '@/server/modules/catalogue/products/policy';
import { waitsFor } from '@/server/modules/settings/approvals/list-requests';
import { readScope } from './analytics-scope';

type Counts = Partial<Record<WaitingName, RawBuilder<unknown>>>;

/**
 * `GET analytics/waiting`: pending decisions of administrators, or pending tasks of a shop. Each count matches its
 * list; with `most`, counts and sums end after one more than that.
 */
export async function waiting(ctx: UserCtx, query: JsonRecord, most?: number): Promise<Waiting> {
  const { isWhole, shopIds } = await readScope(ctx, query);
  const asked = isWhole ? ofMarket(ctx) : ofShops(ctx, shopIds);
  const end = most === undefined ? sql`` : sql` limit ${sql.lit(most + 1)}`;
  const names = (Object.keys(asked) as WaitingName[]).filter((name) => {
    const right = rights[name];
    return right === undefined || mayDo(ctx, right);
  });
  if (names.length === 0) return {};
  const { rows } = await sql<{ name: WaitingName; count: number; amount: number | null }>`${sql.join(
    names.map(
      (name) => sql`select ${name}::text as name, count(*)::int as count, ${sumOf(name)} as amount
      from (${asked[name]}${end}) found`,
    ),
    sql` union all `,
  )}`.execute(ctx.db);
  return Object.fromEntries(
    rows.map(({ name, count, amount }) => [name, { count, ...(amount !== null && { amount }) }]),
  );
}

/** Requests for a second person count by the rights that each asks for. */
const rights: Partial<Record<WaitingName, Right>> = {
  late: 'orders:read',
  orders: 'orders:read',
  shops: 'shops:read',
  papers: 'shops:read',
  vendors: 'customers:read',
  products: 'moderation:read',
  refunds: 'refunds:read',
  withdraws: 'finance:read',
  reports: 'feedback:read',
  questions: 'feedback:read',
  invitations: 'promotions:read',
  'rejected-products': 'catalogue:read',
};

const sumOf = (name: WaitingName) =>
  name === 'refunds' || name === 'withdraws' ? sql`coalesce(sum(amount), 0)` : sql`null::numeric`;

/** Questions about money, for whoever may answer them. */
const asksMoney = (ctx: UserCtx) =>
  mayDo(ctx, 'finance:decide') ? sql` union all select 1 from payment_tasks where state = 'open'` : sql``;

/** Selects what is counted. */
const ofMarket = (ctx: UserCtx): Counts => ({
  late: sql`select from orders where parent_id is null and deleted_at is null and ship_by < ${ctx.now}`,
  shops: sql`select from shops where deleted_at is null and not is_active`,
  papers: sql`select from shops where deleted_at is null and exists (select from vendor_papers p
    where p.shop_id = shops.id and p.owner_id = shops.owner_id and p.state = 'waiting')`,
  vendors: sql`select from users where deleted_at is null and not is_active
    and permissions @> array['store_owner'] and not permissions @> array['super_admin']`,
  products: sql`select from product_reviews r where r.decision is null
    and exists (select from products p where p.id = r.product_id and p.deleted_at is null)`,
  refunds: sql`select amount from refunds where deleted_at is null and status = 'pending'`,
  withdraws: sql`select amount from withdraws where deleted_at is null and status = 'pending'`,
  // Both wait on one page.
  approvals: sql`select 1 from approvals where ${waitsFor(ctx)}${asksMoney(ctx)}`,
  // One case may have several complaints.
  reports: sql`select distinct model_type, model_id from abusive_reports
    where deleted_at is null and status = 'open'`,
});

/**
 * Late orders, orders to prepare, unanswered questions, returned goods and invitations to sales, each for staff with that
 * permission.
 */
function ofShops(ctx: UserCtx, shopIds: readonly number[]): Counts {
  const goods = catalogueShopIds(ctx).length > 0 || isAllowed(['super_admin'], ctx.user.permissions);
  const own = sql`shop_id = any(${[...shopIds]}::bigint[])`;
  return {
    ...(isAllowed(withStaff('orders'), ctx.user.permissions) && {
      late: sql`select from orders where parent_id is not null and deleted_at is null and ${own}
        and ship_by < ${ctx.now}`,
      orders: sql`select from orders where parent_id is not null and deleted_at is null and ${own}
        and order_status = 'order-processing'`,
    }),
    ...(isAllowed(withStaff('feedback'), ctx.user.permissions) && {
      questions: sql`select from questions where deleted_at is null and ${own} and answer is null`,
    }),
    ...(isAllowed(withStaff('promotions'), ctx.user.permissions) && {
      invitations: sql`select from flash_sale_requests r
        join flash_sale f on f.id = r.flash_sale_id and f.deleted_at is null and f.end_date > ${ctx.now}
        where r.deleted_at is null and ${sql`r.shop_id = any(${[...shopIds]}::bigint[])`}
          and r.is_invitation and r.status = 'waiting'`,
    }),
    ...(goods && {
      'rejected-products': sql`select from products where deleted_at is null and ${own}
        and status = 'rejected'`,
    }),
  };
}
