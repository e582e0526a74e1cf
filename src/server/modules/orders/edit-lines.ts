import { createHash } from 'node:crypto';
import type * as yup from 'yup';
import { fromMinor, toMinor } from '@/contract/core/money';
import { type OrderMoney, orderMoneyOf } from '@/contract/orders/money';
import { numberOf } from '@/contract/orders/number';
import type { editLinesSchema } from '@/contract/orders/schema';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { inTransaction } from '@/server/core/transaction';
import type { Input } from '@/server/core/validate';
import { checkDigits, redeemCode } from '@/server/modules/accounts/sign-in/one-time-codes';
import { wrongCode } from '@/server/modules/accounts/sign-in/phone-codes';
import { restoreStock, type StockLine, takeStock } from '@/server/modules/catalogue/stock/stock';
import { assertFresh } from './assert-fresh';
import { lineColumns, orderColumns } from './checkout/insert-order';
import { sendCustomerCode } from './customer-codes';
import { linesChanged, linesCode, notifyCustomer } from './emails';
import { type LockedOrder, lockOrder, recordEvent, type StoredLine, writeOrder } from './lock-order';
import { closeIntents } from './payments/payment-intents';
import { orderDetails } from './presenter';

const purpose = 'change-lines';
/** Long enough to call the customer. */
const codeMinutes = 60;

/**
 * `PUT orders/{id}/lines`: changes quantities of an unpaid, unpacked order (administrators) or part (its shop), and
 * tells the customer. A shop raises them only by the customer's code. Prices and delivery stay; discount and tax follow
 * the goods. Runs its own transaction, so that a wrong code stays counted. Throws NOT_FOUND, CONFLICT, ACTION_NOT_VALID
 * when the order is no longer editable, INVALID_CODE with the attempts left, VALIDATION_FAILED for foreign lines, an
 * emptied part, missing stock or a missing code.
 */
export async function editLines(
  ctx: UserCtx,
  key: string,
  { code, ...asked }: Input<typeof editLinesSchema>,
): Promise<JsonRecord> {
  const outcome = await inTransaction(ctx, async (tx) => {
    const order = await lockOrder(tx, key);
    const change = await planChange(tx, order, asked);
    if (change.isMore && !isAdmin(tx)) {
      if (!code) throw new AppError('VALIDATION_FAILED', { fields: { code: ['error-lines-code-needed'] } });
      const tried = await checkDigits(tx, { purpose, recipient: recipientOf(order, change), code });
      if (!tried.isRight) return { left: tried.left };
      await redeemCode(tx, tried.id);
    }
    if (change.changed.length > 0) await applyChange(tx, order, change);
    return { done: await orderDetails(tx, order.target.id) };
  });
  if (!outcome.done) throw wrongCode(outcome.left ?? 0);
  return { ...outcome.done };
}

/**
 * `POST orders/{id}/lines/code`: sends the customer the digits that allow exactly these quantities. Throws what
 * `editLines` and `sendCustomerCode` throw, and ACTION_NOT_VALID where no quantity is raised.
 */
export async function sendLinesCode(
  ctx: UserCtx,
  key: string,
  asked: Input<typeof editLinesSchema>,
): Promise<JsonRecord> {
  return sendCustomerCode(ctx, key, { purpose, minutes: codeMinutes }, async (tx, order) => {
    const change = await planChange(tx, order, asked);
    if (!change.isMore) throw new AppError('ACTION_NOT_VALID');
    const context = emailOf(order, change);
    return { recipient: recipientOf(order, change), message: (code) => linesCode({ ...context, code }) };
  });
}

/** New quantities of an order and their money. */
interface LinesChange {
  live: StoredLine[];
  after: ReadonlyMap<number, number>;
  /** Lines whose quantity changes. */
  changed: StoredLine[];
  isMore: boolean;
  money: OrderMoney;
}

async function planChange(
  ctx: UserCtx,
  order: LockedOrder,
  { lines, version }: { lines: LineInputs; version?: number | undefined },
): Promise<LinesChange> {
  await assertFresh(ctx, order.target, version);
  assertEditable(order);
  const after = quantitiesOf(order, lines);
  const live = liveLines(order);
  const changed = live.filter(({ id, quantity }) => after.get(id) !== quantity);
  const isMore = changed.some(({ id, quantity }) => (after.get(id) ?? 0) > quantity);
  return { live, after, changed, isMore, money: await recompute(ctx, order, live, after) };
}

