import type { ReceiptFailure } from '@/contract/receipts/registers';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { wakeQueue } from '../wake-queue';
import { newTry, writeReceipt } from './apply-answer';

/**
 * A person has changed what was wrong: a blocked receipt is sent as another document, because its register has refused the
 * old one, and to the buyer's address as it is now. One that may have been registered is only asked about, now. Throws
 * NOT_FOUND, or ACTION_NOT_VALID for one that needs no try.
 */
export async function retryReceipt(ctx: Ctx, id: number): Promise<void> {
  const row = await ctx.db
    .selectFrom('receipts')
    .select(['state', 'error_code', 'order_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  // The register has registered something else under this id: another document would be a second receipt.
  const isBlocked = row.state === 'blocked' && row.error_code !== ('mismatch' satisfies ReceiptFailure);
  if (!isBlocked && !['waiting', 'asked', 'unknown'].includes(row.state))
    throw new AppError('ACTION_NOT_VALID');
  const order = await ctx.db
    .selectFrom('orders')
    .select(['customer_email', 'customer_contact'])
    .where('id', '=', row.order_id)
    .executeTakeFirstOrThrow();
  const again = {
    ...newTry,
    error_code: null,
    error_text: null,
    customer_email: order.customer_email,
    customer_phone: order.customer_contact || null,
  };
  await writeReceipt(ctx, id, { ...(isBlocked && again), next_ask_at: ctx.now });
  await wakeQueue(ctx);
}
