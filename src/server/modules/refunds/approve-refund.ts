import { type Selectable, sql } from 'kysely';
import type * as yup from 'yup';
import { fromMinor, toDecimal, toMinor } from '@/contract/core/money';
import { mayMove, paymentMoves } from '@/contract/orders/status';
import { vendorMoneyOf } from '@/contract/refunds/money';
import { decideRefundSchema } from '@/contract/refunds/schema';
import { type RefundMethod, type RefundState, refundMethods, refundMoves } from '@/contract/refunds/states';
import { audit, changesBetween } from '@/server/core/audit';
import type { Ctx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/resource/query';
import { pointsPerRouble, settingsOptions } from '@/server/core/settings';
import { validate } from '@/server/core/validate';
import { restoreStock } from '@/server/modules/catalogue/stock/stock';
import { type LedgerEntry, type LedgerLine, postEntry } from '@/server/modules/ledger/ledger';
import { lockAccounts } from '@/server/modules/ledger/ledger-accounts';
import {
  deriveRoot,
  type LockedOrder,
  lockRoot,
  recordEvent,
  type StoredOrder,
  writeOrder,
} from '@/server/modules/orders/lock-order';
import { pointsLeft, shareOfPoints } from '@/server/modules/orders/return-payment';
import { notifyRefundDecided } from './emails';
import { stateOf } from './presenter';

/** A refund that nobody else decides until the transaction ends, with its whole order. */
export interface LockedRefund {
  row: Selectable<DB['refunds']>;
  lines: Selectable<DB['refund_lines']>[];
  order: LockedOrder;
}

type Decision = Partial<yup.InferType<typeof decideRefundSchema>> & { status: RefundState };

/**
 * `PUT refunds/{id}` by an administrator (reference rules R-148 … R-150). Approving moves all money at once, or nothing;
 * it happens once however many ask for it together. Throws NOT_FOUND, ALREADY_REFUNDED, ACTION_NOT_VALID for a move that
 * does not exist, CONFLICT with `current` when another version was looked at.
 */
export async function decideRefund(
  ctx: Ctx,
  key: string,
  body: JsonRecord,
  current: () => Promise<JsonRecord>,
): Promise<void> {
  const input = await validate(decideRefundSchema, body);
  const locked = await lockRefund(ctx, key);
  assertMove(locked, input.status);
  if (input.version !== undefined && input.version !== locked.row.version) {
    throw new AppError('CONFLICT', { current: await current() });
  }
  await applyDecision(ctx, locked, input);
}

/** The refund with its order locked first, as everything that includesShops orders locks. Throws NOT_FOUND. */
export async function lockRefund(ctx: Ctx, key: string): Promise<LockedRefund> {
  const id = /^\d{1,15}$/.test(key) ? Number(key) : 0;
  const found = ctx.db.selectFrom('refunds').where('id', '=', id).where('deleted_at', 'is', null);
  const about = await found.select('order_id').executeTakeFirst();
  if (!about) throw new AppError('NOT_FOUND');
  const order = await lockRoot(ctx, about.order_id);
  const row = await found.selectAll().forUpdate().executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  const lines = await ctx.db
    .selectFrom('refund_lines')
    .selectAll()
    .where('refund_id', '=', id)
    .orderBy('id')
    .execute();
  return { row, lines, order };
}

/** Throws ALREADY_REFUNDED or ACTION_NOT_VALID. */
export function assertMove({ row }: LockedRefund, to: RefundState): void {
  const from = stateOf(row);
  if (from === 'approved') throw new AppError('ALREADY_REFUNDED');
  if (!refundMoves[from].includes(to)) throw new AppError('ACTION_NOT_VALID');
}

/** Moves a locked refund on, with all that follows: money, order, history, letters. */
export async function applyDecision(ctx: Ctx, locked: LockedRefund, decision: Decision): Promise<void> {
  const { row, order } = locked;
  const { status, decision_note = null, restock = false } = decision;
  const method = decision.method ?? methodOf(row.method);
  if (method === 'wallet' && row.customer_id === null) {
    throw new AppError('VALIDATION_FAILED', { fields: { method: ['error-refund-wallet'] } });
  }
  const points = status === 'approved' ? await settleRefund(ctx, locked, { method, restock }) : null;
  const change = { status, method, decision_note: decision_note || null };
  const isFinal = refundMoves[status].length === 0;
  await ctx.db
    .updateTable('refunds')
    .set({
      ...change,
      ...(points && {
        wallet_points: toDecimal(points.returned),
        credited_points: toDecimal(points.credited),
      }),
      ...(isFinal && { decided_by: ctx.user?.id ?? null, decided_at: ctx.now }),
      version: row.version + 1,
      updated_at: ctx.now,
    })
    .where('id', '=', row.id)
    .execute();
  for (const part of partsOf(locked)) {
    await recordEvent(ctx, part, { kind: 'refund', from: row.status, to: status, note: decision_note });
  }
  const changes = changesBetween({ ...row }, change);
  await audit(ctx, { family: 'refunds', id: row.id, action: 'decide', changes });
  const sum = points && fromMinor(points.returned + points.credited);
  await notifyRefundDecided(ctx, order, { ...row, ...change }, sum ?? 0);
}

const methodOf = (text: string): RefundMethod => refundMethods.find((one) => one === text) ?? 'payment';

/** The parts of the order that a refund is about; the whole order when it names no pieces. */
function partsOf({ lines, order }: LockedRefund): StoredOrder[] {
  const ids = new Set(
    lines.map(({ order_line_id }) => order.lines.find(({ id }) => id === order_line_id)?.order_id),
  );
  const parts = order.parts.filter(({ id }) => ids.has(id));
  return parts.length > 0 ? parts : [order.root];
}

interface SettlementOptions {
  method: RefundMethod;
  /** The pieces can be sold again. */
  restock: boolean;
}

/**
 * All that an approved refund does (design §5), in the order in which everybody locks: the order's rows, the stock, the
 * ledger. Answers the points that came to the wallet, in hundredths. Throws WRONG_REFUND when pieces came back otherwise
 * meanwhile, so that nothing comes back twice.
 */
export async function settleRefund(
  ctx: Ctx,
  locked: LockedRefund,
  options: SettlementOptions,
): Promise<RefundPoints> {
  // What a cancellation gives back was never handed over: its pieces are in the stock already, its vendor got nothing.
  if (locked.row.origin === 'cancellation') {
    await markRefunded(ctx, locked, (part) => part.order_status === 'order-cancelled');
    return postRefundEntries(ctx, locked, options.method, new Map());
  }
  const vendors = await returnPieces(ctx, locked);
  if (options.restock) await restock(ctx, locked);
  const { lines } = locked.order;
  await markRefunded(ctx, locked, (part) =>
    lines
      .filter((line) => line.order_id === part.id)
      .every((line) => line.refunded_quantity === line.quantity),
  );
  return postRefundEntries(ctx, locked, options.method, vendors);
}

/** Counts the pieces and the money as given back; answers what each line's vendor gives back, in kopecks. */
async function returnPieces(ctx: Ctx, { row, lines, order }: LockedRefund): Promise<Map<number, number>> {
  const asked = new Map(lines.map((line) => [line.order_line_id, line.quantity]));
  const vendors = vendorShares(order, asked);
  for (const piece of lines) {
    const line = order.lines.find(({ id }) => id === piece.order_line_id);
    if (!line || line.refunded_quantity + piece.quantity > line.quantity) throw new AppError('WRONG_REFUND');
    line.refunded_quantity += piece.quantity;
    await ctx.db
      .updateTable('order_lines')
      .set({ refunded_quantity: line.refunded_quantity })
      .where('id', '=', line.id)
      .execute();
    await ctx.db
      .updateTable('refund_lines')
      .set({ vendor_amount: toDecimal(vendors.get(line.id) ?? 0) })
      .where('id', '=', piece.id)
      .execute();
  }
  await addRefunded(ctx, order.root.id, toMinor(row.amount));
  for (const part of order.parts) {
    const ids = order.lines.filter((line) => line.order_id === part.id).map(({ id }) => id);
    const own = lines.filter(({ order_line_id }) => ids.includes(order_line_id));
    const sum = own.reduce((all, line) => all + toMinor(line.amount), 0);
    if (sum > 0) await addRefunded(ctx, part.id, sum);
  }
  return vendors;
}

/** The column's check keeps it at or below what was paid. */
async function addRefunded(ctx: Ctx, id: number, kopecks: number): Promise<void> {
  await ctx.db
    .updateTable('orders')
    .set({ refunded_amount: sql`refunded_amount + ${toDecimal(kopecks)}::numeric` })
    .where('id', '=', id)
    .execute();
}

async function restock(ctx: Ctx, { lines, order }: LockedRefund): Promise<void> {
  const pieces = lines.flatMap(({ order_line_id, quantity }) => {
    const line = order.lines.find(({ id }) => id === order_line_id);
    if (!line) return [];
    return [{ productId: line.product_id, variationId: line.variation_option_id, quantity }];
  });
  await restoreStock(ctx, pieces, { family: 'orders', rowId: order.root.id });
}

/**
 * Parts of the refund that nothing is left of are refunded, and the whole order once all of it is. Money that came without
 * need is for no part.
 */
async function markRefunded(
  ctx: Ctx,
  { lines, order }: LockedRefund,
  isOver: (part: StoredOrder) => boolean,
): Promise<void> {
  const touched = new Set(
    lines.map(({ order_line_id }) => order.lines.find(({ id }) => id === order_line_id)?.order_id),
  );
  for (const part of order.parts) {
    if (!touched.has(part.id) || !isOver(part)) continue;
    const isCompleted = part.order_status === 'order-completed';
    await markPaymentRefunded(ctx, part);
    if (!isCompleted) continue;
    await writeOrder(ctx, part, { order_status: 'order-refunded' });
    await recordEvent(ctx, part, { kind: 'status', from: 'order-completed', to: 'order-refunded' });
  }
  await deriveRoot(ctx, order);
  if (order.parts.every(({ payment_status }) => payment_status === 'payment-refunded')) {
    await markPaymentRefunded(ctx, order.root);
  }
}

async function markPaymentRefunded(ctx: Ctx, row: StoredOrder): Promise<void> {
  const from = row.payment_status;
  if (!mayMove(paymentMoves, from, 'payment-refunded')) return;
  await writeOrder(ctx, row, { payment_status: 'payment-refunded' });
  await recordEvent(ctx, row, { kind: 'payment', from, to: 'payment-refunded' });
}

/** Points that came to the wallet, in hundredths: of what points had paid, and of money. */
export interface RefundPoints {
  returned: number;
  credited: number;
}

/**
 * Moves the money of an approved refund: from each vendor what it was credited for the pieces, to the customer what they
 * had paid. What points had paid returns as points; the rest goes out the way it came, or to the wallet, whose points the
 * platform bears. `vendors` are kopecks by line.
 */
export async function postRefundEntries(
  ctx: Ctx,
  locked: LockedRefund,
  method: RefundMethod,
  vendors: ReadonlyMap<number, number>,
): Promise<RefundPoints> {
  const { row } = locked;
  const paid = toMinor(row.amount) - toMinor(row.wallet_amount);
  const points: RefundPoints = {
    returned: await pointsToReturn(ctx, locked),
    credited: method === 'wallet' ? await pointsWorth(ctx, paid) : 0,
  };
  const entries = [
    ...vendorEntries(locked, vendors),
    ...transfer('refund', { kind: 'platform' }, { kind: 'outside' }, method === 'payment' ? paid : 0),
    ...(row.customer_id === null
      ? []
      : [points.returned, points.credited].flatMap((sum) =>
          transfer('points', { kind: 'points' }, { kind: 'wallet', userId: row.customer_id ?? 0 }, sum),
        )),
  ];
  if (entries.length === 0) return points;
  await lockAccounts(
    ctx,
    entries.flatMap(({ lines }) => lines.map(({ account }) => account)),
  );
  for (const entry of entries) await postEntry(ctx, { ...entry, family: 'refunds', rowId: row.id });
  return points;
}

/** Points worth as much today as money that was paid, in hundredths. */
async function pointsWorth(ctx: Ctx, kopecks: number): Promise<number> {
  return Math.floor(kopecks * pointsPerRouble(await settingsOptions(ctx)) + 1e-9);
}

/** A shop's debt may exceed what it has: it has withdrawn it already. */
function vendorEntries({ lines }: LockedRefund, vendors: ReadonlyMap<number, number>): LedgerEntry[] {
  const shops = new Map<number, number>();
  for (const { shop_id, order_line_id } of lines) {
    shops.set(shop_id, (shops.get(shop_id) ?? 0) + (vendors.get(order_line_id) ?? 0));
  }
  return [...shops].flatMap(([shopId, sum]) =>
    transfer('refund', { kind: 'shop', shopId }, { kind: 'platform' }, sum),
  );
}

/** No entry moves nothing. */
function transfer(
  kind: LedgerEntry['kind'],
  from: LedgerLine['account'],
  to: LedgerLine['account'],
  sum: number,
): LedgerEntry[] {
  if (sum === 0) return [];
  return [
    {
      kind,
      lines: [
        { account: from, amount: -sum },
        { account: to, amount: sum },
      ],
    },
  ];
}

/**
 * Points of the order that this refund gives back: as many as were paid, whatever the ratio is today. The points of a
 * cancelled part went back with the cancellation.
 */
async function pointsToReturn(ctx: Ctx, { row, order }: LockedRefund): Promise<number> {
  if (row.origin === 'cancellation') return 0;
  return shareOfPoints(await pointsLeft(ctx, order.root), toMinor(row.wallet_amount));
}

/**
 * What vendors give back for pieces of the lines of an order, by the line's id, in kopecks: of what was credited for their
 * part, never more.
 */
export function vendorShares(
  { parts, lines }: Pick<LockedOrder, 'parts' | 'lines'>,
  asked: ReadonlyMap<number, number>,
): Map<number, number> {
  return new Map(
    parts.flatMap((part) => {
      if (part.credited_amount === null) return [];
      const bearsDiscount = part.discount_shop_id === part.shop_id;
      const pieces = lines
        .filter((line) => line.order_id === part.id)
        .map((line) => ({
          id: line.id,
          quantity: line.quantity,
          refunded: line.refunded_quantity,
          base: toMinor(line.subtotal) - (bearsDiscount ? toMinor(line.discount) : 0),
        }));
      return [...vendorMoneyOf(pieces, toMinor(part.credited_amount), asked)];
    }),
  );
}
