import { type SqlBool, sql } from 'kysely';
import { toDecimal, toMinor } from '@/contract/core/money';
import type { CashRefund, handOutSchema, ShiftReport } from '@/contract/orders/till';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError, rejectField } from '@/server/core/errors';
import type { Input } from '@/server/core/validate';
import { findCashRefunds, loadShifts, lockShift, shiftReport } from './till-shift';
import { tillShop } from './till-shop';

interface CashReturn {
  refundId: number;
  shopId: number;
  saleShiftId: number | null;
  /** In kopecks. */
  amount: number;
  /** Cash, or a refund by the shop's terminal. */
  gateway: 'CASH' | 'CARD';
  /** Given back over the counter: it belongs to the person's own shift, whose drawer must have it. */
  isAtTill: boolean;
}

/**
 * Books the money of an approved refund to an open shift, cash to one whose drawer has it: that of the person who
 * approves, else that of the sale, else the one opened last. Cash without one stays outside of the shifts until a
 * cashier hands it out. Locks the shop's open shifts; call it before stock and accounts are locked, as a sale does.
 * Throws VALIDATION_FAILED over the counter without a shift, or with too little in its drawer.
 */
export async function returnCash(
  ctx: Ctx,
  { refundId, shopId, saleShiftId, amount, gateway, isAtTill }: CashReturn,
): Promise<void> {
  if (amount <= 0) return;
  const open = await lockOpenShifts(ctx, shopId);
  // Only the locked ones: another that opens meanwhile could be closed before this is committed.
  const isLocked = sql<SqlBool>`s.id = any(${open.map(({ id }) => id)}::bigint[])`;
  const shifts = await loadShifts(ctx, shopId, isLocked, { limit: open.length });
  const able = shifts.filter(({ expected_cash }) => gateway === 'CARD' || toMinor(expected_cash) >= amount);
  const isOwn = ({ user_id }: (typeof shifts)[number]) => user_id === ctx.user?.id;
  if (isAtTill && !able.some(isOwn)) {
    const text = shifts.some(isOwn) ? 'error-till-short' : 'error-shift-closed';
    rejectField('shift', text);
  }
  const shift = able.find(isOwn) ?? able.find(({ id }) => id === saleShiftId) ?? able[0];
  // A terminal gives the money back by itself; only a shift needs to know.
  if (gateway === 'CARD' && !shift) return;
  await ctx.db
    .insertInto('till_refunds')
    .values({
      refund_id: refundId,
      shop_id: shopId,
      shift_id: shift?.id ?? null,
      amount: toDecimal(amount),
      gateway,
      at: ctx.now,
      user_id: ctx.user?.id ?? null,
    })
    .execute();
}

/** Open shifts of a shop, locked in id order, so that two refunds cannot deadlock. */
export async function lockOpenShifts(ctx: Ctx, shopId: number): Promise<{ id: number; user_id: number }[]> {
  return ctx.db
    .selectFrom('till_shifts')
    .select(['id', 'user_id'])
    .where('shop_id', '=', shopId)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** `GET till/{shop}/refunds`: cash refunds that no shift has handed out, oldest first. Throws NOT_FOUND. */
export async function listOutsideRefunds(ctx: UserCtx, slug: string): Promise<CashRefund[]> {
  const shop = await tillShop(ctx, slug);
  return findCashRefunds(ctx, sql`r.shop_id = ${shop.id} and r.shift_id is null`);
}

/**
 * `POST till/{shop}/shifts/{id}/refunds`: the cashier hands out a refund that was approved outside of a shift. Throws
 * NOT_FOUND, also for one that was handed out meanwhile, ACTION_NOT_VALID for a closed shift, VALIDATION_FAILED for more
 * than the drawer has.
 */
export async function handOutRefund(
  ctx: UserCtx,
  slug: string,
  key: string,
  { refund_id }: Input<typeof handOutSchema>,
): Promise<ShiftReport> {
  const { shop, id } = await lockShift(ctx, slug, key);
  const { expected_cash } = await shiftReport(ctx, shop, id);
  const taken = await ctx.db
    .updateTable('till_refunds')
    .set({ shift_id: id, at: ctx.now, user_id: ctx.user.id })
    .where('refund_id', '=', refund_id)
    .where('shop_id', '=', shop.id)
    .where('shift_id', 'is', null)
    .returning('amount')
    .executeTakeFirst();
  if (!taken) throw new AppError('NOT_FOUND');
  if (toMinor(taken.amount) > toMinor(expected_cash)) rejectField('refund_id', 'error-till-short');
  return shiftReport(ctx, shop, id);
}
