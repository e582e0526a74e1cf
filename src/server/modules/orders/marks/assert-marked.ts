import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { settingsOptions } from '@/server/core/settings';
import type { LockedOrder, StoredLine, StoredPart } from '../lock-order';

/**
 * Nothing marked leaves without a code for each piece, where the settings ask for it. Throws ACTION_NOT_VALID with the
 * lines that lack some.
 */
export async function assertMarked(
  ctx: Ctx,
  { lines }: Pick<LockedOrder, 'lines'>,
  parts: readonly Pick<StoredPart, 'id'>[],
): Promise<void> {
  const marked = lines.filter(
    (line) => piecesToMark(line) > 0 && parts.some(({ id }) => id === line.order_id),
  );
  if (marked.length === 0 || !(await settingsOptions(ctx)).markCodesRequired) return;
  const ids = marked.map(({ id }) => id);
  const rows = await ctx.db
    .selectFrom('order_marks')
    .select(['order_line_id', ({ fn }) => fn.countAll<number>().as('codes')])
    .where('order_line_id', 'in', ids)
    .where('returned_at', 'is', null)
    .groupBy('order_line_id')
    .execute();
  const codesOf = (id: number) => Number(rows.find(({ order_line_id }) => order_line_id === id)?.codes ?? 0);
  if (marked.some((line) => codesOf(line.id) < piecesToMark(line)))
    throw new AppError('ACTION_NOT_VALID', { fields: { order_status: ['error-marks-missing'] } });
}

/** Pieces of a line that need a code. */
export const piecesToMark = ({
  quantity,
  refunded_quantity,
  requires_marking,
}: Pick<StoredLine, 'quantity' | 'refunded_quantity' | 'requires_marking'>): number =>
  requires_marking ? quantity - refunded_quantity : 0;
