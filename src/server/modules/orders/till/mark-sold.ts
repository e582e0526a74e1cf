import type { TillSaleInput } from '@/contract/orders/till';
import type { Ctx } from '@/server/core/context';
import { rejectField } from '@/server/core/errors';
import { settingsOptions } from '@/server/core/settings';
import { piecesToMark } from '../marks/assert-marked';
import { storeMarks } from '../marks/store-marks';

/**
 * Stores the codes of the marked pieces of a sale. Throws VALIDATION_FAILED (`storeMarks`), also for a code of goods that are
 * not sold, and for missing codes where the settings ask for them.
 */
export async function markSold(ctx: Ctx, orderId: number, { marks }: TillSaleInput): Promise<void> {
  const lines = await ctx.db
    .selectFrom('order_lines')
    .select(['id', 'product_id', 'variation_option_id', 'quantity', 'refunded_quantity', 'requires_marking'])
    .where('parent_id', '=', orderId)
    .orderBy('position')
    .execute();
  const given = (marks ?? []).map(({ code, product_id, variation_option_id }, place) => {
    const line = lines.find(
      (one) => one.product_id === product_id && one.variation_option_id === (variation_option_id ?? null),
    );
    if (!line) rejectField(`marks[${place}].code`, 'error-mark-elsewhere');
    return { line, code, field: `marks[${place}].code` };
  });
  const scanned = lines.map((line) => {
    const own = given.filter((one) => one.line.id === line.id);
    return {
      line,
      codes: own.map(({ code }) => code),
      field: (piece: number) => own[piece]?.field ?? 'marks',
    };
  });
  const { markCodesRequired } = await settingsOptions(ctx);
  const isShort = scanned.some(({ line, codes }) => codes.filter(Boolean).length < piecesToMark(line));
  if (markCodesRequired && isShort) rejectField('marks', 'error-marks-till');
  if (given.length > 0) await storeMarks(ctx, scanned);
}
