import { parseMarkCode } from '@/contract/orders/mark-code';
import type { assignMarksSchema } from '@/contract/orders/marks';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError, rejectField } from '@/server/core/errors';
import type { Input } from '@/server/core/validate';

/** What a refund says of the pieces that come back. */
interface ReturnedPieces {
  row: { id: number; status: string };
  lines: readonly { order_line_id: number; quantity: number }[];
  order: { lines: readonly { id: number; quantity: number; refunded_quantity: number }[] };
}

/**
 * Pieces of an approved refund may be sold again: those that were named, and all of a line of which nothing is left
 * (rules/receipts: a marked piece has its own code).
 */
export async function returnMarks(ctx: Ctx, { row, lines, order }: ReturnedPieces): Promise<void> {
  const whole = order.lines.filter(
    ({ id, quantity, refunded_quantity }) =>
      quantity === refunded_quantity && lines.some(({ order_line_id }) => order_line_id === id),
  );
  await ctx.db
    .updateTable('order_marks')
    .set({ refund_id: row.id, returned_at: ctx.now })
    .where('returned_at', 'is', null)
    .where((eb) =>
      eb.or([eb('refund_id', '=', row.id), eb('order_line_id', 'in', [0, ...whole.map(({ id }) => id)])]),
    )
    .execute();
}

/**
 * Which pieces a locked refund takes back, when only some of a line come back. Throws VALIDATION_FAILED at a code that
 * none of its lines has, and for more codes than pieces.
 */
export async function nameMarks(
  ctx: UserCtx,
  { row, lines }: ReturnedPieces,
  { codes }: Input<typeof assignMarksSchema>,
): Promise<void> {
  const marks = await ctx.db
    .selectFrom('order_marks')
    .select(['id', 'identity', 'order_line_id', 'refund_id', 'returned_at'])
    .where('order_line_id', 'in', [0, ...lines.map(({ order_line_id }) => order_line_id)])
    .where((eb) => eb.or([eb('returned_at', 'is', null), eb('refund_id', '=', row.id)]))
    .execute();
  const named = codes.map((text, place) => {
    const read = parseMarkCode(text);
    const found = typeof read === 'string' ? undefined : marks.find((one) => one.identity === read.identity);
    if (found) return found;
    const problem = typeof read === 'string' ? read : 'error-mark-elsewhere';
    throw new AppError('VALIDATION_FAILED', { fields: { [`codes[${place}]`]: [problem] } });
  });
  const back = marks.filter(
    ({ returned_at, id }) => returned_at !== null || named.some((one) => one.id === id),
  );
  const isTooMany = lines.some(
    (line) => back.filter((one) => one.order_line_id === line.order_line_id).length > line.quantity,
  );
  if (isTooMany) rejectField('codes', 'error-marks-too-many');
  const own = ctx.db.updateTable('order_marks').where('returned_at', 'is', null);
  await own.set({ refund_id: null }).where('refund_id', '=', row.id).execute();
  await own
    .set({ refund_id: row.id, returned_at: row.status === 'approved' ? ctx.now : null })
    .where('id', 'in', [0, ...named.map(({ id }) => id)])
    .execute();
}
