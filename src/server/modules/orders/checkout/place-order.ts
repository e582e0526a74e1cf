import { sql } from 'kysely';
import { businessZone } from '@/contract/core/day';
import { fromMinor, toMinor, toMinorUp } from '@/contract/core/money';
import { pointsFor } from '@/contract/orders/money';
import { shownNumber } from '@/contract/orders/number';
import { isOnline } from '@/contract/orders/online';
import type { PlaceInput } from '@/contract/orders/schema';
import type { OrderDetails, VerifiedCheckout } from '@/contract/orders/wire';
import type { SettingsOptions } from '@/contract/settings';
import { businessDay } from '@/contract/settings/business-day';
import { type Ctx, isAdmin, isOtherClient } from '@/server/core/context';
import { AppError, rejectField } from '@/server/core/errors';
import { pointsPerRouble, settingsOptions } from '@/server/core/settings';
import { takeStock } from '@/server/modules/catalogue/stock/stock';
import { pointsGiven } from '@/server/modules/ledger/entries';
import { postEntries } from '@/server/modules/ledger/ledger';
import { lockAccounts } from '@/server/modules/ledger/ledger-accounts';
import { momentText } from '@/server/modules/messaging/email-text';
import { sendOrderEvents } from '@/server/modules/messaging/event-switches';
import { adminIds, notifyEach, peopleOfShops } from '@/server/modules/messaging/notify';
import { type Redemption, redeemCoupon } from '@/server/modules/promotions/coupons/coupon-redemption';
import { payAtTill } from '../complete-order';
import { createInvoiceLink } from '../documents/document-links';
import { grantFiles } from '../downloads';
import { type EmailLine, notifyAdmins, orderPlaced, orderReceived } from '../emails';
import { guestTokenHash, newGuestToken } from '../guest-orders';
import { lockRoot } from '../lock-order';
import { openAttempt } from '../payments/open-attempts';
import { assertGatewayOpen } from '../payments/open-gateways';
import { paymentDeadline } from '../payments/payment-deadline';
import { orderDetails } from '../presenter';
import {
  type InsertedOrder,
  insertOrder,
  type OrderDraft,
  recordPlacement,
  type SoldLine,
} from './insert-order';
import {
  type AvailableLine,
  assertMinimumAmount,
  availablePoints,
  computeTotals,
  couponCart,
  isAvailable,
  type OrderTotals,
  presentCheckout,
  readCart,
} from './pricing';
import {
  assertCouponsEnabled,
  currentCheckout,
  rejectCoupon,
  resolveCustomerId,
  taxAddress,
} from './verify-checkout';

/** A new order in the response; guests receive their secret once. */
export type PlacedOrder = OrderDetails & { guest_token?: string };

/**
 * `POST orders` (rules/orders: placement is all or nothing): recalculates everything and compares it with the client's
 * figures. Stock, coupon, points, order, payment and e-mails run in the caller's transaction. Throws ORDER_CHANGED with
 * the current checkout when a line is unavailable or a sum differs, VALIDATION_FAILED, INSUFFICIENT_BALANCE, FORBIDDEN
 * for guests when guest checkout is off.
 */
export async function placeOrder(
  ctx: Ctx,
  input: PlaceInput,
  guestToken: string = newGuestToken(),
): Promise<PlacedOrder> {
  const settings = await settingsOptions(ctx);
  const buyer = await resolveBuyer(ctx, input, settings);
  const token = buyer.id === null ? guestToken : null;
  const placed = await placeFor(ctx, input, { settings, buyer, token, pointsOf: buyer.id });
  return token === null ? placed : { ...placed, guest_token: token };
}

interface PlacedFor {
  settings: SettingsOptions;
  buyer: Buyer;
  /** Secret of a guest. */
  token: string | null;
  /** The account whose points a refusal may show. */
  pointsOf: number | null;
}

