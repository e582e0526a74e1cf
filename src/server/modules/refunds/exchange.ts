import { fromMinor, toDecimal, toMinor } from '@/contract/core/money';
import type { Reductions } from '@/contract/orders/money';
import { shownNumber } from '@/contract/orders/number';
import { refundMoney, toPieces } from '@/contract/refunds/money';
import type { ExchangeInput, ExchangeOffer } from '@/contract/refunds/schema';
import { businessDay } from '@/contract/settings/business-day';
import { audit } from '@/server/core/audit';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { AppError, rejectField } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { isId } from '@/server/core/numbers';
import { lockStock } from '@/server/modules/catalogue/stock/stock';
import { surchargeKept } from '@/server/modules/ledger/entries';
import { postEntries } from '@/server/modules/ledger/ledger';
import { lockAccounts } from '@/server/modules/ledger/ledger-accounts';
import { insertOrder } from '@/server/modules/orders/checkout/insert-order';
import { nextOrderId, takeGoods } from '@/server/modules/orders/checkout/place-order';
import { type AvailableLine, isAvailable, readCart } from '@/server/modules/orders/checkout/pricing';
import { handOverAtTill, handOverPaid } from '@/server/modules/orders/complete-order';
import { type OrderTerms, termsOf } from '@/server/modules/orders/edits/order-terms';
import { type LockedOrder, lockRoot, recordEvent, type StoredPart } from '@/server/modules/orders/lock-order';
import { keptKind, moneyPlace } from '@/server/modules/orders/payments/kept-money';
import { lockOpenShifts } from '@/server/modules/orders/till/till-refunds';
import { putIntoDrawer } from '@/server/modules/orders/till/till-shift';
import { surchargeReason } from './emails';
import { exchangeSums, type PiecesBack } from './exchange-sums';
import { insertRefund } from './insert-refund';
import { lockRefund } from './lock-refund';
import { applyDecision } from './refund-moves';
import { findPartRefundable, lockReturnable, readReturnable } from './refundable';
import { maySettle } from './settle-for-shops';

type Order = LockedOrder & { target: StoredPart };

/** Pieces of a line that come back, and what they cost. */
interface Returned extends PiecesBack {
  money: ReturnType<typeof refundMoney>;
  /** What the order was placed on. */
  known: OrderTerms;
}

/**
 * `POST orders/{part}/exchange`: pieces of a line for as many of another variation, at its price of today and on the terms of
 * the order (rules/refunds: an exchange keeps the terms of its order). A refund and a sale in one transaction, so stock and books of both change together, and only the difference changes hands. Returns the
 * id of the refund. Throws NOT_FOUND, REFUND_NOT_POSSIBLE, ACTION_NOT_VALID for goods paid with points, files, and what
 * the shop's own people bought, INSUFFICIENT_BALANCE, VALIDATION_FAILED.
 */
export async function exchange(ctx: UserCtx, key: string, input: ExchangeInput): Promise<number> {
  const order = await lockReturnable(ctx, key);
  const part = order.target;
  const returned = await piecesBack(ctx, order, input);
  const shiftId = await lockDrawer(ctx, part, input);
  const goods = { productId: returned.line.product_id, quantity: returned.quantity };
  const variationId = Number(input.variation_option_id);
  await lockStock(ctx, [
    { ...goods, variationId: returned.line.variation_option_id },
    { ...goods, variationId },
  ]);
  const id = await nextOrderId(ctx);
  const taken = await takeGoods(ctx, id, [cartLine(returned, variationId)]);
  if (!taken) rejectField('variation_option_id', 'error-stock-short');
  const totals = exchangeTotals(order, returned, taken);
  const difference = totals.total - returned.amount;
  if (toMinor(input.difference) !== difference) rejectField('difference', 'error-exchange-changed');
  // All accounts of the sale and the refund, before the first entry (rules/orders: locks have one order).
  const { shop_id: shopId } = part;
  await lockAccounts(ctx, [
    { kind: 'shop', shopId },
    { kind: 'shop_paid_out', shopId },
  ]);
  const { known } = returned;
  await sell(ctx, order, { id, taken, totals, known, shiftId: part.at_till ? shiftId : undefined });
  const surcharge = keptKind(part) ? 0 : Math.max(0, difference);
  const refundId = await insertRefund(ctx, order, {
    kind: 'goods',
    part,
    about: input,
    money: returned.money,
    amount: returned.amount,
    wallet: 0,
    exchangeOrderId: id,
    surcharge,
  });
  await settle(ctx, refundId, input);
  await takeSurcharge(ctx, { refundId, surcharge, part, shiftId, by: input.paid_by });
  await noteExchange(ctx, order, id);
  return refundId;
}

