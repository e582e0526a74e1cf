import type { ReceiptFailure } from '@/contract/receipts/registers';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { wakeQueue } from '../wake-queue';
import { newTry, writeReceipt } from './apply-answer';

/**
 * A person has changed what was wrong: a blocked receipt is sent as another document, because its register has refused the
 * old one. One that may have been registered is only asked about, now. Throws NOT_FOUND, or ACTION_NOT_VALID for one that
 * needs no try.
 */
export async function retryReceipt(ctx: Ctx, id: number): Promise<void> {
  const row = await ctx.db
    .selectFrom('receipts')
    .select(['state', 'error_code'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  // The register has registered something else under this id: another document would be a second receipt.
  const isBlocked = row.state === 'blocked' && row.error_code !== ('mismatch' satisfies ReceiptFailure);
  if (!isBlocked && !['waiting', 'asked', 'unknown'].includes(row.state))
    throw new AppError('ACTION_NOT_VALID');
  const error = { error_code: null, error_text: null };
  await writeReceipt(ctx, id, { ...(isBlocked && { ...newTry, ...error }), next_ask_at: ctx.now });
  await wakeQueue(ctx);
}
