import { type Selectable, sql } from 'kysely';
import type * as yup from 'yup';
import { fromMinor, toDecimal, toMinor } from '@/contract/core/money';
import { mayMove, paymentMoves } from '@/contract/orders/moves';
import { vendorMoneyOf } from '@/contract/refunds/money';
import { decideRefundSchema } from '@/contract/refunds/schema';
import { type RefundMethod, type RefundState, refundMethods, refundMoves } from '@/contract/refunds/states';
import { audit, changesBetween } from '@/server/core/audit';
import type { Ctx, Database } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { parseId } from '@/server/core/numbers';
import { pointsPerRouble, settingsOptions } from '@/server/core/settings';
import { validate } from '@/server/core/validate';
import { restoreStock } from '@/server/modules/catalogue/stock/stock';
import { type LedgerEntry, type LedgerLine, postEntry } from '@/server/modules/ledger/ledger';
import { lockAccounts } from '@/server/modules/ledger/ledger-accounts';
import { keptKindOf } from '@/server/modules/orders/complete-order';
import {
  deriveRoot,
  type LockedOrder,
  lockRoot,
  recordEvent,
  type StoredOrder,
  writeOrder,
} from '@/server/modules/orders/lock-order';
import { pointsLeft, shareOfPoints } from '@/server/modules/orders/payments/return-payment';
import { returnCash } from '@/server/modules/orders/till/till-refunds';
import { notifyRefundDecided } from './emails';
import { stateOf } from './presenter';

/** A refund and its whole order, locked until the transaction ends. */
export interface LockedRefund {
  row: Selectable<DB['refunds']>;
  lines: Selectable<DB['refund_lines']>[];
  order: LockedOrder;
}

type Decision = Partial<yup.InferType<typeof decideRefundSchema>> & { status: RefundState };

/**
 * `PUT refunds/{id}`, for administrators. Approval moves all money at once or nothing, and only once under concurrent
 * requests (rules/refunds: a decision is final and settles everything). Throws NOT_FOUND, ALREADY_REFUNDED,
 * ACTION_NOT_VALID for a transition that does not exist, CONFLICT with `current` for a stale version.
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

/** Locks the order first, then the refund, like everything that locks orders. Throws NOT_FOUND. */
export async function lockRefund(ctx: Ctx, key: string): Promise<LockedRefund> {
  const id = parseId(key);
  const found = ctx.db.selectFrom('refunds').where('id', '=', id).where('deleted_at', 'is', null);
  const reference = await found.select('order_id').executeTakeFirst();
  if (!reference) throw new AppError('NOT_FOUND');
  const order = await lockRoot(ctx, reference.order_id);
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

/** Applies a decision to a locked refund, with money, order, history and e-mails. */
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
  if (status === 'approved') await takeBackCommission(ctx.db, row.id);
  for (const part of partsOf(locked)) {
    await recordEvent(ctx, part, { kind: 'refund', from: row.status, to: status, note: decision_note });
  }
  const changes = changesBetween({ ...row }, change);
  await audit(ctx, { family: 'refunds', id: row.id, action: 'decide', changes });
  const sum = points && fromMinor(points.returned + points.credited);
  await notifyRefundDecided(ctx, order, { ...row, ...change }, sum ?? 0);
}

/** Subtracts an approved refund from the commission of its day; its lines have the vendors' shares by then. */
export async function takeBackCommission(db: Database, refundId: number): Promise<void> {
  await sql`insert into commission_days (day, orders, goods, credited)
    select (decided_at at time zone business_time_zone())::date, 0, -sum(goods), -sum(vendor_amount)
    from vendor_refunds where refund_id = ${refundId} group by 1`.execute(db);
}

const methodOf = (text: string): RefundMethod => refundMethods.find((one) => one === text) ?? 'payment';

/** Parts that the refund covers; the whole order when it has no lines. */
function partsOf({ lines, order }: LockedRefund): StoredOrder[] {
  const ids = new Set(
    lines.map(({ order_line_id }) => order.lines.find(({ id }) => id === order_line_id)?.order_id),
  );
  const parts = order.parts.filter(({ id }) => ids.has(id));
  return parts.length > 0 ? parts : [order.root];
}

interface SettlementOptions {
  method: RefundMethod;
  /** Return the pieces to stock. */
  restock: boolean;
}

/**
 * Settles an approved refund, locking order rows, stock and ledger in that order (rules/orders: locks have one order).
 * Returns the points credited to the wallet, in hundredths. Throws WRONG_REFUND when pieces were refunded concurrently.
 */
