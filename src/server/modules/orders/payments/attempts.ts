import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { toDecimal } from '@/contract/core/money';
import type { PaymentGateway } from '@/contract/orders/status';
import type { Ctx } from '@/server/core/context';
import type { DB } from '@/server/core/db/types';
import { rejectField } from '@/server/core/errors';
import { emit } from '@/server/core/events/event';
import { apiBase } from '@/server/core/files/attachments';
import { settingsOptions } from '@/server/core/settings';
import { type OnlineWay, standIn } from '@/server/integrations/online-ways';
import { openSbpPayment } from '@/server/integrations/sbp/sbp-payments';
import type { StoredOrder } from '../lock-order';

/** A row of `payment_attempts`: one attempt to pay an order (rules/payments: an attempt is stored before it is sent). */
export type Attempt = Selectable<DB['payment_attempts']>;

const minute = 60_000;

/** Ways of a gateway for a sum in kopecks, the preferred first. */
export const waysFor = (
  { online = [standIn] }: Pick<Ctx, 'online'>,
  gateway: PaymentGateway,
  amount?: number,
) =>
  online.filter(
    (way) =>
      way.gateway === gateway &&
      (amount === undefined || (amount >= way.minimum && (way.maximum === null || amount <= way.maximum))),
  );

/**
 * Opens an attempt in the caller's transaction, with its key; the acquirer is asked after the commit. Sums in kopecks.
 * Throws VALIDATION_FAILED when nobody takes this sum by the order's gateway.
 */
export async function insertAttempt(
  ctx: Ctx,
  root: StoredOrder,
  { changeId = null, amount }: { changeId?: number | null; amount: number },
): Promise<Attempt> {
  const [way] = waysFor(ctx, root.payment_gateway, amount);
  if (!way) rejectField('payment_gateway', 'error-gateway-sum');
  const isTwoStage = changeId === null && (await isHeldFirst(ctx, root, way));
  const attempt = await ctx.db
    .insertInto('payment_attempts')
    .values({
      order_id: root.id,
      change_id: changeId,
      payment_gateway: root.payment_gateway,
      amount: toDecimal(amount),
      is_two_stage: isTwoStage,
      ...(way.provider === 'manual' ? reported(ctx, amount, way) : unsent(ctx, root, way)),
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (way.provider !== 'manual')
    await emit(ctx, 'payment-asked', { record: attempt.id, data: { orderId: root.id } });
  return attempt;
}

/** Files are given by the payment itself, and a till hands over at once: nothing is left to wait for. */
async function isHeldFirst(ctx: Ctx, root: StoredOrder, { holdDays }: OnlineWay): Promise<boolean> {
  if (holdDays === null || root.at_till) return false;
  const { captureAt } = await settingsOptions(ctx);
  if (captureAt === 'payment') return false;
  const file = await ctx.db
    .selectFrom('order_lines')
    .select('id')
    .where('parent_id', '=', root.id)
    .where('is_digital', '=', true)
    .where('quantity', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return file === undefined;
}

function reported({ publicUrl }: Ctx, amount: number, { isPlayed }: OnlineWay) {
  const { id, link } = openSbpPayment(amount, isPlayed ? `${publicUrl}${apiBase}/dev/bank` : undefined);
  return { provider: 'manual', state: 'pending', payment_id: id, redirect_url: link };
}

/** The order may be paid until its deadline, where the acquirer can be told so. */
function unsent({ now }: Ctx, { pay_until }: StoredOrder, way: OnlineWay) {
  const { provider, method } = way;
  const last = new Date(now.getTime() + way.payWithinMinutes * minute);
  const isShort = way.takesDeadline && pay_until !== null && pay_until > now && pay_until < last;
  return {
    provider,
    method,
    key: randomUUID(),
    state: 'new',
    expires_at: isShort ? pay_until : last,
    next_read_at: new Date(now.getTime() + minute),
  };
}

/**
 * Somebody may be paying at the acquirer at the moment, by an attempt that was opened in time: the order waits for its end
 * (rules/payments: an order waits for a payment that has begun).
 */
export async function isBeingPaid(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { id, pay_until }: Pick<StoredOrder, 'id' | 'pay_until'>,
): Promise<boolean> {
  const open = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('order_id', '=', id)
    .where('is_open', '=', true)
    .where('provider', '!=', 'manual')
    .where('expires_at', '>', now)
    .where('created_at', '<=', pay_until ?? now)
    .executeTakeFirst();
  return open !== undefined;
}

/** What was closed and is not over at its acquirer: nobody should pay it any more. */
export async function askToCancel(
  ctx: Ctx,
  orderId: number,
  closed: readonly Pick<Attempt, 'id' | 'state' | 'provider'>[],
): Promise<void> {
  for (const { id, state, provider } of closed) {
    if (provider !== 'manual' && state !== 'paid' && state !== 'canceled')
      await emit(ctx, 'payment-unwanted', { record: id, data: { orderId } });
  }
}
