import type { namedMarksSchema } from '@/contract/orders/marks';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { Input } from '@/server/core/validate';
import { nameMarks } from '@/server/modules/orders/marks/returned-marks';
import { lockRefund } from './lock-refund';
import { worksOn } from './refund-moves';

/**
 * `PUT refunds/{id}/marks`: which marked pieces of the own shops come back. Throws NOT_FOUND, ACTION_NOT_VALID for a refund
 * that takes no goods back, and VALIDATION_FAILED (`nameMarks`).
 */
export async function nameReturned(
  ctx: UserCtx,
  key: string,
  input: Input<typeof namedMarksSchema>,
): Promise<void> {
  const locked = await lockRefund(ctx, key);
  const lines = locked.lines.filter(({ shop_id }) => worksOn(ctx, shop_id));
  if (lines.length === 0) throw new AppError('NOT_FOUND');
  const { kind, origin, status } = locked.row;
  if (kind !== 'goods' || origin !== 'request' || status === 'rejected')
    throw new AppError('ACTION_NOT_VALID');
  await nameMarks(ctx, { ...locked, lines }, input);
}