async function settleRefund(
  ctx: Ctx,
  locked: LockedRefund,
  options: SettlementOptions,
): Promise<RefundPoints> {
  // A cancelled part was never handed over: its stock is already back and its vendor was not credited.
  if (locked.row.origin === 'cancellation') {
    await markRefunded(ctx, locked, (part) => part.order_status === 'order-cancelled');
    return postRefundEntries(ctx, locked, options.method, new Map());
  }
  if (options.method === 'payment') await returnFromDrawer(ctx, locked);
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

/** Marks pieces and money as refunded. Returns each line's vendor share, in kopecks. */
async function returnPieces(ctx: Ctx, { row, lines, order }: LockedRefund): Promise<Map<number, number>> {
  const requested = new Map(lines.map((line) => [line.order_line_id, line.quantity]));
  const vendors = vendorShares(order, requested);
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

/** A check constraint caps the column at what was paid. */
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
 * Parts with nothing left become refunded, and the whole order once all parts are. A refund without lines touches no
 * part.
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

/** Points credited to the wallet, in hundredths: `returned` for points paid, `credited` for money. */
interface RefundPoints {
  returned: number;
  credited: number;
}

/**
 * Posts the ledger entries of an approved refund: vendors give back what they were credited for the pieces. Points
 * paid return as points; money goes back the way it came, or to the wallet as points at the platform's cost.
 * `vendors`: kopecks by line id.
 */
async function postRefundEntries(
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
    ...(method === 'payment' ? keptEntries(locked) : []),
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

/** Points for this much money at today's rate, in hundredths. */
async function pointsWorth(ctx: Ctx, kopecks: number): Promise<number> {
  return Math.floor((kopecks * toMinor(pointsPerRouble(await settingsOptions(ctx)))) / 100);
}

/** A shop's balance may become negative when it has already withdrawn the money. */
function vendorEntries({ lines }: LockedRefund, vendors: ReadonlyMap<number, number>): LedgerEntry[] {
  const shops = new Map<number, number>();
  for (const { shop_id, order_line_id } of lines) {
    shops.set(shop_id, (shops.get(shop_id) ?? 0) + (vendors.get(order_line_id) ?? 0));
  }
  return [...shops].flatMap(([shopId, sum]) =>
    transfer('refund', { kind: 'shop', shopId }, { kind: 'platform' }, sum),
  );
}

/** Cash of a till sale leaves the drawer of a shift. */
async function returnFromDrawer(ctx: Ctx, { row, order }: LockedRefund): Promise<void> {
  const [part] = order.parts;
  if (!part?.at_till || keptKindOf(part) !== 'cash-kept') return;
  await returnCash(ctx, {
    refundId: row.id,
    shopId: part.shop_id,
    saleShiftId: part.till_shift_id,
    amount: toMinor(row.amount) - toMinor(row.wallet_amount),
  });
}

/** A shop returns the money that it took itself, so that it no longer counts as paid out to the shop. */
function keptEntries({ row, lines, order }: LockedRefund): LedgerEntry[] {
  if (row.origin === 'cancellation') return [];
  return order.parts.flatMap((part) => {
    const kind = keptKindOf(part);
    if (!kind) return [];
    const shopId = part.shop_id;
    const paid = lines
      .filter(({ shop_id }) => shop_id === shopId)
      .reduce((sum, { amount, wallet_amount }) => sum + toMinor(amount) - toMinor(wallet_amount), 0);
    return transfer(kind, { kind: 'shop_paid_out', shopId }, { kind: 'shop', shopId }, paid);
  });
}

/** Empty for a zero sum. */
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
 * Points paid return at the rate of the payment, not today's. The points of a cancelled part were returned by the
 * cancellation.
 */
async function pointsToReturn(ctx: Ctx, { row, order }: LockedRefund): Promise<number> {
  if (row.origin === 'cancellation') return 0;
  return shareOfPoints(await pointsLeft(ctx, order.root), toMinor(row.wallet_amount));
}

/** What vendors give back for these pieces, by line id, in kopecks; never more than they were credited. */
export function vendorShares(
  { parts, lines }: Pick<LockedOrder, 'parts' | 'lines'>,
  requested: ReadonlyMap<number, number>,
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
      return [...vendorMoneyOf(pieces, toMinor(part.credited_amount), requested)];
    }),
  );
}
