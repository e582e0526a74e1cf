import { sql } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import { endedStatuses, paidStatuses } from '@/contract/orders/status';
import type { OrderChoice } from '@/contract/payments/reconciliation';
import type { Ctx } from '@/server/core/context';

/** An order that money could pay. Kopecks. */
export interface PayableOrder {
  id: number;
  number: string;
  order_status: string;
  payment_status: string;
  /** What it waits for by now; 0 for one that waits for nothing. */
  due: number;
}

/** Whole orders as money sees them, by id. What is due leaves out what is paid, cancelled, or held for a decision. */
export async function readPayable({ db }: Ctx, ids: readonly number[]): Promise<Map<number, PayableOrder>> {
  if (ids.length === 0) return new Map();
  const taken = [...paidStatuses, 'payment-refunded', 'payment-processing'];
  const ended = endedStatuses.filter((status) => status !== 'order-failed');
  const { rows } = await sql<PayableOrder>`select o.id, coalesce(o.short_number, o.tracking_number) as number,
      o.order_status, o.payment_status, case when o.deleted_at is not null or o.payment_status = any(${taken}::text[]) then 0
        else greatest(0, (select coalesce(sum(p.total - p.wallet_amount), 0) from orders p where p.parent_id = o.id
          and p.order_status <> all(${ended}::text[])) - coalesce(o.awaiting_amount, 0)) end as due
    from orders o where o.parent_id is null and o.id = any(${[...new Set(ids)]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, { ...row, due: toMinor(row.due) }]));
}

/**
 * How much of a sum each order gets, in their order: what it waits for; what is left goes to the last of them, as a surplus
 * that its buyer gets back. Orders that get nothing are left out. Kopecks.
 */
export function divideAmong<Order extends { due: number }>(
  orders: readonly Order[],
  sum: number,
): { order: Order; amount: number }[] {
  const [first] = orders;
  if (!first) return [];
  let left = sum;
  const parts = orders.map((order) => {
    const amount = Math.min(order.due, left);
    left -= amount;
    return { order, amount };
  });
  const last = parts.findLast(({ amount }) => amount > 0) ?? parts[0];
  if (last) last.amount += left;
  return parts.filter(({ amount }) => amount > 0);
}

export const presentChoice = (order: PayableOrder, amount: number): OrderChoice => ({
  ...order,
  due: fromMinor(order.due),
  amount: fromMinor(amount),
});
