import type { UpdateObject } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import { providers } from '@/contract/ledger/accounts';
import { firstStatuses } from '@/contract/orders/moves';
import type { decidePaymentSchema } from '@/contract/orders/schema';
import { isCash, isHeld, paidStatuses } from '@/contract/orders/status';
import { audit } from '@/server/core/audit';
import type { Ctx, UserCtx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import { emit } from '@/server/core/events/event';
import type { JsonRecord } from '@/server/core/json-record';
import type { Input } from '@/server/core/validate';
import { restoreStock, takeStock } from '@/server/modules/catalogue/stock/stock';
import { paymentCaptured } from '@/server/modules/ledger/entries';
import { postEntries, postEntry } from '@/server/modules/ledger/ledger';
import { lockAccounts, pickAccount } from '@/server/modules/ledger/ledger-accounts';
import { assertFresh } from '../assert-fresh';
import { handOverAtTill } from '../complete-order';
import { createInvoiceLink } from '../documents/document-links';
import { grantFiles } from '../downloads';
import { payChange } from '../edits/answer-change';
import {
  aboutOrder,
  notifyCustomer,
  notifyShops,
  partPaid,
  paymentFailed,
  paymentInSuspense,
  paymentReceived,
  paymentReturned,
  paymentSentBack,
} from '../emails';
import {
  deriveRoot,
  type LockedOrder,
  lockOrder,
  lockRoot,
  moveTo,
  recordEvent,
  setPayment,
  writeOrder,
} from '../lock-order';
import { orderDetails } from '../presenter';
import { releaseUnused, returnStock, toStockLines } from '../release-parts';
import type { Attempt } from './attempts';
import { amountDue, closeAttempts, findReportedAttempt, payableParts } from './open-attempts';
import { clearSuspense } from './payment-in-suspense';
import { openCancellationRefund, pointsEntry, pointsPaidFor } from './return-payment';

interface PaymentEvent {
  /** The gateway's id of the event, applied once. */
  eventId: string;
  paymentId: string;
  status: 'success' | 'failed' | 'pending';
  /** In kopecks. */
  amount: number;
  at: Date;
}

/**
 * Applies a gateway's event in the caller's transaction: each event once, and a failure never undoes a success,
 * whatever the order of arrival (rules/orders: the gateway's word counts once). Money that is not needed opens a
 * refund; a different amount awaits an administrator. Returns whether anything changed. Throws NOT_FOUND for an unknown
 * payment.
 */
export async function applyPaymentEvent(ctx: Ctx, event: PaymentEvent): Promise<boolean> {
  const attempt = await findReportedAttempt(ctx, event.paymentId);
  if (!attempt) throw new AppError('NOT_FOUND');
  const order = await lockRoot(ctx, attempt.order_id);
  if (!(await storeEvent(ctx, attempt, event))) return false;
  if (event.status === 'pending' || (await hasSucceeded(ctx, attempt, event))) return false;
  if (event.status === 'failed') {
    await noteEnd(ctx, attempt, { state: 'canceled' });
    return endAttempt(ctx, order, attempt);
  }
  if (event.amount === 0) return false;
  await receiveMoney(ctx, order, attempt, event.amount);
  await noteEnd(ctx, attempt, { state: 'paid', captured: fromMinor(event.amount), captured_at: event.at });
  return true;
}

/** What became of an attempt that a webhook or a person reports; those of acquirers are read (`modules/payments`). */
async function noteEnd(ctx: Ctx, { id }: Attempt, end: UpdateObject<DB, 'payment_attempts'>): Promise<void> {
  await ctx.db
    .updateTable('payment_attempts')
    .set({ ...end, updated_at: ctx.now })
    .where('id', '=', id)
    .execute();
}

/**
 * An attempt ended without money: the order fails with it, unless another attempt is open or has paid. Returns whether the
 * order changed.
 */
export async function endAttempt(ctx: Ctx, order: LockedOrder, attempt: Attempt): Promise<boolean> {
  const isOfOrder = attempt.change_id === null && !paidStatuses.includes(order.root.payment_status);
  const isPending = isOfOrder && (await isOpen(ctx, attempt));
  if (isPending) await failPayment(ctx, order);
  // The difference of a change may be paid by another link.
  else if (attempt.change_id !== null) await closeAttempts(ctx, order.root.id);
  return isPending;
}

/** False when the event was stored before. */
async function storeEvent(
  ctx: Ctx,
  attempt: Attempt,
  { eventId, status, amount, at }: PaymentEvent,
): Promise<boolean> {
  const kept = await ctx.db
    .insertInto('payment_events')
    .values({
      payment_gateway: attempt.payment_gateway,
      event_id: eventId,
      attempt_id: attempt.id,
      status,
      amount: fromMinor(amount),
      at,
      received_at: ctx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return kept !== undefined;
}

/** True when the gateway reported the same success under another event id. */
async function hasSucceeded(ctx: Ctx, attempt: Attempt, { eventId, amount }: PaymentEvent): Promise<boolean> {
  const found = await ctx.db
    .selectFrom('payment_events')
    .select('event_id')
    .where('attempt_id', '=', attempt.id)
    .where('status', '=', 'success')
    .where('amount', '=', fromMinor(amount))
    .where('event_id', '!=', eventId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Read again, because the order is locked only now. */
async function isOpen(ctx: Ctx, { id }: Attempt): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('payment_attempts')
    .select('is_open')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.is_open ?? false;
}

/** What became of money: `late` for an order that is over, `double` for one that is paid. */
export type MoneyOutcome = 'paid' | 'change' | 'wrong_sum' | 'late' | 'double';

/**
 * Money arrived, in kopecks: it pays the order, awaits a decision because the amount differs, or is refunded. The caller
 * has made sure that it is counted once.
 */
export async function receiveMoney(
  ctx: Ctx,
  order: LockedOrder,
  attempt: Attempt,
  amount: number,
): Promise<MoneyOutcome> {
  const outcome = await applyMoney(ctx, order, { amount, attempt });
  const { root } = order;
  if (root.at_till && outcome === 'paid') await handOverAtTill(ctx, root.id);
  return outcome;
}

interface Money {
  /** In kopecks. */
  amount: number;
  attempt: Attempt;
}

async function applyMoney(ctx: Ctx, order: LockedOrder, money: Money): Promise<MoneyOutcome> {
  const { root } = order;
  const { amount, attempt } = money;
  const due = amountDue(order);
  const isPaid = paidStatuses.includes(root.payment_status) || root.payment_status === 'payment-refunded';
  const isWanted = attempt.change_id === null && !isPaid && due > 0 && root.deleted_at === null;
  // Of a hold, what was to be taken.
  if (isWanted && amount !== toMinor(attempt.capture_amount ?? attempt.amount)) {
    await keepInSuspense(ctx, order, money);
    return 'wrong_sum';
  }
  if (isWanted && amount >= due && (await reviveFailed(ctx, order))) {
    await pay(ctx, order, money);
    return 'paid';
  }
  if (await paysChange(ctx, order, money)) return 'change';
  await refundUnneeded(ctx, order, money, isPaid);
  return isPaid ? 'double' : 'late';
}

/** The difference of a change that the customer agreed to. */
async function paysChange(ctx: Ctx, order: LockedOrder, { amount, attempt }: Money) {
  const { change_id } = attempt;
  if (change_id === null || !(await payChange(ctx, order, { changeId: change_id, amount }))) return false;
  await postPayment(ctx, order, { amount, attempt }, amount);
  return true;
}

/** Money that arrived for an order: `pays` of it as a prepayment, the rest waits in suspense. */
async function postPayment(
  ctx: Ctx,
  { root }: LockedOrder,
  { amount, attempt }: Money,
  pays: number,
): Promise<void> {
  // Also for an order that is to be paid in cash by now: a former link may still be paid.
  const provider = providers.find((one) => one === attempt.provider) ?? 'manual';
  const from = { kind: 'provider_clearing', provider } as const;
  await postEntries(ctx, paymentCaptured({ orderId: root.id, from, amount, pays }));
  await emit(ctx, 'payment-captured', { record: attempt.id, data: { orderId: root.id } });
}

/**
 * Pays an order with the money that arrived, if any, and the amount held before; any surplus is refunded. The caller has
 * checked that it suffices and has restored failed parts.
 */
async function pay(ctx: Ctx, order: LockedOrder, money: Money | null): Promise<void> {
  const { root } = order;
  const due = amountDue(order);
  const amount = money?.amount ?? 0;
  const extra = amount + toMinor(root.awaiting_amount ?? 0) - due;
  const live = payableParts(order);
  const wasHeld = isHeld(root);
  if (money) await postPayment(ctx, order, money, due);
  else await postAccepted(ctx, order, due);
  if (root.awaiting_amount !== null) await writeOrder(ctx, root, { awaiting_amount: null });
  for (const part of live) {
    await setPayment(ctx, part, 'payment-success');
    if (part.order_status === 'order-pending' || part.order_status === 'order-failed')
      await moveTo(ctx, part, 'order-processing');
  }
  await setPayment(ctx, root, 'payment-success');
  await deriveRoot(ctx, order);
  await closeAttempts(ctx, root.id);
  await grantFiles(ctx, order, live);
  await openCancellationRefund(ctx, root, extra, { isSuspense: true });
  // Customer and cashier are both at the till: no e-mails.
  if (root.at_till) return;
  const about = aboutOrder(root);
  const invoice = root.customer_email ? await createInvoiceLink(ctx, root.id) : undefined;
  const received = paymentReceived({ ...about, amount: fromMinor(due), ...(invoice && { invoice }) });
  await notifyCustomer(ctx, root, 'paymentOrder', received);
  const returned = paymentReturned({ ...about, amount: fromMinor(extra) });
  if (extra > 0) await notifyCustomer(ctx, root, 'paymentOrder', returned);
  // Told when the money was held.
  if (!wasHeld) await notifyShops(ctx, live, 'paymentOrder', partPaid);
}

/** The payment is valid but not needed: an administrator refunds it. */
async function refundUnneeded(ctx: Ctx, order: LockedOrder, money: Money, isPaid: boolean): Promise<void> {
  const { root } = order;
  const { amount } = money;
  await postPayment(ctx, order, money, 0);
  // Marks it as paid, so that the later refund is a valid transition.
  if (!isPaid && root.order_status === 'order-cancelled') {
    for (const row of [root, ...order.parts]) await setPayment(ctx, row, 'payment-success');
  }
  await openCancellationRefund(ctx, root, amount, { isSuspense: true });
  const returned = paymentReturned({ ...aboutOrder(root), amount: fromMinor(amount) });
  await notifyCustomer(ctx, root, 'paymentOrder', returned);
}

/**
 * The payment failed: waiting parts fail, and their stock and points are returned. Sums stay on the order, so that a
 * new payment can restore it. `letterOf`: the e-mail to the customer, null for none.
 */
async function failPayment(
  ctx: Ctx,
  order: LockedOrder,
  emailFor: typeof paymentFailed | null = paymentFailed,
): Promise<void> {
  const { root, parts } = order;
  const waiting = parts.filter(({ order_status }) => order_status === 'order-pending');
  const points = await pointsPaidFor(ctx, root, waiting);
  await returnStock(ctx, order, waiting);
  for (const part of waiting) await moveTo(ctx, part, 'order-failed');
  for (const row of [root, ...parts]) {
    const from = row.payment_status;
    if (from === 'payment-failed' || paidStatuses.includes(from)) continue;
    await writeOrder(ctx, row, { payment_status: 'payment-failed' });
    await recordEvent(ctx, row, { kind: 'payment', from, to: 'payment-failed' });
  }
  await deriveRoot(ctx, order);
  await closeAttempts(ctx, root.id);
  await releaseUnused(ctx, order);
  const entry = pointsEntry(root, points);
  if (entry) await postEntry(ctx, entry);
  if (waiting.length === 0 || !emailFor) return;
  await notifyCustomer(ctx, root, 'paymentOrder', emailFor(aboutOrder(root)));
}

/**
 * Takes stock, points and the coupon use of failed parts again. Returns false and takes nothing when stock or points
 * are gone; true when nothing had failed.
 */
export async function reviveFailed(ctx: Ctx, order: LockedOrder): Promise<boolean> {
  const { root, parts } = order;
  const failed = parts.filter(({ order_status }) => order_status === 'order-failed');
  if (failed.length === 0) return true;
  const context = { family: 'orders', rowId: root.id };
  const lines = toStockLines(order, failed);
  if ((await takeStock(ctx, lines, context)).length > 0) return false;
  if (!(await takePoints(ctx, order, await pointsPaidFor(ctx, root, failed)))) {
    await restoreStock(ctx, lines, context);
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
  const moved = entry.lines.map(({ account }) => account);
  const accounts = await lockAccounts(ctx, moved);
  const wallet = { kind: 'wallet', userId: root.customer_id ?? 0 } as const;
  if (pickAccount(accounts, wallet).balance < points) return false;
  await postEntry(ctx, entry);
  return true;
}

/**
 * Holds money of a different amount: nothing is paid, packed or credited until an administrator decides.
 */
async function keepInSuspense(ctx: Ctx, order: LockedOrder, money: Money): Promise<void> {
  const { root } = order;
  const { amount } = money;
  const expected = toMinor(money.attempt.amount);
  const held = toMinor(root.awaiting_amount ?? 0) + amount;
  await postPayment(ctx, order, money, 0);
  await writeOrder(ctx, root, { awaiting_amount: fromMinor(held) });
  for (const row of [root, ...payableParts(order)]) {
    await setPayment(ctx, row, 'payment-awaiting-for-approval');
  }
  await closeAttempts(ctx, root.id);
  const changes = { amount: [fromMinor(expected), fromMinor(amount)] as [unknown, unknown] };
  await audit(ctx, { family: 'orders', id: root.id, action: 'payment-mismatch', changes });
  const sums = { amount: fromMinor(amount), expected: fromMinor(expected) };
  await notifyCustomer(ctx, root, 'paymentOrder', paymentInSuspense({ ...aboutOrder(root), ...sums }));
}

/** Refunds held money: the order is unpaid again. */
async function returnFromSuspense(ctx: Ctx, order: LockedOrder): Promise<void> {
  const { root } = order;
  const held = await clearSuspense(ctx, order);
  if (isCash(root.payment_gateway)) {
    const { payment } = firstStatuses[root.payment_gateway];
    for (const row of [root, ...payableParts(order)]) await setPayment(ctx, row, payment);
  } else await failPayment(ctx, order, null);
  await openCancellationRefund(ctx, root, held, { isSuspense: true });
  const sentBack = paymentSentBack({ ...aboutOrder(root), amount: fromMinor(held) });
  await notifyCustomer(ctx, root, 'paymentOrder', sentBack);
}

/**
 * `POST orders/{id}/payment-decision` (administrators): accepts held money as the payment, refunding any surplus, or
 * refunds all of it. Less than is due is never accepted, because later refunds would exceed it. Throws NOT_FOUND,
 * CONFLICT, and ACTION_NOT_VALID when nothing is held, it is too little, or stock is gone.
 */
export async function decidePayment(
  ctx: UserCtx,
  key: string,
  { decision, version }: Input<typeof decidePaymentSchema>,
): Promise<JsonRecord> {
  const order = await lockOrder(ctx, key);
  const { root, target } = order;
  await assertFresh(ctx, target, version);
  if (target.id !== root.id || root.awaiting_amount === null) throw new AppError('ACTION_NOT_VALID');
  if (decision === 'return') await returnFromSuspense(ctx, order);
  else {
    if (toMinor(root.awaiting_amount) < amountDue(order)) throw refusal('error-payment-short');
    await payFromSuspense(ctx, order);
  }
  return { ...(await orderDetails(ctx, root.id)) };
}

/** Pays a locked order with the money that is held for it, which suffices. Throws ACTION_NOT_VALID when its stock is gone. */
export async function payFromSuspense(ctx: Ctx, order: LockedOrder): Promise<void> {
  if (!(await reviveFailed(ctx, order))) throw refusal('error-stock-gone');
  await pay(ctx, order, null);
}

/** Money leaves suspense as a prepayment; nothing arrives. */
export const postAccepted = (ctx: Ctx, { root }: LockedOrder, pays: number): Promise<number[]> =>
  postEntries(ctx, paymentCaptured({ orderId: root.id, from: manualClearing, amount: 0, pays }));

const manualClearing = { kind: 'provider_clearing', provider: 'manual' } as const;

const refusal = (text: string) => new AppError('ACTION_NOT_VALID', { fields: { decision: [text] } });
