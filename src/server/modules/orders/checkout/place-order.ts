import { sql } from 'kysely';
import { businessDay, businessZone } from '@/contract/core/business-day';
import { fromMinor, toMinor } from '@/contract/core/money';
import { pointsFor } from '@/contract/orders/money';
import { type PlaceInput, placeSchema } from '@/contract/orders/schema';
import type { OrderDetails, VerifiedCheckout } from '@/contract/orders/wire';
import type { SettingsOptions } from '@/contract/settings';
import { audit } from '@/server/core/audit';
import { type Ctx, isAdmin } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/resource/query';
import { pointsPerRouble, settingsOptions } from '@/server/core/settings';
import { validate } from '@/server/core/validate';
import { takeStock } from '@/server/modules/catalogue/stock/stock';
import { postEntry } from '@/server/modules/ledger/ledger';
import { type AccountKey, lockAccounts } from '@/server/modules/ledger/ledger-accounts';
import { momentText } from '@/server/modules/messaging/emails';
import { tell } from '@/server/modules/messaging/event-switches';
import { adminIds, notify, shopPeopleIds } from '@/server/modules/messaging/notify';
import { type Redemption, redeemCoupon } from '@/server/modules/promotions/coupons/coupon-redemption';
import { payAtTill } from '../complete-order';
import { letterInvoice } from '../documents/document-links';
import { grantFiles } from '../downloads';
import { type LetterLine, notifyCustomer, orderPlaced, orderReceived } from '../emails';
import { guestTokenHash, newGuestToken } from '../guest-orders';
import { lockRoot } from '../lock-order';
import { assertGatewayOpen } from '../payments/change-gateway';
import { payUntil } from '../payments/payment-deadline';
import { openIntent } from '../payments/payment-intents';
import { orderDetails } from '../presenter';
import { type InsertedOrder, insertOrder, type OrderDraft } from './insert-order';
import {
  assertMinimumAmount,
  availablePoints,
  couponCart,
  type Figures,
  figuresOf,
  type GoodLine,
  isGood,
  readCart,
  toVerified,
} from './pricing';
import {
  addressOf,
  assertCouponsEnabled,
  currentCheckout,
  customerIdOf,
  rejectCoupon,
} from './verify-checkout';

/** A new order as it is answered; a guest is told its secret, once. */
export type PlacedOrder = OrderDetails & { guest_token?: string };

/**
 * `POST orders` (reference rules §3.8): everything is found anew, what the client believes is only compared. Stock, coupon,
 * points, order, payment and letters are one transaction, its caller's. Throws ORDER_CHANGED with what is true now when a
 * line cannot be had or a figure differs, VALIDATION_FAILED, INSUFFICIENT_BALANCE, and FORBIDDEN for a guest where none
 * are taken.
 */
export async function placeOrder(
  ctx: Ctx,
  body: JsonRecord,
  guestToken: string = newGuestToken(),
): Promise<PlacedOrder> {
  if (ctx.user?.mustVerifyEmail) throw new AppError('EMAIL_NOT_VERIFIED');
  const input = await validate(placeSchema, body);
  const settings = await settingsOptions(ctx);
  const buyer = await buyerOf(ctx, input, settings);
  assertGatewayOpen(ctx, settings, input.payment_gateway);
  const id = await drawId(ctx);
  const lines = await takeGoods(ctx, id, input, buyer);
  assertSignedInForFiles(buyer, lines);
  const coupon = await takeCoupon(ctx, input, { settings, lines, buyer });
  const figures = await figuresOf(ctx, lines, { settings, address: addressOf(input), coupon });
  assertMinimumAmount(settings, figures.amount);
  const isAtTill = input.payment_gateway === 'CASH' && isAdmin(ctx);
  if (isAtTill) await lockTill(ctx, input, buyer);
  const paid = await pointsPart(ctx, input, { userId: buyer.id, settings, total: figures.total });
  if (lines.some(({ problem }) => problem !== null) || isOther(input, figures, paid)) {
    throw orderChanged(toVerified(lines, figures, await availablePoints(ctx, buyer.id, settings)));
  }
  if (paid.isShort) throw new AppError('INSUFFICIENT_BALANCE');
  const token = buyer.id === null ? guestToken : null;
  const draft = draftOf(ctx, { id, input, lines, figures, buyer, coupon, paid, token, settings });
  const order = await insertOrder(ctx, draft);
  await settle(ctx, order, draft, { ...paid, isAtTill });
  const placed = await orderDetails(ctx, id);
  return token === null ? placed : { ...placed, guest_token: token };
}

