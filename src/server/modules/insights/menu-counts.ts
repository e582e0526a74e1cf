import { sql } from 'kysely';
import type { MenuCounts } from '@/contract/insights/menu-counts';
import { isAdmin, mayDo, type UserCtx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import { countOpenMessages } from '@/server/modules/messaging/contact/contact-messages';
import { unreadTotals } from '@/server/modules/messaging/conversations/conversations';
import { unreadNotices } from '@/server/modules/messaging/notices/notice-reads';
import { waiting } from './dashboards/analytics-waiting';

/**
 * `GET menu-counts`: pending work of the person, at the root or in the shop of `shop` (slug), each counted up to 1,001. Throws
 * NOT_FOUND for another vendor's shop.
 */
export async function menuCounts(ctx: UserCtx, { shop }: JsonRecord): Promise<MenuCounts> {
  const tasks = Object.entries(await waiting(ctx, { shop }, counted)).map(([name, { count }]) => [
    name,
    count,
  ]);
  return {
    ...(Object.fromEntries(tasks) as MenuCounts),
    ...(isAdmin(ctx) &&
      shop === undefined && {
        ...(mayDo(ctx, 'orders:read') && { orders: await ordersAtWork(ctx) }),
        ...(mayDo(ctx, 'messages:read') && { contacts: await countOpenMessages(ctx) }),
      }),
    messages: mayDo(ctx, 'messages:read') ? (await unreadTotals(ctx)).messages : 0,
    notices: (await unreadNotices(ctx)).total,
  };
}

/** For those who hear the menu: it shows at most 99. */
const counted = 1000;

/** The menu shows at most 99, so counting stops there. */
const enough = 100;

/**
 * Whole orders to prepare, as in the menus of shops, and those whose payment differs from the amount due: an
 * administrator accepts or refunds it.
 */
async function ordersAtWork(ctx: UserCtx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    (select id from orders where parent_id is null and deleted_at is null
      and order_status = 'order-processing' limit ${sql.lit(enough)})
    union
    (select id from orders where parent_id is null and deleted_at is null
      and payment_status = 'payment-awaiting-for-approval'
      and order_status not in ('order-cancelled', 'order-failed', 'order-refunded') limit ${sql.lit(enough)})) found`.execute(
    ctx.db,
  );
  return rows[0]?.count ?? 0;
}