/** `placeOrder` for a known buyer. */
export async function placeFor(
  ctx: Ctx,
  input: PlaceInput,
  { settings, buyer, token, pointsOf }: PlacedFor,
): Promise<OrderDetails> {
  assertGatewayOpen(ctx, settings, input.payment_gateway);
  const id = await nextOrderId(ctx);
  const lines = await takeGoods(ctx, id, input.products);
  if (!lines) throw orderChanged(await currentCheckout(ctx, input, pointsOf));
  assertSignedInForFiles(buyer, lines);
  const coupon = await redeemOrderCoupon(ctx, input, { settings, lines, buyer });
  const totals = await computeTotals(ctx, lines, { settings, address: taxAddress(input), coupon });
  assertMinimumAmount(settings, totals.amount);
  const isAtTill = input.payment_gateway === 'CASH' && isAdmin(ctx);
  const paid = await reservePoints(ctx, input, { userId: buyer.id, settings, total: totals.total });
  if (lines.some(({ problem }) => problem !== null) || differsFromClient(ctx, input, totals, paid)) {
    throw orderChanged(presentCheckout(lines, totals, await availablePoints(ctx, pointsOf, settings)));
  }
  if (paid.isShort) throw new AppError('INSUFFICIENT_BALANCE');
  const isPaid = paid.wallet === totals.total;
  const isByPoints = isPaid && totals.total > 0;
  const draft: OrderDraft = {
    id,
    lines: lines.map(({ sold }) => sold),
    off: { ...totals, wallet: paid.wallet },
    terms: totals.terms,
    customer: buyer,
    gateway: isByPoints ? 'FULL_WALLET_PAYMENT' : input.payment_gateway,
    // Nothing is due, so the order does not wait for a payment.
    ...(isPaid && !isByPoints && { status: { order: 'order-processing', payment: 'payment-success' } }),
    walletPoints: paid.points,
    coupon: coupon && { id: coupon.coupon_id, usageId: coupon.usage_id },
    billingAddress: input.billing_address,
    shippingAddress: input.shipping_address,
    deliveryPoint: input.delivery_point,
    deliveryTime: input.delivery_time || null,
    note: input.note || null,
    guestTokenHash: token && guestTokenHash(token),
    payUntil: isPaid ? null : paymentDeadline(ctx, settings, input),
    day: businessDay(ctx.now).replaceAll('-', ''),
  };
  const order = await insertOrder(ctx, draft);
  await finishPlacement(ctx, order, draft, { ...paid, isAtTill });
  return orderDetails(ctx, id);
}

