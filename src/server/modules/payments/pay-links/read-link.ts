import { fromMinor } from '@/contract/core/money';
import { numberOf } from '@/contract/orders/number';
import { endedStatuses, paidStatuses } from '@/contract/orders/status';
import type { PayState, PayView } from '@/contract/payments/links';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { inTransaction } from '@/server/core/transaction';
import { guestTokenHash, isGuestToken } from '@/server/modules/orders/guest-orders';
import type { StoredOrder, StoredPart } from '@/server/modules/orders/lock-order';
import { cashOf, openIntent, payableParts } from '@/server/modules/orders/payments/payment-intents';
import { isOnline, readWhole } from './payable';

/** `GET payment-links/{secret}`. Reads without locks, because the page asks again and again. Throws NOT_FOUND. */
export async function readLink(ctx: Ctx, secret: string): Promise<PayView> {
  return viewOf(ctx, await orderOf(ctx, secret));
}

/** `POST payment-links/{secret}`: opens the payment, if none is open. Throws NOT_FOUND, ACTION_NOT_VALID. */
export async function openLink(ctx: Ctx, secret: string): Promise<PayView> {
  const orderId = await orderOf(ctx, secret);
  await inTransaction(ctx, (inside) => openIntent(inside, orderId));
  return viewOf(ctx, orderId);
}

async function orderOf(ctx: Ctx, secret: string): Promise<number> {
  if (!isGuestToken(secret)) throw new AppError('NOT_FOUND');
  const { order_id } = await ctx.db
    .selectFrom('payment_links')
    .innerJoin('orders', 'orders.id', 'payment_links.order_id')
    .select('order_id')
    .where('secret_hash', '=', guestTokenHash(secret))
    .where('orders.deleted_at', 'is', null)
    .where('payment_links.expires_at', '>', ctx.now)
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
  return order_id;
}

async function viewOf(ctx: Ctx, orderId: number): Promise<PayView> {
  const { root, parts } = await readWhole(ctx, orderId);
  const url = await openUrl(ctx, orderId);
  const state = stateOf(root, url);
  const paid = parts.filter(({ order_status }) => !endedStatuses.includes(order_status));
  const sum = (counted: readonly StoredPart[]) => counted.reduce((total, part) => total + cashOf(part), 0);
  return {
    number: numberOf(root),
    state,
    amount: fromMinor(state === 'due' || state === 'preparing' ? sum(payableParts({ parts })) : sum(paid)),
    ...(await contentsOf(ctx, parts)),
    until: root.pay_until?.toISOString() ?? null,
    url: state === 'due' ? (url ?? null) : null,
  };
}

/** Of the open payment: its address, null while the provider prepares it; undefined without one. */
async function openUrl(ctx: Ctx, orderId: number): Promise<string | null | undefined> {
  const open = await ctx.db
    .selectFrom('payment_intents')
    .select('redirect_url')
    .where('order_id', '=', orderId)
    .where('is_open', '=', true)
    .where('change_id', 'is', null)
    .executeTakeFirst();
  return open?.redirect_url;
}

function stateOf(root: StoredOrder, url: string | null | undefined): PayState {
  const { payment_status, payment_gateway, order_status } = root;
  if (paidStatuses.includes(payment_status)) return 'paid';
  if (payment_status === 'payment-awaiting-for-approval') return 'checking';
  if (
    !isOnline(payment_gateway) ||
    order_status === 'order-cancelled' ||
    payment_status === 'payment-refunded'
  )
    return 'over';
  return url === null ? 'preparing' : 'due';
}

async function contentsOf(ctx: Ctx, parts: readonly StoredPart[]): Promise<Pick<PayView, 'shops' | 'goods'>> {
  const ids = [0, ...parts.map(({ id }) => id)];
  const shops = await ctx.db
    .selectFrom('shops')
    .select('name')
    .where('id', 'in', [0, ...parts.map(({ shop_id }) => shop_id)])
    .orderBy('id')
    .execute();
  const goods = await ctx.db
    .selectFrom('order_lines')
    .select(['name', 'quantity'])
    .where('order_id', 'in', ids)
    .where('quantity', '>', 0)
    .orderBy('order_id')
    .orderBy('position')
    .orderBy('id')
    .execute();
  return { shops: shops.map(({ name }) => name), goods };
}
