import { fromMinor, toDecimal } from '@/contract/core/money';
import { paidStatuses } from '@/contract/orders/status';
import type { Ctx } from '@/server/core/context';
import { settlementFound } from '@/server/modules/ledger/entries';
import { postEntries } from '@/server/modules/ledger/ledger';
import type { LockedOrder } from '@/server/modules/orders/lock-order';
import { amountDue } from '@/server/modules/orders/payments/open-attempts';
import { receiveMoney } from '@/server/modules/orders/payments/receive-payment';
import { openPaymentTask } from '@/server/modules/payments/open-tasks/open-task';
import type { GivenLine } from './given-line';

/**
 * Money of a transfer pays a locked order, as a payment that nobody's protocol took: it leaves suspense by `manual`. More than
 * is due pays it and the rest waits to go back; less is a question, and so is money that the order does not need. `amount` in
 * kopecks. Returns the payment.
 */
export async function payOrder(
  ctx: Ctx,
  order: LockedOrder,
  { id, day }: Pick<GivenLine, 'id' | 'day'>,
  amount: number,
): Promise<number> {
  const { root } = order;
  const due = paidStatuses.includes(root.payment_status) ? 0 : amountDue(order);
  const attempt = await ctx.db
    .insertInto('payment_attempts')
    .values({
      order_id: root.id,
      payment_gateway: root.payment_gateway,
      provider: 'manual',
      state: 'paid',
      payment_id: `bank-${id}${(await isFirst(ctx, id)) ? '' : `-${root.id}`}`,
      // What was awaited: money of a smaller sum is held for a decision.
      amount: toDecimal(Math.max(due, amount)),
      is_open: false,
      captured: fromMinor(amount),
      captured_at: new Date(`${day}T00:00:00Z`),
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  // What the buyer's payment takes from nobody's provider, the transfer has given it.
  await postEntries(ctx, settlementFound(id, 'manual', amount));
  const outcome = await receiveMoney(ctx, order, attempt, amount);
  if (outcome !== 'paid' && outcome !== 'change')
    await openPaymentTask(ctx, { kind: outcome, orderId: root.id, attemptId: attempt.id, amount });
  return attempt.id;
}

async function isFirst({ db }: Ctx, lineId: number): Promise<boolean> {
  const used = await db
    .selectFrom('bank_line_uses')
    .select('id')
    .where('line_id', '=', lineId)
    .where('attempt_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return used === undefined;
}