/** Cash and points are two entries of one transaction: their accounts are locked together (`lockAccounts`). */
async function lockTill(ctx: Ctx, input: PlaceInput, { id: userId }: Buyer): Promise<void> {
  const usesPoints = input.use_wallet_points && userId !== null;
  const wallet: AccountKey[] = usesPoints ? [{ kind: 'wallet', userId }, { kind: 'points' }] : [];
  await lockAccounts(ctx, [{ kind: 'outside' }, { kind: 'platform' }, ...wallet]);
}

/** Drawn before the order is written: the journal of the stock names it. */
async function drawId(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('orders', 'id')) as id`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Error('No number for an order');
  return row.id;
}

/** Takes all lines out of stock and reads what they cost, or throws ORDER_CHANGED with those that cannot be had. */
async function takeGoods(ctx: Ctx, id: number, input: PlaceInput, buyer: Buyer): Promise<GoodLine[]> {
  const wanted = input.products.map((line) => ({
    productId: line.product_id,
    variationId: line.variation_option_id ?? null,
    quantity: line.order_quantity,
  }));
  const refused = await takeStock(ctx, wanted, { family: 'orders', rowId: id });
  const lines = refused.length > 0 ? [] : await readCart(ctx, input.products, true);
  if (lines.length === 0 || !lines.every(isGood)) {
    throw orderChanged(await currentCheckout(ctx, input, buyer.id));
  }
  return lines;
}

const orderChanged = (current: VerifiedCheckout) => new AppError('ORDER_CHANGED', { current });

/** Whether the client believes other sums. Free delivery may be told as no fee, or as a discount of the fee. */
function isOther(input: PlaceInput, figures: Figures, paid: PointsPart): boolean {
  const { amount, sales_tax, delivery_fee, discount, total, paid_total, wallet_amount } = input;
  const differs = (told: number | null | undefined, found: number) =>
    told !== null && told !== undefined && toMinor(told) !== found;
  const isSplit = typeof delivery_fee === 'number' && typeof discount === 'number';
  return (
    differs(amount, figures.amount) ||
    differs(sales_tax, figures.tax) ||
    (isSplit
      ? differs(delivery_fee - discount, figures.delivery - figures.discount)
      : differs(delivery_fee, figures.delivery) || differs(discount, figures.discount)) ||
    differs(total, figures.total) ||
    differs(paid_total, figures.total) ||
    differs(wallet_amount, paid.wallet)
  );
}

/** Uses the coupon of the order, checked again under its lock (hazard H-23). */
async function takeCoupon(
  ctx: Ctx,
  input: PlaceInput,
  about: { settings: SettingsOptions; lines: readonly GoodLine[]; buyer: Buyer },
): Promise<Redemption | null> {
  const code = input.coupon_code || (await codeOf(ctx, input.coupon_id));
  if (!code) return null;
  assertCouponsEnabled(about.settings);
  const found = await redeemCoupon(ctx, code, couponCart(about.lines, about.buyer.id));
  return 'message' in found ? rejectCoupon(found.message) : found;
}

/** Clients of the dialect name a coupon by the id that its check told them. */
async function codeOf(ctx: Ctx, id: number | null | undefined): Promise<string | null> {
  if (!id) return null;
  const row = await ctx.db
    .selectFrom('coupons')
    .select('code')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.code ?? rejectCoupon('INVALID_COUPON_CODE');
}

interface Decided {
  id: number;
  input: PlaceInput;
  lines: readonly GoodLine[];
  figures: Figures;
  buyer: Buyer;
  coupon: Redemption | null;
  paid: PointsPart;
  token: string | null;
  settings: SettingsOptions;
}

function draftOf(ctx: Ctx, decided: Decided): OrderDraft {
  const { id, input, lines, figures, buyer, coupon, paid, token, settings } = decided;
  const isByPoints = paid.wallet === figures.total && figures.total > 0;
  const isPaid = paid.wallet === figures.total;
  return {
    id,
    lines: lines.map(({ sold }) => sold),
    off: { ...figures, wallet: paid.wallet },
    customer: buyer,
    gateway: isByPoints ? 'FULL_WALLET_PAYMENT' : input.payment_gateway,
    // Nothing is left to pay: there is nothing to wait for.
    ...(isPaid && !isByPoints && { status: { order: 'order-processing', payment: 'payment-success' } }),
    walletPoints: paid.points,
    coupon: coupon && { id: coupon.coupon_id, usageId: coupon.usage_id },
    billingAddress: input.billing_address,
    shippingAddress: input.shipping_address,
    deliveryPoint: input.delivery_point,
    deliveryTime: input.delivery_time || null,
    note: input.note || null,
    guestTokenHash: token && guestTokenHash(token),
    // Whoever stands at the till decides about an unpaid order.
    payUntil: isPaid || isAdmin(ctx) ? null : payUntil(settings, input, ctx.now),
    day: businessDay(ctx.now).replaceAll('-', ''),
  };
}

/** What follows from an order that is there: its coupon, its points, its payment, its files, and who is told. */
async function settle(
  ctx: Ctx,
  order: InsertedOrder,
  draft: OrderDraft,
  paid: PointsPart & { isAtTill: boolean },
): Promise<void> {
  const isPaid = fromMinor(paid.wallet) === order.total;
  if (draft.coupon) {
    await ctx.db
      .updateTable('coupon_usages')
      .set({ order_id: order.id })
      .where('id', '=', draft.coupon.usageId)
      .execute();
  }
  await spendPoints(ctx, { orderId: order.id, userId: draft.customer.id, points: paid.points });
  if (isPaid) {
    await ctx.db
      .updateTable('orders')
      .set({ paid_at: ctx.now })
      .where((eb) => eb.or([eb('id', '=', order.id), eb('parent_id', '=', order.id)]))
      .execute();
    const placed = await lockRoot(ctx, order.id);
    await grantFiles(ctx, placed, placed.parts);
  }
  await audit(ctx, {
    family: 'orders',
    id: order.id,
    action: 'create',
    changes: { tracking_number: [null, order.tracking_number], total: [null, order.total] },
  });
  if (draft.gateway === 'SBP' && !isPaid) await openIntent(ctx, order.id);
  if (paid.isAtTill && !isPaid) await payAtTill(ctx, order.id);
  await notifyOrderPlaced(ctx, order);
}

/** What points pay of an order: kopecks, and how many points that takes. */
export interface PointsPart {
  wallet: number;
  points: number;
  /** They were to pay all of it and do not. */
  isShort: boolean;
}

/**
 * How much of an order points pay: as much as there is, or nothing when nobody asks for it. The wallet stays locked, so
 * that no other order spends the same points (hazard H-06).
 */
export async function pointsPart(
  ctx: Ctx,
  input: Pick<PlaceInput, 'payment_gateway' | 'use_wallet_points' | 'isFullWalletPayment'>,
  about: { userId: number | null; settings: SettingsOptions; total: number },
): Promise<PointsPart> {
  const { userId, settings, total } = about;
  const isAll = input.isFullWalletPayment || input.payment_gateway === 'FULL_WALLET_PAYMENT';
  if (!isAll && !input.use_wallet_points) return { wallet: 0, points: 0, isShort: false };
  if (userId !== null) await lockAccounts(ctx, [{ kind: 'wallet', userId }, { kind: 'points' }]);
  const { worth } = await availablePoints(ctx, userId, settings);
  const wallet = Math.min(worth, total);
  const points = pointsFor(wallet, pointsPerRouble(settings));
  return { wallet, points, isShort: isAll && wallet < total };
}

/** Takes the points of an order out of the buyer's wallet. */
export async function spendPoints(
  ctx: Ctx,
  { orderId, userId, points }: { orderId: number; userId: number | null; points: number },
): Promise<void> {
  if (points === 0 || userId === null) return;
  await postEntry(ctx, {
    kind: 'points',
    family: 'orders',
    rowId: orderId,
    lines: [
      { account: { kind: 'wallet', userId }, amount: -points * 100, mustCover: true },
      { account: { kind: 'points' }, amount: points * 100 },
    ],
  });
}

/** Letters of a new order: to the buyer, if there is an address, and to the owner of each shop (reference rules R-106). Bells: R-240. */
export async function notifyOrderPlaced(ctx: Ctx, order: InsertedOrder): Promise<void> {
  const lines = await linesOf(ctx, order.id);
  const parts = await partsOf(ctx, order.id);
  const { customer_name, customer_email, customer_contact, pay_until } = await ctx.db
    .selectFrom('orders')
    .select(['customer_name', 'customer_email', 'customer_contact', 'pay_until'])
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  const invoice = customer_email ? await letterInvoice(ctx, order.id) : undefined;
  const payUntil = pay_until && momentText(pay_until, businessZone());
  const about = { name: customer_name, number: order.tracking_number, total: order.total, lines, payUntil };
  const buyer = { id: order.id, customer_email, customer_contact };
  await notifyCustomer(
    ctx,
    buyer,
    'statusChangeOrder',
    orderPlaced({ ...about, ...(invoice && { invoice }) }),
  );
  const told = { receivers: await adminIds(ctx), type: 'order' as const, subjectId: order.id };
  await notify(ctx, { ...told, tracker: order.tracking_number });
  for (const part of parts) {
    const receivers = await shopPeopleIds(ctx, part.shop_id, 'orders');
    const { shop_id: shopId, tracking_number: tracker, id: subjectId } = part;
    await notify(ctx, { receivers, type: 'order', tracker, subjectId, shopId });
    const letter = orderReceived({
      ...{ name: part.name, shop: part.shop, number: part.tracking_number },
      total: part.amount,
      lines: lines.filter(({ order_id }) => order_id === part.id),
      link: `${ctx.publicUrl}/admin/${encodeURIComponent(part.slug)}/orders/${part.id}`,
    });
    const { email, contact: phone } = part;
    await tell(ctx, ['vendor', 'statusChangeOrder'], { email, phone }, letter);
  }
}

async function linesOf(ctx: Ctx, id: number): Promise<(LetterLine & { order_id: number })[]> {
  return ctx.db
    .selectFrom('order_lines')
    .select(['order_id', 'name', 'variation', 'quantity', 'subtotal'])
    .where('parent_id', '=', id)
    .orderBy('position')
    .execute();
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
 * Who buys: an account by its own name and e-mail, or a guest where the marketplace takes guests (reference rules R-092).
 * Throws FORBIDDEN for a guest that it does not take and for somebody else's account.
 */
export async function buyerOf(ctx: Ctx, input: PlaceInput, settings: SettingsOptions): Promise<Buyer> {
  const id = await customerIdOf(ctx, input.customer_id);
  const contact = input.customer_contact;
  if (id === null) {
    if (!settings.guestCheckout) throw new AppError('FORBIDDEN');
    return { id, name: input.customer_name || null, contact, email: input.customer_email || null };
  }
  const { name, email } = await ctx.db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, name, contact, email };
}

/** A file is given to an account; a guest has none. Throws VALIDATION_FAILED. */
export function assertSignedInForFiles({ id }: Buyer, lines: readonly GoodLine[]): void {
  if (id !== null || !lines.some(({ sold }) => sold.isDigital)) return;
  throw new AppError('VALIDATION_FAILED', { fields: { products: ['error-digital-for-guest'] } });
}
