import { sql } from 'kysely';
import { refundedUnknown } from '@/contract/payments/tasks';
import type { Ctx } from '@/server/core/context';

/** Tasks about a refund at a provider that has answered by itself: nobody needs to. */
export async function settleRefundTasks(ctx: Ctx, providerRefundId: number): Promise<void> {
  await ctx.db
    .updateTable('payment_tasks')
    .set(settledColumns(ctx))
    .where('provider_refund_id', '=', providerRefundId)
    .where('kind', 'in', ['refund_unknown', 'refund_stuck'])
    .where('state', '=', 'open')
    .execute();
}

/** How much was returned in the cabinet is known by now; what it was for is another question. */
export async function settleUnknownSum(ctx: Ctx, attemptId: number): Promise<void> {
  await ctx.db
    .updateTable('payment_tasks')
    .set(settledColumns(ctx))
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', 'contradiction')
    .where('note', '=', refundedUnknown)
    .where('state', '=', 'open')
    .execute();
}

/**
 * Tasks that were decided elsewhere: money that differs on the page of its order, money that pays nothing by an approved
 * refund. A refused one leaves the money in suspense, so its task stays. Of all orders, or of one.
 */
export async function settleDecided(ctx: Pick<Ctx, 'db' | 'now'>, orderId?: number): Promise<void> {
  await ctx.db
    .updateTable('payment_tasks')
    .set(settledColumns(ctx))
    .where('state', '=', 'open')
    .$if(orderId !== undefined, (open) => open.where('order_id', '=', orderId ?? 0))
    .where(
      sql<boolean>`(kind = 'wrong_sum' and exists (select from orders o where o.id = order_id and o.awaiting_amount is null)
        or kind in ('late', 'double') and exists (select from refunds r where r.order_id = payment_tasks.order_id
          and r.from_suspense and r.amount = payment_tasks.amount and r.created_at >= payment_tasks.created_at
          and r.status = 'approved' and not exists (select from refunds other
            where other.order_id = r.order_id and other.from_suspense and other.amount = r.amount
              and other.status in ('pending', 'processing') and other.deleted_at is null)))`,
    )
    .execute();
}

export const settledColumns = ({ now }: Pick<Ctx, 'now'>) => ({
  state: 'done',
  answer: 'settled',
  answered_at: now,
  version: sql<number>`version + 1`,
  updated_at: now,
});
