import { sql } from 'kysely';
import type * as yup from 'yup';
import { fromMinor, toDecimal, toMinor } from '@/contract/core/money';
import { type ReturnedPieces, refundMoney, toPieces, vendorMoney } from '@/contract/refunds/money';
import { decideRefundSchema } from '@/contract/refunds/schema';
import { type RefundMethod, type RefundState, refundMethods, refundMoves } from '@/contract/refunds/states';
import { audit, changesBetween } from '@/server/core/audit';
import type { Ctx, Database } from '@/server/core/context';
import { updateRow } from '@/server/core/db/rows';
import { AppError, rejectField } from '@/server/core/errors';
import { emit } from '@/server/core/events/event';
import type { JsonRecord } from '@/server/core/json-record';
import { pointsPerRouble, settingsOptions } from '@/server/core/settings';
import { validate } from '@/server/core/validate';
import { pointsGiven } from '@/server/modules/ledger/entries';
import { postEntries } from '@/server/modules/ledger/ledger';
import { keptKind } from '@/server/modules/orders/complete-order';
import {
  deriveRoot,
  type LockedOrder,
  moveTo,
  recordEvent,
  type StoredOrder,
  type StoredPart,
} from '@/server/modules/orders/lock-order';
import { returnMarks } from '@/server/modules/orders/marks/returned-marks';
import { isClaimed } from '@/server/modules/orders/payments/claimed-prepayment';
import { setPayment } from '@/server/modules/orders/payments/payment-intents';
import { pointsLeft, shareOfPoints } from '@/server/modules/orders/payments/return-payment';
import { returnCash } from '@/server/modules/orders/till/till-refunds';
import type { CountedWith } from '@/server/modules/settings/approvals/moved-alone';
import { defineGuarded, holdsInTeam } from '@/server/modules/settings/approvals/registry';
import { requireSecondPerson } from '@/server/modules/settings/approvals/require-second-person';
import { assertNotClaimed } from './claimed-refunds';
import { describeRefund } from './describe-refund';
import { notifyRefundDecided } from './emails';
import { type LockedRefund, lockRefund } from './lock-refund';
import {
  askProviders,
  assertNoForeign,
  chooseRoute,
  type ForeignRefund,
  takeForeign,
} from './provider-parts';
import { notKept, refundEntries } from './refund-entries';
import { refundState } from './refund-moves';
import { deliveryRefund, refundedDelivery } from './refundable';
import { type Inspection, inspectGoods, restockAll } from './return-goods';

type Decision = Partial<yup.InferType<typeof decideRefundSchema>> & {
  status: RefundState;
  /** The shops agreed; the money waits for the goods. */
  isAgreed?: boolean;
} & Partial<Pick<SettlementOptions, 'inspection' | 'isShops' | 'isAtTill' | 'foreign'>>;

interface RefundContent extends JsonRecord {
  id: number;
  /** As the schema read it. */
  decision: JsonRecord;
}

/** A refund of money that a second person confirms. */
const refund = defineGuarded<RefundContent>({
  kind: 'refund',
  family: 'refunds',
  right: 'refunds:decide',
  // Whoever takes goods back completes the refund that was agreed.
  mayPrepare: (ctx) => holdsInTeam(ctx, 'refunds:write'),
  describe: describeRefund,
  async run(ctx, { id, decision }) {
    const changed = async (): Promise<JsonRecord> => ({ id });
    await decideRefund(ctx, String(id), decision, changed);
    return { id };
  },
});

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
  assertExplained(locked, input);
  if (input.status === 'approved') {
    const { version: _seen, ...decision } = input;
    await requireForRefund(ctx, locked, decision);
  }
  if (input.lines) await acceptSome(ctx, locked, input.lines);
  await applyDecision(ctx, locked, input);
}