/** `GET orders/{part}/exchange?line=&quantity=&variation=`: what a line can be exchanged for. Throws like `exchange`. */
export async function offerExchange(ctx: UserCtx, key: string, query: JsonRecord): Promise<ExchangeOffer> {
  const id = (value: unknown) => (isId(String(value ?? '')) ? Number(value) : 0);
  const order = await readReturnable(ctx, key);
  const asked = { order_line_id: id(query.line), quantity: id(query.quantity) || 1 };
  const returned = await piecesBack(ctx, order, asked);
  const { product_id, variation_option_id } = returned.line;
  const rows = await ctx.db
    .selectFrom('variation_options')
    .select('id')
    .where('product_id', '=', product_id)
    .where('deleted_at', 'is', null)
    .where('is_disable', '=', false)
    .where('id', '!=', variation_option_id ?? 0)
    .orderBy('id')
    .execute();
  const lines = rows.map((row) => cartLine(returned, row.id));
  const available = (await readCart(ctx, lines)).filter(isAvailable);
  const chosen = available.find(({ sold }) => sold.variationId === id(query.variation));
  const price = chosen ? exchangeTotals(order, returned, [chosen]).total : returned.amount;
  return {
    variations: available.map(({ sold, left }) => ({
      id: sold.variationId ?? 0,
      title: sold.variation ?? sold.name,
      left,
      price: fromMinor(sold.unitPrice),
    })),
    returned: fromMinor(returned.amount),
    price: fromMinor(price),
    difference: fromMinor(price - returned.amount),
    needs_payment: price > returned.amount && !keptKind(order.target),
  };
}

async function piecesBack(
  ctx: Ctx,
  order: Order,
  { order_line_id, quantity }: Pick<ExchangeInput, 'order_line_id' | 'quantity'>,
): Promise<Returned> {
  const { lines } = await findPartRefundable(ctx, order, order.target);
  const open = lines.find(({ id }) => id === order_line_id);
  const line = order.lines.find(({ id }) => id === order_line_id);
  if (!open || !line) rejectField('order_line_id', 'error-refund-line');
  if (quantity > open.left) rejectField('quantity', 'error-refund-quantity');
  const isOwn = order.target.is_own_purchase && !isAdmin(ctx);
  if (isOwn || line.is_digital || line.wallet > 0 || line.variation_option_id === null) {
    throw new AppError('ACTION_NOT_VALID');
  }
  const money = refundMoney([toPieces(open)], new Map([[line.id, quantity]]), { isKept: true });
  const live = order.lines.filter(({ order_id }) =>
    order.parts.some(({ id, order_status }) => id === order_id && order_status !== 'order-cancelled'),
  );
  const known = await termsOf(ctx, order, live);
  return { line, quantity, refunded: open.refunded_quantity, money, amount: money[0]?.amount ?? 0, known };
}

interface ExchangeTotals {
  off: Reductions;
  /** In kopecks. */
  total: number;
}

/** What the pieces of another variation cost, without delivery: an exchange is delivered once. */
function exchangeTotals(
  { root }: Order,
  returned: Returned,
  taken: readonly AvailableLine[],
): ExchangeTotals {
  const unitPrice = taken[0]?.sold.unitPrice ?? 0;
  const sums = exchangeSums(returned, unitPrice, returned.known);
  const off = { ...sums, discountShopId: root.discount_shop_id, delivery: 0, wallet: 0 };
  return { off, total: unitPrice * returned.quantity - sums.discount + sums.tax };
}

