import type { ReturnStage } from '@/contract/refunds/states';
import type { Ctx } from '@/server/core/context';
import { rejectField } from '@/server/core/errors';
import { restoreStock } from '@/server/modules/catalogue/stock/stock';
import { recordEvent } from '@/server/modules/orders/lock-order';
import type { LockedRefund } from './lock-refund';

/** What became of returned pieces; those that are not written off return to the stock. */
export interface Inspection {
  shopIds: readonly number[];
  /** Pieces by refund line. */
  writtenOff: ReadonlyMap<number, number>;
  reason: string | null;
}

/** Shops whose goods of this refund were not inspected yet. */
export const shopsWaiting = ({ shops }: LockedRefund): number[] =>
  shops.filter(({ stage }) => stage !== 'inspected').map(({ shop_id }) => shop_id);

/** All pieces of shops whose goods were not inspected yet return to the stock. */
export const restockAll = (locked: LockedRefund): Inspection => ({
  shopIds: shopsWaiting(locked),
  writtenOff: new Map(),
  reason: null,
});

/**
 * Inspects the goods of some shops, each piece once: it returns to the stock or is written off with a reason. Throws
 * VALIDATION_FAILED for more pieces than came or without a reason.
 */
export async function inspectGoods(ctx: Ctx, locked: LockedRefund, inspection: Inspection): Promise<void> {
  const { shopIds, writtenOff, reason } = inspection;
  const waiting = shopsWaiting(locked).filter((id) => shopIds.includes(id));
  const lines = locked.lines.filter(({ shop_id }) => waiting.includes(shop_id));
  const unknown = [...writtenOff.keys()].some((id) => !lines.some((line) => line.id === id));
  const isTooMuch = lines.some(({ id, quantity }) => (writtenOff.get(id) ?? 0) > quantity);
  if (unknown || isTooMuch) rejectField('lines', 'error-refund-quantity');
  const isWrittenOff = [...writtenOff.values()].some((pieces) => pieces > 0);
  if (isWrittenOff && !reason) rejectField('write_off_reason', 'error-reason-required');
  const restocked = lines.map((line) => ({ line, quantity: line.quantity - (writtenOff.get(line.id) ?? 0) }));
  await restoreStock(
    ctx,
    restocked.flatMap(({ line, quantity }) => {
      const sold = locked.order.lines.find(({ id }) => id === line.order_line_id);
      if (!sold || quantity === 0) return [];
      return [{ productId: sold.product_id, variationId: sold.variation_option_id, quantity }];
    }),
    { family: 'orders', rowId: locked.order.root.id },
  );
  for (const { line, quantity } of restocked) {
    const written_off = line.quantity - quantity;
    Object.assign(line, { restocked: quantity, written_off });
    await ctx.db
      .updateTable('refund_lines')
      .set({ restocked: quantity, written_off, write_off_reason: written_off > 0 ? reason : null })
      .where('id', '=', line.id)
      .execute();
  }
  await setStage(ctx, locked, waiting, 'inspected', isWrittenOff ? reason : null);
}

/** Notes where the goods of some shops are. */
export async function setStage(
  ctx: Ctx,
  locked: LockedRefund,
  shopIds: readonly number[],
  stage: ReturnStage,
  note: string | null = null,
): Promise<void> {
  for (const shop of locked.shops.filter(({ shop_id }) => shopIds.includes(shop_id))) {
    Object.assign(shop, { stage, stage_at: ctx.now });
    await ctx.db
      .updateTable('refund_shops')
      .set({ stage, stage_at: ctx.now })
      .where('refund_id', '=', locked.row.id)
      .where('shop_id', '=', shop.shop_id)
      .execute();
    const part = locked.order.parts.find(({ shop_id }) => shop_id === shop.shop_id);
    if (part) await recordEvent(ctx, part, { kind: 'refund', to: stage, note });
  }
}