/** A refund from the sum of the settings up needs a second person. */
export async function requireForRefund(ctx: Ctx, locked: LockedRefund, decision: JsonRecord): Promise<void> {
  const { id, version, amount: sum } = locked.row;
  const content = { id, decision };
  await requireSecondPerson(ctx, refund, { id, version, content, sum, countedWith: piecesOf(ctx, locked) });
}

/** Refunds by one person, of an order and of a buyer count together (rules/settings: pieces count together). */
export const piecesOf = ({ user }: Ctx, { row, order }: LockedRefund): CountedWith => ({
  ...(user && { giver: user.id }),
  order: order.root.id,
  customer: row.customer_id,
});

/** An administrator who decides between a customer and a shop, or grants less than requested, says why. */
function assertExplained({ row }: LockedRefund, { status, decision_note, lines }: Decision): void {
  const isFinal = refundMoves[status].length === 0;
  const isArbitrated = isFinal && row.escalated_at !== null && row.origin === 'request';
  if (!(isArbitrated || lines) || decision_note) return;
  rejectField('decision_note', 'error-refund-note-required');
}

/** Throws ALREADY_REFUNDED or ACTION_NOT_VALID. */
export function assertMove({ row }: LockedRefund, to: RefundState): void {
  const from = refundState(row);
  if (from === 'approved') throw new AppError('ALREADY_REFUNDED');
  if (!refundMoves[from].includes(to)) throw new AppError('ACTION_NOT_VALID');
}

/** Applies a decision to a locked refund, with money, order, history and e-mails. */
export async function applyDecision(ctx: Ctx, locked: LockedRefund, decision: Decision): Promise<void> {
  const { row, order } = locked;
  const { status, decision_note = null, isAgreed = false } = decision;
  const method = decision.method ?? methodOf(row.method);
  if (method === 'wallet' && row.customer_id === null) {
    rejectField('method', 'error-refund-wallet');
  }
  const points =
    status === 'approved' ? await settleRefund(ctx, locked, settlementOf(locked, decision, method)) : null;
  const change = { status, method, decision_note: decision_note || null };
  const isFinal = refundMoves[status].length === 0;
  await updateRow(ctx, 'refunds', row.id, {
    ...change,
    ...(points && {
      wallet_points: toDecimal(points.returned),
      credited_points: toDecimal(points.credited),
    }),
    ...(isAgreed && { agreed_at: ctx.now }),
    ...(isFinal && { decided_by: ctx.user?.id ?? null, decided_at: ctx.now }),
  });
  if (status === 'approved') await takeBackCommission(ctx.db, row.id);
  for (const part of coveredParts(locked)) {
    const to = isAgreed ? 'agreed' : status;
    await recordEvent(ctx, part, { kind: 'refund', from: row.status, to, note: decision_note });
  }
  const changes = changesBetween({ ...row }, change);
  await audit(ctx, { family: 'refunds', id: row.id, action: 'decide', changes });
  if (isFinal)
    await emit(ctx, 'refund-decided', {
      record: row.id,
      version: row.version + 1,
      data: { orderId: row.order_id, status },
    });
  const sum = points && fromMinor(points.returned + points.credited);
  await notifyRefundDecided(ctx, order, { ...row, ...change, isAgreed }, sum ?? 0);
}

function settlementOf(
  locked: LockedRefund,
  { restock, inspection, isShops = false, isAtTill = false, foreign }: Decision,
  method: RefundMethod,
): SettlementOptions {
  return {
    method,
    isShops,
    isAtTill,
    foreign,
    inspection: inspection ?? (restock ? restockAll(locked) : undefined),
  };
}