const cartLine = ({ line, quantity }: Returned, variationId: number) => ({
  product_id: line.product_id,
  variation_option_id: variationId,
  order_quantity: quantity,
});

/** Id of the person's open shift where cash moves. Locks the shop's shifts, as refunds do. */
async function lockDrawer(
  ctx: UserCtx,
  part: StoredPart,
  { paid_by }: ExchangeInput,
): Promise<number | undefined> {
  const isCash = part.at_till || (!keptKind(part) && paid_by === 'CASH');
  if (!isCash) return undefined;
  const open = await lockOpenShifts(ctx, part.shop_id);
  const own = open.find(({ user_id }) => user_id === ctx.user.id);
  // Without a surcharge nothing is taken in cash of what the marketplace holds.
  if (!own && part.at_till) rejectField('shift', 'error-shift-closed');
  return own?.id;
}

interface Sale {
  id: number;
  taken: readonly AvailableLine[];
  totals: ExchangeTotals;
  known: OrderTerms;
  shiftId: number | undefined;
}

/** Sells the other variation: its money is where that of the returned pieces was. */
async function sell(
  ctx: Ctx,
  { root, target }: Order,
  { id, taken, totals, known, shiftId }: Sale,
): Promise<void> {
  await insertOrder(ctx, {
    id,
    lines: taken.map(({ sold }) => sold),
    off: totals.off,
    terms: known.isExact ? known.terms : null,
    customer: {
      id: root.customer_id,
      name: root.customer_name,
      contact: root.customer_contact,
      email: root.customer_email,
    },
    gateway: target.payment_gateway,
    day: businessDay(ctx.now).replaceAll('-', ''),
    ...(shiftId !== undefined && { tillShiftId: shiftId }),
  });
  await (keptKind(target) ? handOverAtTill(ctx, id) : handOverPaid(ctx, id));
}

/** Checked after the sale, whose credit covers the refund. */
async function settle(
  ctx: UserCtx,
  refundId: number,
  { written_off, write_off_reason }: ExchangeInput,
): Promise<void> {
  const locked = await lockRefund(ctx, String(refundId));
  if (!(await maySettle(ctx, locked))) throw new AppError('INSUFFICIENT_BALANCE');
  const [line] = locked.lines;
  const inspection = {
    shopIds: locked.shops.map(({ shop_id }) => shop_id),
    writtenOff: new Map(line && written_off ? [[line.id, written_off]] : []),
    reason: write_off_reason || null,
  };
  const settlement = { by: 'shops', mustCover: !isAdmin(ctx), inspection } as const;
  await applyDecision(ctx, locked, { to: 'approved', settlement });
}

interface Surcharge {
  refundId: number;
  /** In kopecks. */
  surcharge: number;
  part: StoredPart;
  shiftId: number | undefined;
  by: ExchangeInput['paid_by'];
}

/** The shop took the difference itself, while the marketplace holds the rest: it counts as paid out to the shop. */
async function takeSurcharge(
  ctx: UserCtx,
  { refundId, surcharge, part, shiftId, by }: Surcharge,
): Promise<void> {
  if (surcharge === 0) return;
  if (by === 'CASH') {
    if (shiftId === undefined) rejectField('shift', 'error-shift-closed');
    await putIntoDrawer(ctx, shiftId, toDecimal(surcharge), surchargeReason(shownNumber(part)));
  }
  const { shop_id: shopId } = part;
  const kind = by === 'CASH' ? 'cash-kept' : 'card-kept';
  await postEntries(ctx, surchargeKept(kind, refundId, shopId, { place: moneyPlace(part), sum: surcharge }));
}

/** Both orders name each other in their history. */
async function noteExchange(ctx: Ctx, { target }: Order, id: number): Promise<void> {
  const { parts } = await lockRoot(ctx, id);
  for (const part of parts) {
    await recordEvent(ctx, target, { kind: 'refund', to: 'exchanged', note: shownNumber(part) });
    await recordEvent(ctx, part, { kind: 'refund', to: 'exchanged', note: shownNumber(target) });
  }
  await audit(ctx, { family: 'orders', id, action: 'create', changes: { exchange_of: [null, target.id] } });
}
