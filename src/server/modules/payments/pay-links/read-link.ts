import { fromMinor } from '@/contract/core/money';
import { cashTotal } from '@/contract/orders/money';
import { shownNumber } from '@/contract/orders/number';
import { isOnline, type OnlineGateway } from '@/contract/orders/online';
import { endedStatuses, isHeld, paidStatuses } from '@/contract/orders/status';
import type { openLinkSchema, PayState, PayView } from '@/contract/payments/links';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { settingsOptions } from '@/server/core/settings';
import type { Input } from '@/server/core/validate';
import { guestTokenHash, isGuestToken } from '@/server/modules/orders/guest-orders';
import type { StoredOrder, StoredPart } from '@/server/modules/orders/lock-order';
import { countOpening, paymentIntentOf } from '@/server/modules/orders/payments/change-gateway';
import { payableParts } from '@/server/modules/orders/payments/open-attempts';
import { openOnlineGateways } from '@/server/modules/orders/payments/open-gateways';
import type { PaymentDeps } from '../attempts/provider-deps';
import { preparePayment } from '../attempts/request-payment';
import { isPayable, readWhole } from './payable';

/** `GET payment-links/{secret}`. Reads without locks, because the page asks again and again. Throws NOT_FOUND. */
export async function readLink(ctx: Ctx, secret: string): Promise<PayView> {
  return viewOf(ctx, await orderOf(ctx, secret));
}

/**
 * `POST payment-links/{secret}`: opens the payment, if none is open, and asks for its link; another way to pay takes the
 * place of the open one. Throws NOT_FOUND, ACTION_NOT_VALID, VALIDATION_FAILED for a way that is off, TOO_MANY_REQUESTS.
 */
export async function openLink(
  deps: PaymentDeps,
  ctx: Ctx,
  secret: string,
  { payment_gateway: asked }: Input<typeof openLinkSchema>,
): Promise<PayView> {
  const orderId = await orderOf(ctx, secret);
  const { root } = await readWhole(ctx, orderId);
  const isRecalled = asked !== undefined && asked !== root.payment_gateway;
  if (isRecalled) await countOpening(ctx, orderId);
  await preparePayment(deps, ctx, (inside) => paymentIntentOf(inside, orderId, { asked, isRecalled }));
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
  const sum = (counted: readonly StoredPart[]) => counted.reduce((total, part) => total + cashTotal(part), 0);
  return {
    number: shownNumber(root),
    state,
    amount: fromMinor(state === 'due' || state === 'preparing' ? sum(payableParts({ parts })) : sum(paid)),
    ...(await contentsOf(ctx, parts)),
    until: root.pay_until?.toISOString() ?? null,
    url: state === 'due' ? (url ?? null) : null,
    ways: isPayable({ root, parts }) ? await waysOf(ctx, root) : [],
  };
}

/** The way of the order comes first. */
async function waysOf(ctx: Ctx, { payment_gateway: own }: StoredOrder): Promise<OnlineGateway[]> {
  const open = openOnlineGateways(ctx, await settingsOptions(ctx));
  return open.toSorted((a, b) => Number(b === own) - Number(a === own));
}

/** Of the open payment: its address, null while the provider prepares it; undefined without one. */
async function openUrl(ctx: Ctx, orderId: number): Promise<string | null | undefined> {
  const open = await ctx.db
    .selectFrom('payment_attempts')
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
  if (isHeld(root)) return 'held';
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