/** Leaves only the accepted pieces in a refund of goods; the others may be requested again. */
async function acceptSome(
  ctx: Ctx,
  locked: LockedRefund,
  accepted: readonly { id: number | null; quantity: number }[],
): Promise<void> {
  const { row, lines, shops } = locked;
  const quantities = new Map(accepted.map(({ id, quantity }) => [id, quantity]));
  const isKnown = accepted.every(({ id, quantity }) =>
    lines.some((l) => l.id === id && quantity <= l.quantity),
  );
  if (row.origin !== 'request' || row.kind !== 'goods' || !isKnown || quantities.size === 0) {
    rejectField('lines', 'error-refund-quantity');
  }
  for (const line of lines) {
    const quantity = quantities.get(line.id);
    const one = ctx.db.updateTable('refund_lines').where('id', '=', line.id);
    if (quantity === undefined) await ctx.db.deleteFrom('refund_lines').where('id', '=', line.id).execute();
    else if (quantity < line.quantity) await one.set({ quantity }).execute();
    if (quantity !== undefined) line.quantity = quantity;
  }
  locked.lines = lines.filter(({ id }) => quantities.has(id));
  const left = new Set(locked.lines.map(({ shop_id }) => shop_id));
  locked.shops = shops.filter(({ shop_id }) => left.has(shop_id));
  await ctx.db
    .deleteFrom('refund_shops')
    .where('refund_id', '=', row.id)
    .where('shop_id', 'not in', [...left])
    .execute();
}

/** Subtracts an approved refund from the commission of its day; its lines have the vendors' shares by then. */
export async function takeBackCommission(db: Database, refundId: number): Promise<void> {
  await sql`insert into commission_days (day, orders, goods, credited)
    select (decided_at at time zone business_time_zone())::date, 0, -sum(goods), -sum(vendor_amount)
    from vendor_refunds where refund_id = ${refundId} group by 1`.execute(db);
}

const methodOf = (text: string): RefundMethod => refundMethods.find((one) => one === text) ?? 'payment';

/** Parts that the refund covers; the whole order when it has no lines. */
export function coveredParts({ row, lines, order }: LockedRefund): StoredOrder[] {
  const own = order.parts.filter(({ id }) => id === row.part_id);
  if (own.length > 0) return own;
  const parts = returningParts({ lines, order });
  return parts.length > 0 ? parts : [order.root];
}

/** Parts of which pieces come back. */
function returningParts({ lines, order }: Pick<LockedRefund, 'lines' | 'order'>): StoredPart[] {
  const ids = new Set(
    lines.map(({ order_line_id }) => order.lines.find(({ id }) => id === order_line_id)?.order_id),
  );
  return order.parts.filter(({ id }) => ids.has(id));
}

interface SettlementOptions {
  method: RefundMethod;
  /** The goods are here: what became of them. */
  inspection: Inspection | undefined;
  /** Decided by shops, which only settle what their balance covers. */
  isShops: boolean;
  /** Over the counter: cash leaves the drawer of the person's own shift. */
  isAtTill: boolean;
  /** The money has left in a provider's cabinet. */
  foreign: ForeignRefund | undefined;
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
    const { row, order } = locked;
    const sum = row.from_suspense ? 0 : toMinor(row.amount) - toMinor(row.wallet_amount);
    if (await isClaimed(ctx, order, sum)) throw new AppError('REFUND_NOT_POSSIBLE');
    await markRefunded(ctx, locked, (part) => part.order_status === 'order-cancelled');
    return postRefundEntries(ctx, locked, options, new Map());
  }
  await recount(ctx, locked);
  if (options.method === 'payment') await returnFromDrawer(ctx, locked, options.isAtTill);
  if (locked.row.kind !== 'goods') {
    await returnWithoutGoods(ctx, locked);
    return postRefundEntries(ctx, locked, options, new Map());
  }
  const vendors = await returnPieces(ctx, locked);
  await returnMarks(ctx, locked);
  if (options.inspection) await inspectGoods(ctx, locked, options.inspection);
  const { lines } = locked.order;
  await markRefunded(ctx, locked, (part) =>
    lines
      .filter((line) => line.order_id === part.id)
      .every((line) => line.refunded_quantity === line.quantity),
  );
  return postRefundEntries(ctx, locked, options, vendors);
}