async function applyChange(ctx: UserCtx, order: LockedOrder, change: LinesChange): Promise<void> {
  const { live, after, money } = change;
  await moveStock(ctx, order, after);
  const email = emailOf(order, change);
  for (const [place, line] of live.entries()) await writeLine(ctx, line, after, money.lines[place]);
  for (const part of order.parts) {
    const sums = money.shops.find(({ shopId }) => shopId === part.shop_id);
    if (sums && part.order_status !== 'order-cancelled') await writeOrder(ctx, part, {}, orderColumns(sums));
  }
  await writeOrder(ctx, order.root, {}, orderColumns(money));
  await closeIntents(ctx, order.root.id);
  await recordEvent(ctx, order.target, { kind: 'lines', ...summaryOf(change) });
  await notifyCustomer(ctx, order.root, 'statusChangeOrder', linesChanged(email));
}

/** The code is bound to the order and to every new quantity of its lines. */
function recipientOf({ root, target }: LockedOrder, { live, after }: LinesChange): string {
  const own = live.filter(({ order_id }) => target.id === root.id || order_id === target.id);
  const quantities = own.map(({ id }) => `${id}=${after.get(id)}`).sort();
  return `lines:${target.id}:${createHash('sha256').update(quantities.join(' ')).digest('hex')}`;
}

function emailOf({ root }: LockedOrder, { changed, after, money }: LinesChange) {
  return {
    name: root.customer_name,
    number: numberOf(root),
    total: fromMinor(money.total),
    changes: changed.map(({ id, name, variation, quantity }) => ({
      ...{ name, variation, from: quantity, to: after.get(id) ?? 0 },
    })),
  };
}

type LineInputs = yup.InferType<typeof editLinesSchema>['lines'];

function assertEditable({ root, parts, target }: LockedOrder): void {
  const isUnpaid = ['payment-pending', 'payment-cash', 'payment-cash-on-delivery'].includes(
    root.payment_status,
  );
  const isEarly = parts.every(({ order_status }) =>
    ['order-pending', 'order-processing', 'order-cancelled'].includes(order_status),
  );
  const isOver = target.order_status === 'order-cancelled';
  if (!isUnpaid || !isEarly || isOver || root.wallet_amount > 0) throw new AppError('ACTION_NOT_VALID');
}

/** Lines of parts that are not cancelled. */
function liveLines({ lines, parts }: LockedOrder): StoredLine[] {
  const live = new Set(
    parts.filter(({ order_status }) => order_status !== 'order-cancelled').map(({ id }) => id),
  );
  return lines.filter(({ order_id }) => live.has(order_id));
}

/** New quantity by line id. Throws VALIDATION_FAILED. */
function quantitiesOf(order: LockedOrder, asked: LineInputs): Map<number, number> {
  const { root, parts, target } = order;
  const live = liveLines(order);
  const own = new Set(
    live.filter(({ order_id }) => target.id === root.id || order_id === target.id).map(({ id }) => id),
  );
  if (asked.some(({ id }) => !own.has(id))) rejectLines('error-wrong-value');
  const after = new Map(live.map(({ id, quantity }) => [id, quantity]));
  for (const { id, quantity } of asked) after.set(id, quantity);
  // To empty a part, cancel it instead.
  const isEmpty = parts.some((part) => {
    const left = live.filter(({ order_id }) => order_id === part.id);
    return left.length > 0 && left.every(({ id }) => (after.get(id) ?? 0) === 0);
  });
  if (isEmpty) rejectLines('error-cart-empty');
  return after;
}

