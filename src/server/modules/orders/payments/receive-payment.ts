import type { Selectable } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import { decidePaymentSchema } from '@/contract/orders/schema';
import { firstStatuses, paidStatuses } from '@/contract/orders/status';
import { audit } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/resource/query';
import { validate } from '@/server/core/validate';
import { restoreStock, takeStock } from '@/server/modules/catalogue/stock/stock';
import { postEntry } from '@/server/modules/ledger/ledger';
import { accountOf, lockAccounts } from '@/server/modules/ledger/ledger-accounts';
import { releaseUnused, returnStock, stockLinesOf } from '../cancel-order';
import { letterInvoice } from '../documents/document-links';
import { grantFiles } from '../downloads';
import {
  notifyCustomer,
  notifyShops,
  partPaid,
  paymentFailed,
  paymentHeld,
  paymentReceived,
  paymentReturned,
  paymentSentBack,
} from '../emails';
import { deriveRoot, type LockedOrder, lockOrder, lockRoot, recordEvent, writeOrder } from '../lock-order';
import { assertFresh } from '../move-order';
import { orderDetails } from '../presenter';
import { openReturn, pointsEntry, pointsOf } from '../return-payment';
import { closeIntents, dueOf, findIntent, isCash, payableParts, setPayment } from './payment-intents';

/** What a gateway tells of a payment. */
interface PaymentNews {
  /** The gateway's own name of this news: it counts once (hazard H-18). */
  eventId: string;
  paymentId: string;
  status: 'success' | 'failed' | 'pending';
  /** In kopecks. */
  amount: number;
  at: Date;
}

type Intent = Selectable<DB['payment_intents']>;

/**
 * Takes in what a gateway tells, in the caller's transaction: each news once, a success never undone by a failure, however
 * late or early it comes (hazard H-18). Money that came and is not needed is to be given back (H-19), another sum than was
 * asked for waits for an administrator. Answers whether anything changed. Throws NOT_FOUND for a payment that nobody asked for.
 */
export async function takePayment(ctx: Ctx, news: PaymentNews): Promise<boolean> {
  const intent = await findIntent(ctx, news.paymentId);
  if (!intent) throw new AppError('NOT_FOUND');
  const order = await lockRoot(ctx, intent.order_id);
  if (!(await note(ctx, intent, news))) return false;
  if (news.status === 'pending' || (await hasSucceeded(ctx, intent, news))) return false;
  if (news.status === 'failed') {
    const isAtIt = !paidStatuses.includes(order.root.payment_status) && (await isOpen(ctx, intent));
    if (isAtIt) await failPayment(ctx, order);
    return isAtIt;
  }
  if (news.amount === 0) return false;
  await receive(ctx, order, news.amount, toMinor(intent.amount));
  return true;
}