/**
 * Recomputes the money of a refund by what its order still has: other refunds may have been decided since the request.
 * Throws WRONG_REFUND.
 */
async function recount(ctx: Ctx, { row, lines, order }: LockedRefund): Promise<void> {
  const part = order.parts.find(({ id }) => id === row.part_id);
  if (row.kind === 'goods') {
    const requested = new Map(lines.map((line) => [line.order_line_id, line.quantity]));
    const isLeft = order.lines.every((l) => l.refunded_quantity + (requested.get(l.id) ?? 0) <= l.quantity);
    if (!isLeft) throw new AppError('WRONG_REFUND');
    const terms = { refunded: refundedDelivery(order), isKept: row.exchange_order_id !== null };
    const money = refundMoney(order.lines.map(toPieces), requested, terms);
    for (const line of lines) {
      const found = money.find(({ lineId }) => lineId === line.order_line_id);
      const sums = { amount: toDecimal(found?.amount ?? 0), wallet_amount: toDecimal(found?.wallet ?? 0) };
      await ctx.db.updateTable('refund_lines').set(sums).where('id', '=', line.id).execute();
      Object.assign(line, { amount: Number(sums.amount), wallet_amount: Number(sums.wallet_amount) });
    }
    row.amount = fromMinor(money.reduce((sum, { amount }) => sum + amount, 0));
    row.wallet_amount = fromMinor(money.reduce((sum, { wallet }) => sum + wallet, 0));
    await addDelivery(ctx, order, money);
  } else if (row.kind === 'delivery' && part) {
    const amount = toMinor(row.amount);
    if (amount > toMinor(part.delivery_fee) - toMinor(part.refunded_delivery))
      throw new AppError('WRONG_REFUND');
    row.wallet_amount = fromMinor(deliveryRefund(order, part, amount).wallet);
  }
  if (row.amount <= 0 && row.kind !== 'goods') throw new AppError('REFUND_NOT_POSSIBLE');
  await ctx.db
    .updateTable('refunds')
    .set({ amount: toDecimal(toMinor(row.amount)), wallet_amount: toDecimal(toMinor(row.wallet_amount)) })
    .where('id', '=', row.id)
    .execute();
}

/** Delivery that comes back with the last pieces of a part. */
async function addDelivery(ctx: Ctx, order: LockedOrder, money: readonly ReturnedPieces[]): Promise<void> {
  for (const part of order.parts) {
    const ids = order.lines.filter((line) => line.order_id === part.id).map(({ id }) => id);
    const sum = money
      .filter(({ lineId }) => ids.includes(lineId))
      .reduce((all, { delivery }) => all + delivery, 0);
    for (const id of sum > 0 ? [part.id, order.root.id] : []) {
      await addTo(ctx, id, 'refunded_delivery', sum);
    }
  }
}

/** Delivery counts as refunded; goodwill is no part of the payment, and the order notes it beside the refunds. */
async function returnWithoutGoods(ctx: Ctx, { row, order }: LockedRefund): Promise<void> {
  const amount = toMinor(row.amount);
  for (const id of [row.part_id ?? 0, order.root.id]) {
    if (row.kind === 'goodwill') await addTo(ctx, id, 'goodwill_amount', amount);
    else {
      await addTo(ctx, id, 'refunded_delivery', amount);
      await addTo(ctx, id, 'refunded_amount', amount);
    }
  }
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
  await addTo(ctx, order.root.id, 'refunded_amount', toMinor(row.amount));
  for (const part of order.parts) {
    const ids = order.lines.filter((line) => line.order_id === part.id).map(({ id }) => id);
    const own = lines.filter(({ order_line_id }) => ids.includes(order_line_id));
    const sum = own.reduce((all, line) => all + toMinor(line.amount), 0);
    if (sum > 0) await addTo(ctx, part.id, 'refunded_amount', sum);
  }
  return vendors;
}

