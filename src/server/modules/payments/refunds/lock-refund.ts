import type { Selectable } from 'kysely';
import type { Ctx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import { type LockedOrder, lockRoot } from '@/server/modules/orders/lock-order';

export type ProviderRefundRow = Selectable<DB['provider_refunds']>;

/** A refund at a provider with its attempt and the whole order, locked until the transaction ends. */
export interface LockedProviderRefund {
  row: ProviderRefundRow;
  attempt: Selectable<DB['payment_attempts']>;
  order: LockedOrder;
}

/** Locks the order, then the attempt, then the refund, like the decision does. Throws NOT_FOUND. */
export async function lockProviderRefund(ctx: Ctx, id: number): Promise<LockedProviderRefund> {
  const { order_id, attempt_id } = await ctx.db
    .selectFrom('provider_refunds as r')
    .innerJoin('payment_attempts as i', 'i.id', 'r.attempt_id')
    .select(['i.order_id', 'r.attempt_id'])
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  const order = await lockRoot(ctx, order_id);
  const attempt = await lockAttempt(ctx, attempt_id);
  const row = await ctx.db
    .selectFrom('provider_refunds')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { row, attempt, order };
}

/** The caller has locked its order. */
export const lockAttempt = (ctx: Ctx, id: number) =>
  ctx.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
