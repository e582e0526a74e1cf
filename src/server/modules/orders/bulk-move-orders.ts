import { orders } from '@/contract/orders';
import { orderStatusSchema } from '@/contract/orders/schema';
import type { UserCtx } from '@/server/core/context';
import { rejectValue, toAppError } from '@/server/core/errors';
import { targetOf } from '@/server/core/resource/bulk';
import type { AnyDb, JsonRecord } from '@/server/core/resource/query';
import { inTransaction } from '@/server/core/transaction';
import { validate } from '@/server/core/validate';
import { changeStatus } from './move-order';
import { listsParts, orderOptions } from './orders';

/** More orders than this are not moved at once: each is a transaction of its own, with letters. */
const maxAtOnce = 500;

/** What came of many: how many moved, and of each that did not, why not. */
interface BulkStatusAnswer {
  done: number;
  refused: { id: number; tracking_number: string; reason: string }[];
}

/**
 * `POST orders/bulk/status` {ids | query, order_status, note?}: every order of the target on its own, so that one that may
 * not be moved keeps none of the others. Throws VALIDATION_FAILED for more than `maxAtOnce`.
 */
export async function bulkOrderStatus(ctx: UserCtx, body: JsonRecord): Promise<BulkStatusAnswer> {
  const asked = await validate(orderStatusSchema.pick(['order_status', 'note']), body);
  const query = body.query !== null && typeof body.query === 'object' ? { ...body.query } : {};
  // Ticked ones are the person's own, whole orders or parts as they are.
  const isPart = listsParts(ctx, query);
  const rows = await (ctx.db as AnyDb)
    .selectFrom('orders')
    .select(['id', 'tracking_number'])
    .where((eb) =>
      Array.isArray(body.ids)
        ? eb.or([false, true].map((one) => targetOf(orders, orderOptions(one), ctx, body, eb)))
        : targetOf(orders, orderOptions(isPart), ctx, body, eb),
    )
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(maxAtOnce + 1)
    .execute();
  if (rows.length > maxAtOnce) rejectValue(Array.isArray(body.ids) ? 'ids' : 'query');
  const answer: BulkStatusAnswer = { done: 0, refused: [] };
  for (const { id, tracking_number } of rows) {
    try {
      await inTransaction(ctx, (inside) => changeStatus(inside, String(id), { ...asked }));
      answer.done += 1;
    } catch (error) {
      const { code } = toAppError(error);
      if (code === 'INTERNAL') throw error;
      answer.refused.push({ id: Number(id), tracking_number: String(tracking_number), reason: code });
    }
  }
  return answer;
}
