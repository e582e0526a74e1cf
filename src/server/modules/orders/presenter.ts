import { sql } from 'kysely';
import { askableStatuses, movesFrom } from '@/contract/orders/moves';
import {
  cashGateways,
  cashHolders,
  endedStatuses,
  type OrderStatus,
  paidStatuses,
  paymentGateways,
} from '@/contract/orders/status';
import type { Order, OrderDetails, OrderLine, PaymentIntent } from '@/contract/orders/wire';
import { type Ctx, isAdmin } from '@/server/core/context';
import { prepared } from '@/server/core/db/prepared';
import { AppError } from '@/server/core/errors';
import { type JsonRecord, pick } from '@/server/core/json-record';
import type { Include } from '@/server/core/resource/relations';
import { maskContacts } from '@/server/core/rights/contacts';
import { settingsOptions } from '@/server/core/settings';
import { presentIntent } from '@/server/modules/orders/payments/open-attempts';
import { customerHistory } from './customer-history';
import { latestChange } from './edits/present-change';
import { oneOf, type StoredOrder, toStored } from './lock-order';
import { walletPoint, withPivots } from './order-contents';
import { presentShares } from './order-shares';
import { orderTimeline, worksOn } from './order-timeline';
import { paymentPeriod } from './payments/payment-deadline';
import { orderShopIds, worksOnOrders } from './policy';

/** Columns that details and lists show as they are. */
const plainKeys = [
  'id',
  'tracking_number',
  'short_number',
  'parent_id',
  'shop_id',
  'customer_id',
  'customer_name',
  'customer_contact',
  'customer_email',
  'amount',
  'discount',
  'sales_tax',
  'delivery_fee',
  'total',
  'paid_total',
  'wallet_amount',
  'cancelled_amount',
  'cancelled_tax',
  'cancelled_delivery_fee',
  'refunded_amount',
  'delivery_time',
  'delivery_date',
  'parcel_carrier',
  'parcel_number',
  'language',
  'version',
  'payment_gateway',
  'order_status',
  'payment_status',
] as const;

/** Never exposes the guest secret, the commission or the credited amount. */
const shown = [
  ...plainKeys,
  'shop',
  'customer',
  'altered_payment_gateway',
  'paid_at',
  'ship_by',
  'delivery_point',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof Order)[];

/** What lists carry for other clients of the dialect. */
const besides = ['billing_address', 'shipping_address', 'note', 'coupon_id'] as const;

/** Columns that a list reads. */
export const orderColumns: readonly string[] = [
  ...shown.filter((key) => key !== 'shop' && key !== 'customer'),
  ...besides,
  'is_own_purchase',
];

export async function presentOrders(ctx: Ctx, rows: JsonRecord[]): Promise<JsonRecord[]> {
  const keys = [...shown, ...besides, ...(isAdmin(ctx) ? ['is_own_purchase'] : [])];
  return rows.map((row) => {
    const goods = row.goods as { count: number; is_digital: boolean } | null | undefined;
    return Object.assign(pick(row, keys), {
      products_count: goods?.count ?? 0,
      is_digital: goods?.is_digital ?? false,
      products: row.products ?? [],
      children: row.children ?? [],
      wallet_point: walletPoint(row),
      ...('refund' in row && { refund: row.refund }),
    });
  });
}

/** Batch-loaded relations of a list. Shops do not see the customer's account. */
export const orderIncludes: Record<string, Include> = {
  goods: (_ctx, ids) => sql`select one.id, (select json_build_object('count', count(*),
      'is_digital', coalesce(bool_and(l.is_digital), false)) from order_lines l
      where l.parent_id = coalesce(o.parent_id, o.id) and (o.parent_id is null or l.order_id = o.id)) as value
    from unnest(${ids}) as one (id) join orders o on o.id = one.id`,
  customer: (ctx, ids) =>
    seesAccounts(ctx)
      ? sql`select o.id, json_build_object('id', u.id, 'name', u.name, 'email', u.email) as value
    from orders o join users u on u.id = o.customer_id where o.id = any(${ids})`
      : undefined,
};

