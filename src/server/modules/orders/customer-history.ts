import { sql } from 'kysely';
import type { CustomerHistory } from '@/contract/orders/wire';
import { type Ctx, isAdmin } from '@/server/core/context';
import { prepared } from '@/server/core/db/prepared';
import { worksOn } from './order-timeline';

/**
 * What the customer of an order has ordered so far: whole orders for administrators, the parts of the same shop for its
 * people. Undefined for guests, and for anybody who does not work on the order.
 */
export async function customerHistory(
  ctx: Ctx,
  row: { shop_id: number | null; parent_id: number | null; customer_id: number | null },
): Promise<CustomerHistory | undefined> {
  if (row.customer_id === null || !worksOn(ctx, row)) return undefined;
  const own = isAdmin(ctx) ? sql`parent_id is null` : sql`parent_id is not null and shop_id = ${row.shop_id}`;
  // The indexes by customer contain every column read here.
  const { rows } = await sql<CustomerHistory>`select ${prepared} count(*)::int as orders,
      coalesce(sum(total), 0) as total, coalesce(sum(refunded_amount), 0) as refunded
    from orders where customer_id = ${row.customer_id} and ${own} and deleted_at is null
      and order_status <> all(array['order-cancelled', 'order-failed'])`.execute(ctx.db);
  return rows[0] && { ...rows[0], total: Number(rows[0].total), refunded: Number(rows[0].refunded) };
}
