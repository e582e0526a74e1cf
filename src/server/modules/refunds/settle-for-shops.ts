import { type Ctx, isAdmin } from '@/server/core/context';
import { settingsOptions } from '@/server/core/settings';
import { loadBalance } from '@/server/modules/ledger/ledger';
import { recordEvent } from '@/server/modules/orders/lock-order';
import { keepAlone, needsSecond } from '@/server/modules/settings/approvals/rules';
import { coveredParts, vendorShares } from './count-returned';
import { piecesOf } from './decide-refund';
import { notifyEscalated } from './emails';
import type { LockedRefund } from './lock-refund';
import { isCabinetRefundOpen } from './provider-parts';
import { keptSums, shopSums } from './refund-entries';
import { applyDecision } from './refund-moves';
import { type Inspection, inspectGoods, shopsWaiting } from './return-goods';

interface Agreement {
  /** The goods are here: what became of them. */
  inspection?: Inspection | undefined;
  /** Over the counter, out of the drawer of the person's shift. */
  isAtTill?: boolean;
}

/**
 * The shops agree to a refund: money moves at once or after the inspection, as the settings say, and once
 * (rules/refunds: money moves once). What a shop may not settle by itself goes to an administrator. True unless it did.
 */
export async function settleForShops(
  ctx: Ctx,
  locked: LockedRefund,
  { inspection, isAtTill = false }: Agreement = {},
): Promise<boolean> {
  if (!(await maySettle(ctx, locked))) {
    if (inspection) await inspectGoods(ctx, locked, inspection);
    await escalate(ctx, locked);
    return false;
  }
  const { returnMoneyAt } = await settingsOptions(ctx);
  const missing = shopsWaiting(locked).filter((id) => !inspection?.shopIds.includes(id));
  const waits = locked.subject.kind === 'goods' && returnMoneyAt === 'inspection' && missing.length > 0;
  if (waits) {
    if (inspection) await inspectGoods(ctx, locked, inspection);
    if (locked.row.status === 'pending') await applyDecision(ctx, locked, { to: 'agreed' });
    return true;
  }
  if (isAdmin(ctx)) await keepAlone(ctx, pieceOf(ctx, locked));
  const settlement = { by: isAtTill ? 'till' : 'shops', mustCover: !isAdmin(ctx), inspection } as const;
  await applyDecision(ctx, locked, { to: 'approved', settlement });
  return true;
}

const pieceOf = (ctx: Ctx, locked: LockedRefund) =>
  ({ kind: 'refund', sum: locked.row.amount, countedWith: piecesOf(ctx, locked) }) as const;

/**
 * Whether shops may settle a refund without an administrator (rules/refunds: what a shop may not settle itself): not of
 * what their own people bought, not the delivery, which is the marketplace's, and only what their balance covers.
 */
export async function maySettle(ctx: Ctx, locked: LockedRefund): Promise<boolean> {
  const { subject, row, lines, order } = locked;
  // A second person decides it then, on the refund's page.
  if (isAdmin(ctx)) return !(await needsSecond(ctx, { ...pieceOf(ctx, locked), right: 'refunds:decide' }));
  const isOwn = order.root.is_own_purchase || coveredParts(locked).some((part) => part.is_own_purchase);
  if (isOwn || subject.kind === 'delivery' || (await isCabinetRefundOpen(ctx, row.order_id))) return false;
  const requested = new Map(lines.map((line) => [line.order_line_id, line.quantity]));
  const kept = row.method === 'payment' ? keptSums(locked) : new Map<number, number>();
  for (const [shopId, sum] of shopSums(locked, vendorShares(order, requested))) {
    const cost = sum - (kept.get(shopId) ?? 0);
    if (cost > 0 && (await loadBalance(ctx, { kind: 'shop', shopId })) < cost) return false;
  }
  return true;
}

/** Hands a refund to the administrators, once. */
export async function escalate(ctx: Ctx, locked: LockedRefund): Promise<void> {
  const { row } = locked;
  if (row.escalated_at !== null) return;
  Object.assign(row, { escalated_at: ctx.now, version: row.version + 1 });
  await ctx.db
    .updateTable('refunds')
    .set({ escalated_at: ctx.now, version: row.version, updated_at: ctx.now })
    .where('id', '=', row.id)
    .execute();
  for (const part of coveredParts(locked)) await recordEvent(ctx, part, { kind: 'refund', to: 'escalated' });
  await notifyEscalated(ctx, locked);
}