const seesAccounts = (ctx: Ctx) => isAdmin(ctx) || !worksOnOrders(ctx);

/** A stored order in its wire form. */
function presentOrder(
  ctx: Ctx,
  row: StoredOrder,
  include: Pick<Order, 'shop' | 'customer' | 'products_count' | 'is_digital'>,
): Order {
  return {
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ship_by: row.ship_by?.toISOString() ?? null,
    paid_at: row.paid_at?.toISOString() ?? null,
    ...pickTyped(row, [...plainKeys, 'goodwill_amount']),
    altered_payment_gateway: oneOrNone(paymentGateways, row.altered_payment_gateway),
    ...include,
    delivery_point: row.delivery_point as Order['delivery_point'],
    customer: seesAccounts(ctx) ? include.customer : null,
    ...(isAdmin(ctx) && { is_own_purchase: row.is_own_purchase }),
    ...(worksOnOrders(ctx) && { cash_held_by: oneOrNone(cashHolders, row.cash_held_by) }),
  };
}

function pickTyped<Row extends object, Key extends keyof Row>(
  row: Row,
  keys: readonly Key[],
): Pick<Row, Key> {
  const picked: Partial<Row> = {};
  for (const key of keys) picked[key] = row[key];
  return picked as Pick<Row, Key>;
}

const oneOrNone = <Word extends string>(words: readonly Word[], word: string | null): Word | null =>
  word === null ? null : oneOf(words, word);

/**
 * An order or part with everything its details show. Checks no rights to the order itself (the caller has found it
 * for the user), but hides fields and moves the user may not see. Throws NOT_FOUND.
 */
export async function orderDetails(ctx: Ctx, id: number): Promise<OrderDetails & JsonRecord> {
  const [found, ...below] = await ordersOf(ctx, id);
  if (!found) throw new AppError('NOT_FOUND');
  const { row, order } = found;
  const parts = below.map((part) => part.row);
  const [products, parent, coupon, events, payment_intent, customer_history, change] = await Promise.all([
    linesOf(ctx, row, [row, ...parts]),
    parentOf(ctx, row),
    couponOf(ctx, row),
    orderTimeline(ctx, row),
    row.parent_id === null ? openPaymentOf(ctx, row) : null,
    customerHistory(ctx, row),
    worksOn(ctx, row) ? latestChange(ctx, row) : undefined,
  ]);
  return maskContacts(ctx, {
    ...order,
    products: withPivots(ctx, products, row.id),
    children: below.map(({ order: part }) => {
      const own = products.filter((line) => line.order_id === part.id);
      return { ...part, products: withPivots(ctx, own, part.id) };
    }),
    coupon,
    coupon_id: coupon?.id ?? null,
    wallet_point: walletPoint(order as unknown as JsonRecord),
    events,
    payment_intent,
    parent_order: parent && {
      id: parent.id,
      tracking_number: parent.tracking_number,
      short_number: parent.short_number,
    },
    pay_until: await deadlineOf(ctx, row, (parent ?? row).pay_until),
    billing_address: row.billing_address as OrderDetails['billing_address'],
    shipping_address: row.shipping_address as OrderDetails['shipping_address'],
    note: row.note,
    moves: movesOf(ctx, row, parts),
    ...(await presentShares(ctx, { row, parts, lines: products })),
    ...(customer_history && { customer_history }),
    ...(change !== undefined && { change }),
  });
}