/** Check constraints cap these columns at what was paid. */
async function addTo(
  ctx: Ctx,
  id: number,
  column: 'refunded_amount' | 'refunded_delivery' | 'goodwill_amount',
  kopecks: number,
): Promise<void> {
  await ctx.db
    .updateTable('orders')
    .set({ [column]: sql`${sql.ref(column)} + ${toDecimal(kopecks)}::numeric` })
    .where('id', '=', id)
    .execute();
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
  for (const part of returningParts({ lines, order }).filter(isOver)) {
    const isCompleted = part.order_status === 'order-completed';
    await setPayment(ctx, part, 'payment-refunded');
    if (isCompleted) await moveTo(ctx, part, 'order-refunded');
  }
  await deriveRoot(ctx, order);
  if (order.parts.every(({ payment_status }) => payment_status === 'payment-refunded')) {
    await setPayment(ctx, order.root, 'payment-refunded');
  }
}

/** Points credited to the wallet, in hundredths: `returned` for points paid, `credited` for money. */
interface RefundPoints {
  returned: number;
  credited: number;
}

/**
 * Posts the ledger entries of an approved refund. Points paid return as points; money goes back the way
 * it came, which a provider is asked for, or to the wallet as points at the platform's cost. `vendors`: kopecks by line id.
 */
async function postRefundEntries(
  ctx: Ctx,
  locked: LockedRefund,
  { method, isShops, foreign }: SettlementOptions,
  vendors: ReadonlyMap<number, number>,
): Promise<RefundPoints> {
  const { row } = locked;
  const paid = toMinor(row.amount) - toMinor(row.wallet_amount);
  if (foreign) {
    if (foreign.amount !== paid || notKept(locked) !== paid) throw new AppError('WRONG_REFUND');
    await takeForeign(ctx, row.id, foreign.id);
  } else if (method === 'payment') await assertNoForeign(ctx, row.order_id);
  // Money that has left in a cabinet is accounted for all the same.
  if (!foreign && row.origin !== 'cancellation') await assertNotClaimed(ctx, locked.order, notKept(locked));
  const isSent = method === 'payment' && !foreign;
  const route = isSent ? await chooseRoute(ctx, locked, notKept(locked)) : undefined;
  const points: RefundPoints = {
    returned: await pointsToReturn(ctx, locked),
    credited: method === 'wallet' ? await pointsWorth(ctx, paid) : 0,
  };
  const [about, user] = [{ family: 'refunds', rowId: row.id } as const, row.customer_id];
  const given = user === null ? [] : [points.returned, points.credited];
  await postEntries(ctx, [
    ...refundEntries(locked, { method, isShops, vendors, route, isForeign: foreign !== undefined }),
    ...given.flatMap((sum) => pointsGiven('points', about, user ?? 0, sum)),
  ]);
  await askProviders(ctx, row.id, route?.parts ?? []);
  return points;
}

/** Points for this much money at today's rate, in hundredths. */
export async function pointsWorth(ctx: Ctx, kopecks: number): Promise<number> {
  return Math.floor((kopecks * toMinor(pointsPerRouble(await settingsOptions(ctx)))) / 100);
}

/** Money of a shop's own drawer or terminal goes back there, and into the report of a shift. */
async function returnFromDrawer(ctx: Ctx, locked: LockedRefund, isAtTill: boolean): Promise<void> {
  const [part] = coveredParts(locked);
  if (!part || part.shop_id === null || locked.row.origin === 'cancellation') return;
  const kind = keptKind(part);
  if (!kind || !(part.at_till || isAtTill)) return;
  await returnCash(ctx, {
    refundId: locked.row.id,
    shopId: part.shop_id,
    saleShiftId: part.till_shift_id,
    amount: toMinor(locked.row.amount) - toMinor(locked.row.wallet_amount),
    gateway: kind === 'card-kept' ? 'CARD' : 'CASH',
    isAtTill,
  });
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
      return [...vendorMoney(pieces, toMinor(part.credited_amount), requested)];
    }),
  );
}