/** Reserved before the insert, because the stock journal refers to it. */
export async function nextOrderId(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('orders', 'id')) as id`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Error('No number for an order');
  return row.id;
}

/** Takes all lines out of stock and reads their prices; undefined when one of them cannot be had. */
export async function takeGoods(
  ctx: Ctx,
  orderId: number,
  products: PlaceInput['products'],
): Promise<AvailableLine[] | undefined> {
  const wanted = products.map((line) => ({
    productId: line.product_id,
    variationId: line.variation_option_id ?? null,
    quantity: line.order_quantity,
  }));
  const refused = await takeStock(ctx, wanted, { family: 'orders', rowId: orderId });
  const lines = refused.length > 0 ? [] : await readCart(ctx, products, true);
  return lines.length > 0 && lines.every(isAvailable) ? lines : undefined;
}

const orderChanged = (current: VerifiedCheckout) => new AppError('ORDER_CHANGED', { current });

/**
 * True when the client sent other sums. Clients send free delivery as no fee, or as a discount of the fee. Those of the
 * dialect compute by themselves, and not all know every kind of coupon: theirs are compared with what is to be paid
 * (rules/orders: a sum that another client shows is never exceeded).
 */
function differsFromClient(ctx: Ctx, input: PlaceInput, totals: OrderTotals, paid: PointsPayment): boolean {
  if (isOtherClient(ctx)) return exceedsShown(input, totals);
  const { amount, sales_tax, delivery_fee, discount, total, paid_total, wallet_amount } = input;
  const differs = (sent: number | null | undefined, expected: number) =>
    sent !== null && sent !== undefined && toMinor(sent) !== expected;
  const isSplit = typeof delivery_fee === 'number' && typeof discount === 'number';
  return (
    differs(amount, totals.amount) ||
    differs(sales_tax, totals.tax) ||
    (isSplit
      ? differs(delivery_fee - discount, totals.delivery - totals.discount)
      : differs(delivery_fee, totals.delivery) || differs(discount, totals.discount)) ||
    differs(total, totals.total) ||
    differs(paid_total, totals.total) ||
    differs(wallet_amount, paid.wallet)
  );
}

/** Another client shows fractions of a kopeck rounded. */
function exceedsShown({ amount, total, paid_total }: PlaceInput, totals: OrderTotals): boolean {
  const exceeds = (sum: number, shown: number | null | undefined) =>
    typeof shown === 'number' && sum > toMinorUp(shown);
  return exceeds(totals.amount, amount) || exceeds(totals.total, total) || exceeds(totals.total, paid_total);
}

/** Redeems the coupon, validated again under its lock (rules/promotions: a coupon is checked where it is used). */
async function redeemOrderCoupon(
  ctx: Ctx,
  input: PlaceInput,
  options: { settings: SettingsOptions; lines: readonly AvailableLine[]; buyer: Buyer },
): Promise<Redemption | null> {
  const code = input.coupon_code || (await findCouponCode(ctx, input.coupon_id));
  if (!code) return null;
  assertCouponsEnabled(options.settings);
  const redemption = await redeemCoupon(ctx, code, couponCart(options.lines, options.buyer.id));
  return 'message' in redemption ? rejectCoupon(redemption.message) : redemption;
}

/** Some clients send the id that the coupon check returned instead of the code. */
async function findCouponCode(ctx: Ctx, id: number | null | undefined): Promise<string | null> {
  if (!id) return null;
  const row = await ctx.db
    .selectFrom('coupons')
    .select('code')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.code ?? rejectCoupon('INVALID_COUPON_CODE');
}

/** Everything that follows the insert: coupon use, points, files, payment, notifications. */
async function finishPlacement(
  ctx: Ctx,
  order: InsertedOrder,
  draft: OrderDraft,
  paid: PointsPayment & { isAtTill: boolean },
): Promise<void> {
  const isPaid = fromMinor(paid.wallet) === order.total;
  await recordPlacement(ctx, order, draft.coupon);
  const { id: buyer } = draft.customer;
  const about = { family: 'orders', rowId: order.id } as const;
  if (buyer !== null) await postEntries(ctx, pointsGiven('points', about, buyer, -toMinor(paid.points)));
  if (isPaid) {
    await ctx.db
      .updateTable('orders')
      .set({ paid_at: ctx.now })
      .where((eb) => eb.or([eb('id', '=', order.id), eb('parent_id', '=', order.id)]))
      .execute();
    const placed = await lockRoot(ctx, order.id);
    await grantFiles(ctx, placed, placed.parts);
  }
  if (isOnline(draft.gateway) && !isPaid) await openAttempt(ctx, order.id);
  if (paid.isAtTill && !isPaid) await payAtTill(ctx, order.id);
  await notifyOrderPlaced(ctx, order, draft);
}

/** Payment by points: `wallet` in kopecks, and the points it takes. */
interface PointsPayment {
  wallet: number;
  points: number;
  /** The order was to be paid with points alone, and they do not cover it. */
  isShort: boolean;
}

/**
 * Covers as much of the order with points as there are, if requested. The wallet stays locked, so that no other order
 * spends the same points (rules/orders: points pay up to what there is).
 */
async function reservePoints(
  ctx: Ctx,
  input: Pick<PlaceInput, 'payment_gateway' | 'use_wallet_points' | 'isFullWalletPayment'>,
  options: { userId: number | null; settings: SettingsOptions; total: number },
): Promise<PointsPayment> {
  const { userId, settings, total } = options;
  const isAll = input.isFullWalletPayment || input.payment_gateway === 'FULL_WALLET_PAYMENT';
  if (!isAll && !input.use_wallet_points) return { wallet: 0, points: 0, isShort: false };
  if (userId !== null) await lockAccounts(ctx, [{ kind: 'wallet', userId }]);
  const { worth } = await availablePoints(ctx, userId, settings);
  const wallet = Math.min(worth, total);
  const points = pointsFor(wallet, pointsPerRouble(settings));
  return { wallet, points, isShort: isAll && wallet < total };
}

/** E-mails the buyer and the owner of each shop, and adds notifications in the panel. */
async function notifyOrderPlaced(ctx: Ctx, order: InsertedOrder, draft: OrderDraft): Promise<void> {
  const { customer, payUntil = null } = draft;
  const parts = await partsOf(ctx, order.id);
  const number = shownNumber(order);
  const invoice = customer.email ? await createInvoiceLink(ctx, order.id) : undefined;
  const placed = orderPlaced({
    name: customer.name,
    number,
    total: order.total,
    lines: draft.lines.map(emailLine),
    payUntil: payUntil && momentText(payUntil, businessZone()),
    ...(invoice && { invoice }),
  });
  const toBuyer = {
    event: ['customer', 'statusChangeOrder'] as const,
    // The phone was typed, and may be anybody's.
    contacts: {
      email: customer.email,
      phone: customer.contact,
      ofAccount: customer.id === null ? undefined : ('email' as const),
    },
    text: { ...placed, orderId: order.id },
  };
  const toShops = parts.map((part) => ({
    event: ['vendor', 'statusChangeOrder'] as const,
    contacts: { email: part.email, phone: part.contact, ofAccount: 'both' as const },
    text: {
      orderId: part.id,
      ...orderReceived({
        name: part.name,
        shop: part.shop,
        number,
        total: part.amount,
        lines: draft.lines.filter(({ shopId }) => shopId === part.shop_id).map(emailLine),
        link: `${ctx.publicUrl}/admin/${encodeURIComponent(part.slug)}/orders/${part.id}`,
      }),
    },
  }));
  await sendOrderEvents(ctx, [toBuyer, ...toShops]);
  await notifyAdmins(ctx, 'statusChangeOrder', placed, `orders/${order.id}`);
  await ringForOrder(ctx, order, parts);
}

const emailLine = ({ name, variation, quantity, unitPrice }: SoldLine): EmailLine => ({
  name,
  variation,
  quantity,
  subtotal: fromMinor(unitPrice * quantity),
});

/** Notifications in the panel: of administrators, and of the people of each shop. */
async function ringForOrder(
  ctx: Ctx,
  order: InsertedOrder,
  parts: Awaited<ReturnType<typeof partsOf>>,
): Promise<void> {
  const tracker = shownNumber(order);
  const shopIds = parts.map(({ shop_id }) => shop_id);
  const people = await peopleOfShops(ctx, shopIds, 'orders');
  await notifyEach(ctx, [
    { receivers: await adminIds(ctx, 'orders'), type: 'order', tracker, subjectId: order.id },
    ...parts.map(({ id, shop_id: shopId }) => {
      const receivers = people.filter(({ shop_id }) => shop_id === shopId).map((person) => person.id);
      return { receivers, type: 'order' as const, tracker, subjectId: id, shopId };
    }),
  ]);
}

async function partsOf(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('orders')
    .innerJoin('shops', 'shops.id', 'orders.shop_id')
    .innerJoin('users', 'users.id', 'shops.owner_id')
    .select(['orders.id', 'orders.tracking_number', 'orders.amount', 'users.name', 'users.email'])
    .select('users.contact')
    .select(['shops.id as shop_id', 'shops.name as shop', 'shops.slug'])
    .where('orders.parent_id', '=', id)
    .orderBy('orders.id')
    .execute();
}

export type Buyer = OrderDraft['customer'];

/**
 * The buyer: an account with its own name and e-mail, or a guest. Throws FORBIDDEN when guest checkout is off, and for
 * somebody else's account.
 */
async function resolveBuyer(ctx: Ctx, input: PlaceInput, settings: SettingsOptions): Promise<Buyer> {
  const id = await resolveCustomerId(ctx, input.customer_id);
  const contact = input.customer_contact;
  if (id === null) {
    if (!settings.guestCheckout) throw new AppError('FORBIDDEN');
    return { id, name: input.customer_name || null, contact, email: input.customer_email || null };
  }
  const { name, email } =
    ctx.user?.id === id
      ? ctx.user
      : await ctx.db
          .selectFrom('users')
          .select(['name', 'email'])
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
  return { id, name, contact, email };
}

/** Purchased files belong to an account. Throws VALIDATION_FAILED for a guest. */
function assertSignedInForFiles({ id }: Buyer, lines: readonly AvailableLine[]): void {
  if (id !== null || !lines.some(({ sold }) => sold.isDigital)) return;
  rejectField('products', 'error-digital-for-guest');
}