/** The requested row first, then its parts. */
async function ordersOf(ctx: Ctx, id: number): Promise<{ row: StoredOrder; order: Order }[]> {
  const found = await ctx.db
    .selectFrom('orders')
    .modifyFront(prepared)
    .leftJoin('shops', 'shops.id', 'orders.shop_id')
    .leftJoin('users', 'users.id', 'orders.customer_id')
    .selectAll('orders')
    .select(['shops.name as shop_name', 'shops.slug as shop_slug'])
    .select(['users.name as account_name', 'users.email as account_email'])
    .select(
      sql<number>`(select count(*)::int from order_lines l where l.parent_id = coalesce(orders.parent_id, orders.id)
        and (orders.parent_id is null or l.order_id = orders.id))`.as('products_count'),
    )
    .select(
      sql<boolean>`(select coalesce(bool_and(l.is_digital), false) from order_lines l
        where l.parent_id = coalesce(orders.parent_id, orders.id)
        and (orders.parent_id is null or l.order_id = orders.id))`.as('is_digital'),
    )
    .where((eb) => eb.or([eb('orders.id', '=', id), eb('orders.parent_id', '=', id)]))
    .orderBy((eb) => eb('orders.id', '=', id), 'desc')
    .orderBy('orders.id')
    .execute();
  return found.map(
    ({ shop_name, shop_slug, account_name, account_email, products_count, is_digital, ...stored }) => {
      const row = toStored(stored);
      const { shop_id, customer_id } = row;
      const shop =
        shop_id === null || shop_name === null ? null : { id: shop_id, name: shop_name, slug: shop_slug };
      const customer =
        customer_id === null || account_name === null || account_email === null
          ? null
          : { id: customer_id, name: account_name, email: account_email };
      return { row, order: presentOrder(ctx, row, { shop, customer, products_count, is_digital }) };
    },
  );
}

/** `parts`: rows with the parts that the lines belong to. */
async function linesOf(ctx: Ctx, row: StoredOrder, parts: readonly StoredOrder[]): Promise<OrderLine[]> {
  const until = await returnLimits(ctx, parts);
  const lines = await ctx.db
    .selectFrom('order_lines')
    .modifyFront(prepared)
    .innerJoin('products', 'products.id', 'order_lines.product_id')
    .selectAll('order_lines')
    .select(['products.slug', myReviews(ctx).as('my_review')])
    .where(row.parent_id === null ? 'order_lines.parent_id' : 'order_lines.order_id', '=', row.id)
    .orderBy('order_lines.position')
    .execute();
  return lines.map(
    ({ quantity, image, ...line }): OrderLine => ({
      id: line.id,
      order_id: line.order_id,
      shop_id: line.shop_id,
      product_id: line.product_id,
      variation_option_id: line.variation_option_id,
      name: line.name,
      variation: line.variation,
      sku: line.sku,
      slug: line.slug,
      unit: line.unit,
      is_digital: line.is_digital,
      image: image as OrderLine['image'],
      order_quantity: quantity,
      unit_price: line.unit_price,
      subtotal: line.subtotal,
      discount: line.discount,
      tax: line.tax,
      delivery: line.delivery,
      total: line.total,
      vat_rate: line.vat_rate,
      requires_marking: line.requires_marking,
      my_review: line.my_review,
      refunded_quantity: line.refunded_quantity,
      refundable_until: line.refunded_quantity < quantity ? (until.get(line.order_id) ?? null) : null,
    }),
  );
}

/** The reader's own reviews of the line's goods in this order; null for none. */
const myReviews = ({ user }: Ctx) => sql<object[] | null>`(select jsonb_agg(jsonb_build_object('id', r.id,
    'rating', r.rating, 'comment', r.comment, 'photos', r.photos, 'order_id', r.order_id, 'product_id', r.product_id,
    'variation_option_id', r.variation_option_id) order by r.id desc)
  from reviews r where r.user_id = ${user?.id ?? 0} and r.order_id = order_lines.parent_id and r.deleted_at is null
    and r.product_id = order_lines.product_id and (r.variation_option_id is null
      or r.variation_option_id = order_lines.variation_option_id))`;

const dayMs = 86_400_000;

