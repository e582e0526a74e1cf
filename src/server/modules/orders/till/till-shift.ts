import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { adminOwner, isAllowed } from '@/contract/core/permissions';
import type { CashRefund, ShiftReport, TillShift } from '@/contract/orders/till';
import type { Ctx, UserCtx } from '@/server/core/context';
import { AppError, rejectField } from '@/server/core/errors';
import { readPathId } from '@/server/core/numbers';
import { type TillShop, tillShop } from './till-shop';

/** A shift with the figures of its report. */
interface ShiftRow extends TillShift {
  user_id: number;
  discounts: number;
}

/**
 * Shifts of a shop under a condition, newest first, with their sales and the expected cash in the drawer: opening + cash
 * sales − cash refunds ± moves.
 */
export async function loadShifts(
  ctx: Ctx,
  shopId: number,
  condition: RawBuilder<SqlBool>,
  { limit = 1, offset = 0 } = {},
): Promise<ShiftRow[]> {
  const { rows } = await sql<
    Omit<ShiftRow, 'opened_at' | 'closed_at'> & { opened_at: Date; closed_at: Date | null }
  >`
    select s.id, s.user_id, cashier.name as cashier, s.opened_at, s.closed_at, s.opening_cash, s.counted_cash, s.note,
      coalesce(s.expected_cash, s.opening_cash + sold.cash - refunded.amount + moved.amount) as expected_cash,
      closer.name as closed_by, sold.sales, sold.revenue, sold.discounts, refunded.amount as refunded_cash
    from till_shifts s join users cashier on cashier.id = s.user_id
      left join users closer on closer.id = s.closed_by and closer.id <> s.user_id
      cross join lateral (select count(*)::int as sales, coalesce(sum(o.total - o.wallet_amount), 0) as revenue,
          coalesce(sum(o.discount), 0) as discounts,
          coalesce(sum(o.total - o.wallet_amount) filter (where o.payment_gateway = 'CASH'), 0) as cash
        from orders o where ${isSaleOfShift}) sold
      cross join lateral (select coalesce(sum(amount), 0) as amount from till_refunds where shift_id = s.id and gateway = 'CASH') refunded
      cross join lateral (select coalesce(sum(amount), 0) as amount from till_moves where shift_id = s.id) moved
    where s.shop_id = ${shopId} and ${condition}
    order by s.opened_at desc, s.id desc limit ${limit} offset ${offset}`.execute(ctx.db);
  return rows.map((row) => ({
    ...row,
    opened_at: row.opened_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
  }));
}

/** More than a drawer returns in a shift. */
const maxRefunds = 500;

/** Paid sales; a later return does not change that they were paid. */
const isSaleOfShift = sql<SqlBool>`o.till_shift_id = s.id and o.parent_id is not null and o.credited_at is not null`;

/** Columns of the wire format. */
export function presentShift({ user_id: _user, discounts: _discounts, ...shift }: ShiftRow): TillShift {
  return shift;
}

/** The person's open shift at the till of a shop. */
export async function findOpenShift(ctx: UserCtx, shop: TillShop): Promise<TillShift | null> {
  const [shift] = await loadShifts(ctx, shop.id, sql`s.user_id = ${ctx.user.id} and s.closed_at is null`);
  return shift ? presentShift(shift) : null;
}

/**
 * Id of the cashier's open shift, locked against closing until the transaction ends, so that the sale is in its count.
 * Throws VALIDATION_FAILED.
 */