/** Keeps the news; false when it was there. */
async function note(
  ctx: Ctx,
  intent: Intent,
  { eventId, status, amount, at }: PaymentNews,
): Promise<boolean> {
  const kept = await ctx.db
    .insertInto('payment_events')
    .values({
      ...{ payment_gateway: intent.payment_gateway, event_id: eventId, intent_id: intent.id, status },
      ...{ amount: fromMinor(amount), at, received_at: ctx.now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return kept !== undefined;
}

/** Whether the bank has told of this payment's success before, under another name. */
async function hasSucceeded(ctx: Ctx, intent: Intent, { eventId, amount }: PaymentNews): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('payment_events')
    .select('event_id')
    .where('intent_id', '=', intent.id)
    .where('status', '=', 'success')
    .where('amount', '=', fromMinor(amount))
    .where('event_id', '!=', eventId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Read again: the order is locked only now. */
async function isOpen(ctx: Ctx, { id }: Intent): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('payment_intents')
    .select('is_open')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.is_open ?? false;
}

/** Money came: for what is still wanted, in a sum that nobody asked for, or to be given back. */
async function receive(ctx: Ctx, order: LockedOrder, amount: number, asked: number): Promise<void> {
  const { root } = order;
  const due = dueOf(order);
  const isPaid = paidStatuses.includes(root.payment_status) || root.payment_status === 'payment-refunded';
  const isWanted = !isPaid && due > 0 && root.deleted_at === null;
  if (isWanted && amount !== asked) await holdPayment(ctx, order, amount, asked);
  else if (isWanted && amount >= due && (await reviveFailed(ctx, order))) await pay(ctx, order, amount);
  else await giveBackAll(ctx, order, amount, isPaid);
  await postEntry(ctx, {
    ...{ kind: 'order', family: 'orders', rowId: root.id },
    lines: [
      { account: { kind: 'outside' }, amount: -amount },
      { account: { kind: 'platform' }, amount },
    ],
  });
}

/**
 * An order is paid by what came now and by what has waited; what is more goes back. The caller has seen that it is enough
 * and that what had failed is there again. In kopecks.
 */
export async function pay(ctx: Ctx, order: LockedOrder, amount: number): Promise<void> {
  const { root } = order;
  const due = dueOf(order);
  const extra = amount + toMinor(root.awaiting_amount ?? 0) - due;
  const live = payableParts(order);
  if (root.awaiting_amount !== null) await writeOrder(ctx, root, { awaiting_amount: null });
  for (const part of live) {
    await setPayment(ctx, part, 'payment-success');
    if (part.order_status !== 'order-pending' && part.order_status !== 'order-failed') continue;
    const from = part.order_status;
    await writeOrder(ctx, part, { order_status: 'order-processing' });
    await recordEvent(ctx, part, { kind: 'status', from, to: 'order-processing' });
  }
  await setPayment(ctx, root, 'payment-success');
  await deriveRoot(ctx, order);
  await closeIntents(ctx, root.id);
  await grantFiles(ctx, order, live);
  await openReturn(ctx, root, extra);
  const about = { name: root.customer_name, number: root.tracking_number };
  const invoice = root.customer_email ? await letterInvoice(ctx, root.id) : undefined;
  const received = paymentReceived({ ...about, amount: fromMinor(due), ...(invoice && { invoice }) });
  await notifyCustomer(ctx, root, 'paymentOrder', received);
  if (extra > 0)
    await notifyCustomer(ctx, root, 'paymentOrder', paymentReturned({ ...about, amount: fromMinor(extra) }));
  await notifyShops(ctx, live, 'paymentOrder', partPaid);
}

/** The payment stands, the goods do not: an administrator gives the money back. */
async function giveBackAll(ctx: Ctx, order: LockedOrder, amount: number, isPaid: boolean): Promise<void> {
  const { root } = order;
  // So that giving it back can be told from never having been paid.
  if (!isPaid && root.order_status === 'order-cancelled') {
    for (const row of [root, ...order.parts]) await setPayment(ctx, row, 'payment-success');
  }
  await openReturn(ctx, root, amount);
  const about = { name: root.customer_name, number: root.tracking_number };
  await notifyCustomer(ctx, root, 'paymentOrder', paymentReturned({ ...about, amount: fromMinor(amount) }));
}

/**
 * The bank said no (reference rules R-118): what waited for the money has failed, its pieces and points are given back.
 * What it costs stays on it, so that a new payment can bring it back. `letterOf`: what the customer is told.
 */
export async function failPayment(
  ctx: Ctx,
  order: LockedOrder,
  letterOf: typeof paymentFailed | null = paymentFailed,
): Promise<void> {
  const { root, parts } = order;
  const waiting = parts.filter(({ order_status }) => order_status === 'order-pending');
  const points = await pointsOf(ctx, root, waiting);
  await returnStock(ctx, order, waiting);
  for (const part of waiting) {
    await writeOrder(ctx, part, { order_status: 'order-failed' });
    await recordEvent(ctx, part, { kind: 'status', from: 'order-pending', to: 'order-failed' });
  }
  for (const row of [root, ...parts]) {
    const from = row.payment_status;
    if (from === 'payment-failed' || paidStatuses.includes(from)) continue;
    await writeOrder(ctx, row, { payment_status: 'payment-failed' });
    await recordEvent(ctx, row, { kind: 'payment', from, to: 'payment-failed' });
  }
  await deriveRoot(ctx, order);
  await closeIntents(ctx, root.id);
  await releaseUnused(ctx, order);
  const entry = pointsEntry(root, points);
  if (entry) await postEntry(ctx, entry);
  if (waiting.length === 0 || !letterOf) return;
  const letter = letterOf({ name: root.customer_name, number: root.tracking_number });
  await notifyCustomer(ctx, root, 'paymentOrder', letter);
}

/**
 * Takes again what failed parts had given back: pieces, points, the use of the coupon. False, and nothing taken, when the
 * pieces are gone or the points are spent. True when nothing had failed.
 */
export async function reviveFailed(ctx: Ctx, order: LockedOrder): Promise<boolean> {
  const { root, parts } = order;
  const failed = parts.filter(({ order_status }) => order_status === 'order-failed');
  if (failed.length === 0) return true;
  const about = { family: 'orders', rowId: root.id };
  const lines = stockLinesOf(order, failed);
  if ((await takeStock(ctx, lines, about)).length > 0) return false;
  if (!(await takePoints(ctx, order, await pointsOf(ctx, root, failed)))) {
    await restoreStock(ctx, lines, about);
    return false;
  }
  for (const part of failed) await writeOrder(ctx, part, { stock_returned_at: null });
  if (root.coupon_usage_id !== null) {
    await ctx.db
      .updateTable('coupon_usages')
      .set({ released_at: null })
      .where('id', '=', root.coupon_usage_id)
      .execute();
  }
  return true;
}

async function takePoints(ctx: Ctx, { root }: LockedOrder, points: number): Promise<boolean> {
  const entry = pointsEntry(root, -points);
  if (!entry || points === 0) return true;
  const accounts = await lockAccounts(
    ctx,
    entry.lines.map(({ account }) => account),
  );
  const wallet = { kind: 'wallet', userId: root.customer_id ?? 0 } as const;
  if (accountOf(accounts, wallet).balance < points) return false;
  await postEntry(ctx, entry);
  return true;
}

/**
 * Keeps money that came in another sum than was asked for: nothing is paid, packed or credited until an administrator has
 * decided. Sums in kopecks; the ledger has the money already, or gets it in the same transaction.
 */
export async function holdPayment(
  ctx: Ctx,
  order: LockedOrder,
  amount: number,
  asked: number,
): Promise<void> {
  const { root } = order;
  const held = toMinor(root.awaiting_amount ?? 0) + amount;
  await writeOrder(ctx, root, { awaiting_amount: fromMinor(held) });
  for (const row of [root, ...payableParts(order)]) {
    await setPayment(ctx, row, 'payment-awaiting-for-approval');
  }
  await closeIntents(ctx, root.id);
  const changes = { amount: [fromMinor(asked), fromMinor(amount)] as [unknown, unknown] };
  await audit(ctx, { family: 'orders', id: root.id, action: 'payment-mismatch', changes });
  const about = { name: root.customer_name, number: root.tracking_number };
  await notifyCustomer(
    ctx,
    root,
    'paymentOrder',
    paymentHeld({ ...about, amount: fromMinor(amount), asked: fromMinor(asked) }),
  );
}

/** Sends back what was kept: the order is as if nothing had been paid. */
export async function sendBackHeld(ctx: Ctx, order: LockedOrder): Promise<void> {
  const { root } = order;
  const held = await takeHeld(ctx, order);
  if (isCash(root.payment_gateway)) {
    const { payment } = firstStatuses[root.payment_gateway];
    for (const row of [root, ...payableParts(order)]) await setPayment(ctx, row, payment);
  } else await failPayment(ctx, order, null);
  await openReturn(ctx, root, held);
  const about = { name: root.customer_name, number: root.tracking_number };
  await notifyCustomer(ctx, root, 'paymentOrder', paymentSentBack({ ...about, amount: fromMinor(held) }));
}

/** Of an order that was cancelled before anybody decided: what was kept is to be given back. */
export async function returnHeld(ctx: Ctx, order: LockedOrder): Promise<void> {
  const { root } = order;
  if (root.awaiting_amount === null) return;
  const held = await takeHeld(ctx, order);
  // So that giving it back can be told from never having been paid.
  for (const row of [root, ...order.parts]) await setPayment(ctx, row, 'payment-success');
  await openReturn(ctx, root, held);
  const about = { name: root.customer_name, number: root.tracking_number };
  await notifyCustomer(ctx, root, 'paymentOrder', paymentReturned({ ...about, amount: fromMinor(held) }));
}

async function takeHeld(ctx: Ctx, { root }: LockedOrder): Promise<number> {
  const held = toMinor(root.awaiting_amount ?? 0);
  await writeOrder(ctx, root, { awaiting_amount: null });
  return held;
}

/**
 * `POST orders/{id}/payment-decision` by an administrator: takes money of another sum as the payment, what is more than due
 * goes back; or sends all of it back. Less than is due is never taken: refunds would give back more than ever came. Throws
 * NOT_FOUND, CONFLICT, and ACTION_NOT_VALID when nothing waits, it is too little, or the goods are gone.
 */
export async function decidePayment(ctx: UserCtx, key: string, body: JsonRecord): Promise<JsonRecord> {
  const { decision, version } = await validate(decidePaymentSchema, body);
  const order = await lockOrder(ctx, key);
  const { root, target } = order;
  await assertFresh(ctx, target, version);
  if (target.id !== root.id || root.awaiting_amount === null) throw new AppError('ACTION_NOT_VALID');
  if (decision === 'return') await sendBackHeld(ctx, order);
  else {
    if (toMinor(root.awaiting_amount) < dueOf(order)) throw refusal('error-payment-short');
    if (!(await reviveFailed(ctx, order))) throw refusal('error-stock-gone');
    await pay(ctx, order, 0);
  }
  return { ...(await orderDetails(ctx, root.id)) };
}

const refusal = (text: string) => new AppError('ACTION_NOT_VALID', { fields: { decision: [text] } });