async function moveStock(
  ctx: UserCtx,
  order: LockedOrder,
  after: ReadonlyMap<number, number>,
): Promise<void> {
  const changes = liveLines(order).flatMap((line) => {
    const change = (after.get(line.id) ?? line.quantity) - line.quantity;
    return change === 0 ? [] : [{ line, change }];
  });
  const about = { family: 'orders', rowId: order.root.id };
  const toStock = ({ line, change }: (typeof changes)[number]): StockLine => ({
    productId: line.product_id,
    variationId: line.variation_option_id,
    quantity: Math.abs(change),
  });
  const more = changes.filter(({ change }) => change > 0);
  const refused = more.length > 0 ? await takeStock(ctx, more.map(toStock), about) : [];
  if (refused.length > 0)
    rejectLines(
      refused.some(({ problem }) => problem === 'short') ? 'error-stock-short' : 'error-stock-gone',
    );
  const less = changes.filter(({ change }) => change < 0);
  if (less.length > 0) await restoreStock(ctx, less.map(toStock), about);
}

/** Recalculates the order. A percentage discount scales with the goods; a fixed one is capped by them. */
async function recompute(
  ctx: UserCtx,
  { root }: LockedOrder,
  live: readonly StoredLine[],
  after: ReadonlyMap<number, number>,
): Promise<OrderMoney> {
  const lines = live.map((line) => ({
    shopId: line.shop_id,
    quantity: after.get(line.id) ?? line.quantity,
    unitPrice: toMinor(line.unit_price),
    isTaxable: line.tax > 0,
  }));
  const isBorne = (shopId: number) => root.discount_shop_id === null || shopId === root.discount_shop_id;
  const goodsOf = (all: readonly { shopId: number; quantity: number; unitPrice: number }[]) =>
    all
      .filter(({ shopId }) => isBorne(shopId))
      .reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
  const before = goodsOf(lines.map((line, place) => ({ ...line, quantity: live[place]?.quantity ?? 0 })));
  const goods = goodsOf(lines);
  const old = toMinor(root.discount);
  const coupon =
    root.coupon_id === null
      ? undefined
      : await ctx.db.selectFrom('coupons').select('type').where('id', '=', root.coupon_id).executeTakeFirst();
  const discount = Math.min(goods, coupon?.type === 'percentage' ? scaled(old, goods, before) : old);
  const off = { discount, discountShopId: root.discount_shop_id, tax: 0, delivery: 0, wallet: 0 };
  const untaxed = orderMoneyOf(lines, off);
  const tax = live.reduce((sum, line, place) => {
    const { subtotal = 0, discount: less = 0 } = untaxed.lines[place] ?? {};
    return sum + scaled(toMinor(line.tax), subtotal - less, toMinor(line.subtotal) - toMinor(line.discount));
  }, 0);
  // Removed lines carry no delivery.
  const weights = live.map((line, place) => (lines[place]?.quantity === 0 ? 0 : toMinor(line.delivery)));
  const deliveryWeights = weights.some((weight) => weight > 0) ? { deliveryWeights: weights } : {};
  return orderMoneyOf(lines, { ...off, tax, delivery: toMinor(root.delivery_fee), ...deliveryWeights });
}

/** sum × now / before, rounded half up. BigInt: the product may exceed safe integers. */
function scaled(sum: number, now: number, before: number): number {
  if (before === 0) return 0;
  const [product, whole] = [BigInt(sum) * BigInt(now) * 2n + BigInt(before), BigInt(before) * 2n];
  return Number(product / whole);
}

async function writeLine(
  ctx: UserCtx,
  line: StoredLine,
  after: ReadonlyMap<number, number>,
  money: OrderMoney['lines'][number] | undefined,
): Promise<void> {
  await ctx.db
    .updateTable('order_lines')
    .set({ quantity: after.get(line.id) ?? line.quantity, ...lineColumns(money) })
    .where('id', '=', line.id)
    .execute();
}

/** Old and new quantities as text for the history. */
function summaryOf({ changed, after }: LinesChange) {
  const summarize = (of: (line: StoredLine) => number) =>
    changed
      .map((line) => `${line.name} × ${of(line)}`)
      .join(', ')
      .slice(0, 1000);
  return { from: summarize(({ quantity }) => quantity), to: summarize(({ id }) => after.get(id) ?? 0) };
}

function rejectLines(text: string): never {
  throw new AppError('VALIDATION_FAILED', { fields: { lines: [text] } });
}
