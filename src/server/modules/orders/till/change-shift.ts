import { toMinor } from '@/contract/core/money';
import type { cashMoveSchema, closeShiftSchema, openShiftSchema, ShiftReport } from '@/contract/orders/till';
import type { UserCtx } from '@/server/core/context';
import { AppError, rejectField } from '@/server/core/errors';
import type { Input } from '@/server/core/validate';
import { lockShift, putIntoDrawer, shiftReport } from './till-shift';
import { tillShop } from './till-shop';

/**
 * `POST till/{shop}/shifts`: opens the person's shift. Returns the open one if there is one, so that a second click or
 * a lost response does not open another. Throws NOT_FOUND for the shop, VALIDATION_FAILED.
 */
export async function openShift(
  ctx: UserCtx,
  slug: string,
  { opening_cash }: Input<typeof openShiftSchema>,
): Promise<ShiftReport> {
  const shop = await tillShop(ctx, slug);
  const { id } = await ctx.db
    .insertInto('till_shifts')
    .values({ shop_id: shop.id, user_id: ctx.user.id, opened_at: ctx.now, opening_cash })
    // A no-op update that locks and returns the open shift.
    .onConflict((conflict) =>
      conflict
        .columns(['shop_id', 'user_id'])
        .where('closed_at', 'is', null)
        .doUpdateSet((row) => ({ opening_cash: row.ref('till_shifts.opening_cash') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return shiftReport(ctx, shop, id);
}

/**
 * `POST till/{shop}/shifts/{id}/moves`: cash put into or taken out of the drawer. Throws NOT_FOUND, ACTION_NOT_VALID
 * for a closed shift, VALIDATION_FAILED, also for more than the drawer has.
 */
export async function moveCash(
  ctx: UserCtx,
  slug: string,
  key: string,
  { amount, reason }: Input<typeof cashMoveSchema>,
): Promise<ShiftReport> {
  const { shop, id } = await lockShift(ctx, slug, key);
  const { expected_cash } = await shiftReport(ctx, shop, id);
  if (toMinor(expected_cash) + toMinor(amount) < 0) rejectField('amount', 'error-till-short');
  await putIntoDrawer(ctx, id, amount, reason);
  return shiftReport(ctx, shop, id);
}

/**
 * `POST till/{shop}/shifts/{id}/close`: closes a shift with the counted cash. Throws NOT_FOUND, ACTION_NOT_VALID for a
 * closed shift or while an SBP sale waits for its payment, VALIDATION_FAILED.
 */
export async function closeShift(
  ctx: UserCtx,
  slug: string,
  key: string,
  { counted_cash, note }: Input<typeof closeShiftSchema>,
): Promise<ShiftReport> {
  const { shop, id } = await lockShift(ctx, slug, key);
  await assertNothingWaits(ctx, id);
  const { expected_cash } = await shiftReport(ctx, shop, id);
  await ctx.db
    .updateTable('till_shifts')
    .set({
      closed_at: ctx.now,
      closed_by: ctx.user.id,
      counted_cash,
      note: note || null,
      expected_cash,
    })
    .where('id', '=', id)
    .execute();
  return shiftReport(ctx, shop, id);
}

async function assertNothingWaits(ctx: UserCtx, shiftId: number): Promise<void> {
  const waiting = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('till_shift_id', '=', shiftId)
    .where('parent_id', 'is not', null)
    .where('order_status', '=', 'order-pending')
    .where('payment_status', '=', 'payment-pending')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (waiting) throw new AppError('ACTION_NOT_VALID', { fields: { shift: ['error-shift-waiting'] } });
}