export async function lockOpenShift(ctx: UserCtx, shop: TillShop): Promise<number> {
  const shift = await ctx.db
    .selectFrom('till_shifts')
    .select('id')
    .where('shop_id', '=', shop.id)
    .where('user_id', '=', ctx.user.id)
    .where('closed_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!shift) rejectField('shift', 'error-shift-closed');
  return shift.id;
}

/** Cash put into the drawer of an open shift, or with a negative sum taken out. `amount` in roubles. */
export async function putIntoDrawer(
  ctx: UserCtx,
  shiftId: number,
  amount: number | string,
  reason: string,
): Promise<void> {
  await ctx.db
    .insertInto('till_moves')
    .values({ shift_id: shiftId, at: ctx.now, user_id: ctx.user.id, amount, reason })
    .execute();
}

/** Whether the person may see and close other people's shifts. */
export const seesAllShifts = ({ user }: UserCtx): boolean => isAllowed(adminOwner, user.permissions);

/** Condition on `s`: shifts that the person may see. */
export const isSeenShift = (ctx: UserCtx) =>
  seesAllShifts(ctx) ? sql<SqlBool>`true` : sql<SqlBool>`s.user_id = ${ctx.user.id}`;

/** `GET till/{shop}/shifts/{id}`: receipts since opening, or those of the whole closed shift. Throws NOT_FOUND. */
export async function readShift(ctx: UserCtx, slug: string, id: string): Promise<ShiftReport> {
  const shop = await tillShop(ctx, slug);
  return shiftReport(ctx, shop, readPathId(id));
}

export async function shiftReport(ctx: UserCtx, shop: TillShop, id: number): Promise<ShiftReport> {
  const [shift] = await loadShifts(ctx, shop.id, sql`s.id = ${id} and ${isSeenShift(ctx)}`);
  if (!shift) throw new AppError('NOT_FOUND');
  const { rows: payments } = await sql<ShiftReport['payments'][number]>`
    select o.payment_gateway as gateway, count(*)::int as sales, sum(o.total - o.wallet_amount) as sum
    from till_shifts s join orders o on ${isSaleOfShift}
    where s.id = ${id} group by 1 order by array_position('{CASH,SBP,CARD}'::text[], o.payment_gateway)`.execute(
    ctx.db,
  );
  const moves = await ctx.db
    .selectFrom('till_moves')
    .innerJoin('users', 'users.id', 'till_moves.user_id')
    .select(['till_moves.id', 'at', 'amount', 'reason', 'users.name as by'])
    .where('shift_id', '=', id)
    .orderBy('till_moves.id')
    .execute();
  return {
    ...presentShift(shift),
    shop: shop.name,
    payments,
    discounts: shift.discounts,
    moves: moves.map((move) => ({ ...move, at: move.at.toISOString() })),
    refunds: await findCashRefunds(ctx, sql`r.shift_id = ${id}`),
  };
}

/** Refunds of tills under a condition on `r`, oldest first. */
export async function findCashRefunds(ctx: Ctx, condition: RawBuilder<SqlBool>): Promise<CashRefund[]> {
  const { rows } = await sql<Omit<CashRefund, 'at'> & { at: Date }>`
    select r.refund_id as id, r.at, r.amount, r.gateway, coalesce(o.short_number, o.tracking_number) as order_number, u.name as by
    from till_refunds r join refunds f on f.id = r.refund_id join orders o on o.id = f.order_id
      left join users u on u.id = r.user_id
    where ${condition} order by r.at, r.refund_id limit ${maxRefunds}`.execute(ctx.db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** Locks an open shift, so that no sale or refund is added between the sums and the count. */
export async function lockShift(
  ctx: UserCtx,
  slug: string,
  key: string,
): Promise<{ shop: TillShop; id: number }> {
  const shop = await tillShop(ctx, slug);
  const id = readPathId(key);
  const shift = await ctx.db
    .selectFrom('till_shifts')
    .select(['user_id', 'closed_at'])
    .where('id', '=', id)
    .where('shop_id', '=', shop.id)
    .forUpdate()
    .executeTakeFirst();
  if (!shift || !(seesAllShifts(ctx) || shift.user_id === ctx.user.id)) throw new AppError('NOT_FOUND');
  if (shift.closed_at) throw new AppError('ACTION_NOT_VALID', { fields: { shift: ['error-shift-closed'] } });
  return { shop, id };
}
