import type { resendReceiptSchema } from '@/contract/receipts/views';
import { audit, type Changes } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { consume } from '@/server/core/rate-limits';
import { inTransaction } from '@/server/core/transaction';
import type { Input } from '@/server/core/validate';
import { send } from '@/server/modules/messaging/outbox';
import { receiptCopy } from './emails';
import { orderNumber, receiptPage } from './views/present-receipt';
import { wholeReceipt } from './views/receipt-paper';

/** Of one receipt, whoever sends: more do not help a buyer who cannot find the message. */
const copiesPerHour = 5;

/**
 * `POST receipts/{id}/copies`: sends the buyer a registered receipt once more, as a link. Throws NOT_FOUND, ACTION_NOT_VALID
 * for one without proof or a buyer without such a contact, TOO_MANY_REQUESTS.
 */
export async function resendReceipt(
  ctx: UserCtx,
  key: string,
  { channel }: Input<typeof resendReceiptSchema>,
): Promise<JsonRecord> {
  const row = await wholeReceipt(ctx, key);
  const to = channel === 'sms' ? row.customer_phone : row.customer_email;
  if (row.state !== 'done' || !to) throw new AppError('ACTION_NOT_VALID');
  await consume(ctx, { key: `receipt-copies:${row.id}`, hits: copiesPerHour, minutes: 60 });
  const number = await orderNumber(ctx, row.order_id);
  const letter = receiptCopy({
    number,
    amount: row.amount,
    isReturn: row.is_return,
    url: receiptPage(ctx.publicUrl, row.secret),
  });
  return inTransaction(ctx, async (inside) => {
    await send(inside, { channel, to, ...letter, orderId: row.order_id });
    const changes = { receipt: [null, row.id], channel: [null, channel] } satisfies Changes;
    await audit(inside, { family: 'orders', id: row.order_id, action: 'receipt-copy', changes });
    return {};
  });
}