/** Return deadlines of delivered and paid parts, by part; the same check as for refund requests. */
async function returnLimits(ctx: Ctx, parts: readonly StoredOrder[]): Promise<Map<number, string>> {
  const { refundDays } = await settingsOptions(ctx);
  return new Map(
    parts.flatMap((part): [number, string][] => {
      const { order_status, payment_status } = part;
      const until = (part.completed_at ?? part.updated_at).getTime() + refundDays * dayMs;
      const isReturnable = order_status === 'order-completed' && paidStatuses.includes(payment_status);
      return isReturnable && until >= ctx.now.getTime() ? [[part.id, new Date(until).toISOString()]] : [];
    }),
  );
}

async function parentOf(ctx: Ctx, row: StoredOrder) {
  if (row.parent_id === null) return null;
  return ctx.db
    .selectFrom('orders')
    .modifyFront(prepared)
    .select(['id', 'tracking_number', 'short_number', 'pay_until'])
    .where('id', '=', row.parent_id)
    .executeTakeFirstOrThrow();
}

/** Null when the settings have no limit for this order, or the part has ended. */
async function deadlineOf(ctx: Ctx, row: StoredOrder, payUntil: Date | null): Promise<string | null> {
  if (payUntil === null || endedStatuses.includes(row.order_status)) return null;
  const period = paymentPeriod(await settingsOptions(ctx), row);
  return period === 0 ? null : payUntil.toISOString();
}

/** The coupon is stored on the whole order; a shop sees only its own. */
async function couponOf(ctx: Ctx, row: StoredOrder): Promise<OrderDetails['coupon']> {
  if (row.parent_id === null && row.coupon_id === null) return null;
  const coupon = await ctx.db
    .selectFrom('orders')
    .modifyFront(prepared)
    .innerJoin('coupons', 'coupons.id', 'orders.coupon_id')
    .select(['coupons.id', 'coupons.code', 'coupons.shop_id'])
    .where('orders.id', '=', row.parent_id ?? row.id)
    .executeTakeFirst();
  if (!coupon) return null;
  const isOther = row.parent_id !== null && coupon.shop_id !== null && coupon.shop_id !== row.shop_id;
  return isOther ? null : { id: coupon.id, code: coupon.code };
}

async function openPaymentOf(ctx: Ctx, row: StoredOrder): Promise<PaymentIntent | null> {
  const attempt = await ctx.db
    .selectFrom('payment_attempts')
    .modifyFront(prepared)
    .selectAll()
    .where('order_id', '=', row.id)
    .where('payment_gateway', '=', row.payment_gateway)
    .where('is_open', '=', true)
    .where('state', '!=', 'held')
    .where('change_id', 'is', null)
    .executeTakeFirst();
  return attempt ? presentIntent(row, attempt) : null;
}

/**
 * Moves the user may request: of a part its shop and administrators, of a whole order administrators, if every live
 * part may move. Only administrators release unpaid orders; no unpaid order completes; a failed one comes back only by
 * payment.
 */
function movesOf(ctx: Ctx, row: StoredOrder, parts: readonly StoredOrder[]): OrderStatus[] {
  const isOwn = row.shop_id !== null && orderShopIds(ctx).includes(row.shop_id);
  if (!isAdmin(ctx) && !isOwn) return [];
  const { payment_gateway, payment_status } = row;
  const isUnpaid = !cashGateways.includes(payment_gateway) && !paidStatuses.includes(payment_status);
  const live = (row.parent_id === null ? parts : [row])
    .map((part) => part.order_status)
    .filter((status) => !endedStatuses.includes(status));
  return askableStatuses.filter((to) => {
    // A payment with a wrong amount awaits an administrator.
    if (payment_status === 'payment-awaiting-for-approval' && to !== 'order-cancelled') return false;
    if (to === 'order-processing' && !isAdmin(ctx)) return false;
    if (to === 'order-completed' && isUnpaid) return false;
    const moving = live.filter((status) => status !== to);
    return moving.length > 0 && moving.every((status) => movesFrom(status).includes(to));
  });
}
