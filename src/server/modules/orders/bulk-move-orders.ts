import { orders } from '@/contract/orders';
import { orderStatusSchema } from '@/contract/orders/schema';
import { targetOf } from '@/server/core/bulk/bulk-service';
import type { UserCtx } from '@/server/core/context';
import { rejectValue, toAppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import type { AnyDb } from '@/server/core/resource/rows';
import { inTransaction } from '@/server/core/transaction';
import type { Input } from '@/server/core/validate';
import { listsParts, orderOptions } from './list/order-options';
import { changeStatus } from './move-order';

/** Each order is a transaction of its own and sends e-mails. */
const maxOrders = 500;

/** Without a version: each order is moved as it is. */
export const bulkStatusSchema = orderStatusSchema.pick(['order_status', 'note', 'cash_held_by']);

/** How many orders moved, and why each of the others did not. */
interface BulkStatusResult {
  done: number;
  /** `text`: the translation key of a reason that the error code alone does not tell. */
  refused: {
    id: number;
    tracking_number: string;
    short_number: string | null;
    reason: string;
    text: string | null;
  }[];
}

/**
 * `POST orders/bulk/status` {ids | query, order_status, note?, cash_held_by?}; `body` names the orders (`targetOf`): moves
 * each in its own transaction, so that one refused move does not stop the others. Throws VALIDATION_FAILED for more than
 * `maxOrders`.
 */
export async function bulkMoveOrders(
  ctx: UserCtx,
  body: JsonRecord,
  input: Input<typeof bulkStatusSchema>,
): Promise<BulkStatusResult> {
  const query = body.query !== null && typeof body.query === 'object' ? { ...body.query } : {};
  // Ticked ids are the user's own rows, whole orders or parts.
  const isPart = listsParts(ctx, query);
  const rows = await (ctx.db as AnyDb)
    .selectFrom('orders')
    .select(['id', 'tracking_number', 'short_number'])
    .where((eb) =>
      Array.isArray(body.ids)
        ? eb.or([false, true].map((one) => targetOf(orders, orderOptions(one), ctx, body, eb)))
        : targetOf(orders, orderOptions(isPart), ctx, body, eb),
    )
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(maxOrders + 1)
    .execute();
  if (rows.length > maxOrders) rejectValue(Array.isArray(body.ids) ? 'ids' : 'query');
  const result: BulkStatusResult = { done: 0, refused: [] };
  for (const { id, tracking_number, short_number } of rows) {
    try {
      await inTransaction(ctx, (inside) => changeStatus(inside, String(id), input));
      result.done += 1;
    } catch (error) {
      const { code, fields = {} } = toAppError(error);
      if (code === 'INTERNAL') throw error;
      const text = Object.values(fields)[0]?.[0] ?? null;
      result.refused.push({
        id: Number(id),
        tracking_number: String(tracking_number),
        short_number,
        reason: code,
        text,
      });
    }
  }
  return result;
}
