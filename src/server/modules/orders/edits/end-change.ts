import { type ChangeState, isOpenChange } from '@/contract/orders/change';
import type { Ctx } from '@/server/core/context';
import { lockStock, restoreStock } from '@/server/modules/catalogue/stock/stock';
import { type LockedOrder, recordEvent } from '../lock-order';
import { askToCancel } from '../payments/attempts';
import { toStockLines } from '../release-parts';
import { type ChangeRow, toChange } from './present-change';

export async function openChange(ctx: Ctx, { root }: LockedOrder): Promise<ChangeRow | undefined> {
  const row = await ctx.db
    .selectFrom('order_changes')
    .selectAll()
    .where('root_id', '=', root.id)
    .where('state', 'in', ['asked', 'accepted'])
    .forUpdate()
    .executeTakeFirst();
  return row && toChange(row);
}

/** Ends a question without the change: held pieces go back, and a payment of the difference is no longer expected. */
export async function endChange(
  ctx: Ctx,
  order: LockedOrder,
  row: ChangeRow,
  state: Exclude<ChangeState, 'asked' | 'accepted' | 'applied'>,
): Promise<void> {
  // All at once, because the order may return the rest of its pieces next (rules/orders: locks have one order).
  await lockStock(ctx, [...row.held, ...toStockLines(order, order.parts)]);
  if (row.held.length > 0) await restoreStock(ctx, row.held, { family: 'orders', rowId: order.root.id });
  await setState(ctx, order, row, state);
}

export async function setState(
  ctx: Ctx,
  order: LockedOrder,
  row: ChangeRow,
  state: ChangeState,
  until = row.until,
): Promise<void> {
  await ctx.db
    .updateTable('order_changes')
    .set({ state, until, ended_at: isOpenChange(state) ? null : ctx.now })
    .where('id', '=', row.id)
    .execute();
  if (!isOpenChange(state)) {
    const closed = await ctx.db
      .updateTable('payment_attempts')
      .set({ is_open: false, updated_at: ctx.now })
      .where('change_id', '=', row.id)
      .where('is_open', '=', true)
      .returning(['id', 'state', 'provider'])
      .execute();
    await askToCancel(ctx, order.root.id, closed);
  }
  const { from, target } = { from: row.state, target: changeTarget(order, row) };
  Object.assign(row, { state, until });
  await recordEvent(ctx, target, { kind: 'change', from, to: state });
}

/** Before the order moves on: what was not agreed to until now will not happen. */
export async function withdrawChange(ctx: Ctx, order: LockedOrder): Promise<void> {
  const open = await openChange(ctx, order);
  if (open) await endChange(ctx, order, open, 'withdrawn');
}

/** The row that the change is about. */
export const changeTarget = ({ root, parts }: LockedOrder, { order_id }: ChangeRow) =>
  parts.find(({ id }) => id === order_id) ?? root;
