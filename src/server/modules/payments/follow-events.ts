import type { Ctx } from '@/server/core/context';
import type { BusinessEvent, Consumer } from '@/server/core/events/event';
import { enqueue } from '@/server/core/jobs/job';

/** Asks an acquirer for what an attempt needs next. */
export const attemptJob = 'payment-attempt';

/** Takes the money that is held for an order, a part of which was handed to delivery. */
export const captureJob = 'payment-capture';

/** Asks an acquirer for a refund, or what became of it. */
export const providerRefundJob = 'provider-refund';

/** What orders and refunds decide is asked of the acquirers by jobs, outside of any transaction. */
export const acquirerRequests: Consumer = {
  name: 'acquirer-requests',
  on: {
    'payment-asked': askAboutAttempt,
    'payment-unwanted': askAboutAttempt,
    'part-shipped': captureShipped,
    'refund-decided': (ctx, { record }) => sendRefund(ctx, record),
  },
};

async function askAboutAttempt(
  ctx: Ctx,
  { record }: BusinessEvent<'payment-asked' | 'payment-unwanted'>,
): Promise<void> {
  await enqueue(ctx, attemptJob, { id: record });
}

/** Whether it is taken now is decided by the setting, once the handover can no longer be undone. */
async function captureShipped(ctx: Ctx, { data: { orderId } }: BusinessEvent<'part-shipped'>): Promise<void> {
  const held = await ctx.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', '=', 'held')
    .where('is_two_stage', '=', true)
    .limit(1)
    .executeTakeFirst();
  if (held) await enqueue(ctx, captureJob, { orderId });
}

/** Sends what was stored for a refund and is not sent yet. */
export async function sendRefund(ctx: Ctx, refundId: number): Promise<void> {
  const unsent = await ctx.db
    .selectFrom('provider_refunds')
    .select('id')
    .where('refund_id', '=', refundId)
    .where('state', '=', 'new')
    .orderBy('id')
    .execute();
  for (const { id } of unsent) await enqueue(ctx, providerRefundJob, { id });
}
