import type { assignMarksSchema, MarkedLine } from '@/contract/orders/marks';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { readPathId } from '@/server/core/numbers';
import type { Input } from '@/server/core/validate';
import { nameMarks } from '@/server/modules/orders/marks/returned-marks';
import { lockRefund } from './lock-refund';
import { worksOn } from './policy';

/**
 * `GET refunds/{id}/marks`: lines of the own shops of which only some marked pieces come back, with the codes that are named.
 * Throws NOT_FOUND.
 */
export async function returnedMarks(ctx: UserCtx, key: string): Promise<MarkedLine[]> {
  const id = readPathId(key);
  const rows = await ctx.db
    .selectFrom('refund_lines')
    .innerJoin('refunds', 'refunds.id', 'refund_lines.refund_id')
    .innerJoin('order_lines', 'order_lines.id', 'refund_lines.order_line_id')
    .select(['order_lines.id', 'order_lines.name', 'order_lines.variation', 'order_lines.quantity as sold'])
    .select(['refund_lines.quantity as pieces', 'refund_lines.shop_id'])
    .where('refund_lines.refund_id', '=', id)
    .where('refunds.deleted_at', 'is', null)
    .orderBy('refund_lines.id')
    .execute();
  const own = rows.filter(({ shop_id }) => worksOn(ctx, shop_id));
  if (own.length === 0) throw new AppError('NOT_FOUND');
  const lineIds = own.map((line) => line.id);
  const marks = await ctx.db
    .selectFrom('order_marks')
    .select(['order_line_id', 'code', 'refund_id', 'returned_at'])
    .where('order_line_id', 'in', lineIds)
    .orderBy('id')
    .execute();
  return own.flatMap(({ id: lineId, name, variation, sold, pieces }) => {
    const known = marks.filter((one) => one.order_line_id === lineId);
    if (known.length === 0 || pieces === sold) return [];
    const named = known.filter(({ refund_id }) => refund_id === id);
    const codes = (isReturned: boolean) =>
      named.filter(({ returned_at }) => (returned_at !== null) === isReturned).map(({ code }) => code);
    return [{ id: lineId, name, variation, pieces, codes: codes(false), returned: codes(true) }];
  });
}

/**
 * `PUT refunds/{id}/marks`: which marked pieces of the own shops come back. Throws NOT_FOUND, ACTION_NOT_VALID for a refund
 * that takes no goods back, and VALIDATION_FAILED (`nameMarks`).
 */
export async function assignMarks(
  ctx: UserCtx,
  key: string,
  input: Input<typeof assignMarksSchema>,
): Promise<void> {
  const locked = await lockRefund(ctx, key);
  const lines = locked.lines.filter(({ shop_id }) => worksOn(ctx, shop_id));
  if (lines.length === 0) throw new AppError('NOT_FOUND');
  if (locked.subject.kind !== 'goods' || locked.row.status === 'rejected')
    throw new AppError('ACTION_NOT_VALID');
  await nameMarks(ctx, { ...locked, lines }, input);
}
