import type { Selectable } from 'kysely';
import { fromMinor, toMinor } from '@/contract/core/money';
import { paidStatuses } from '@/contract/orders/status';
import type { Ctx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { AppError } from '@/server/core/errors';
import { postEntry } from '@/server/modules/ledger/ledger';
import { letterInvoice } from '../documents/document-links';
import { partPaid, paymentReceived, paymentReturned } from '../emails';
import { deriveRoot, type LockedOrder, lockRoot, recordEvent, writeOrder } from '../lock-order';
import { grantFiles } from '../order-files';
import { notifyCustomer, notifyShops } from '../order-notices';
import { openReturn } from '../return-payment';
import { failPayment, reviveFailed } from './order-payment-failure';
import { holdPayment } from './order-payment-hold';
import { closeIntents, dueOf, findIntent, payableParts, setPayment } from './payment-intents';

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
