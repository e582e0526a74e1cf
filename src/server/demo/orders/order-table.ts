import { toDecimal } from '@/contract/core/money';
import type { Provider } from '@/contract/ledger/accounts';
import { type LineMoney, vendorShare } from '@/contract/orders/money';
import { parentStatus } from '@/contract/orders/moves';
import { cashGateways, type OrderStatus } from '@/contract/orders/status';
import { demoPaymentDays } from '@/server/demo/settings/settings';
import type { Seller } from './order-goods';
import type { PlannedOrder } from './order-plans';
import { derivePaymentStatus, type Step } from './orders';

export interface WrittenOrder {
  plan: PlannedOrder;
  /** Who took an online payment. */
  provider: Provider;
  rootId: number;
  partIds: number[];
}

/** Final state of a part. */
const lastOf = ({ path }: PlannedOrder, index: number): OrderStatus =>
  path.parts[index]?.at(-1)?.status ?? path.first;

export const findStep = ({ path }: PlannedOrder, index: number, status: OrderStatus): Step | undefined =>
  path.parts[index]?.find((step) => step.status === status);

const statusOf = (plan: PlannedOrder) =>
  parentStatus(plan.money.shops.map((_shop, index) => lastOf(plan, index)));

/** Sums of a row: cancelled amounts are subtracted and stored separately. */
function sums(left: LineMoney, gone: LineMoney) {
  const minus = (key: keyof LineMoney) => toDecimal(left[key] - gone[key]);
  return {
    amount: minus('subtotal'),
    discount: minus('discount'),
    sales_tax: minus('tax'),
    delivery_fee: minus('delivery'),
    total: minus('total'),
    paid_total: minus('total'),
    wallet_amount: minus('wallet'),
    cancelled_amount: toDecimal(gone.subtotal - gone.discount),
    cancelled_tax: toDecimal(gone.tax),
    cancelled_delivery_fee: toDecimal(gone.delivery),
  };
}

const nothing: LineMoney = { subtotal: 0, discount: 0, tax: 0, delivery: 0, total: 0, wallet: 0 };

function shared(plan: PlannedOrder, updated: Date) {
  const { buyer, path } = plan;
  const address = JSON.stringify(buyer.address);
  return {
    customer_id: buyer.id,
    customer_name: buyer.name,
    customer_contact: buyer.contact,
    customer_email: buyer.email,
    payment_gateway: path.gateway,
    placed_by: buyer.id,
    billing_address: address,
    shipping_address: address,
    delivery_time: plan.deliveryTime,
    note: plan.note,
    discount_shop_id: plan.coupon?.shopId ?? null,
    created_at: plan.at,
    updated_at: updated,
  };
}

export function rootRow(plan: PlannedOrder, tracking_number: string) {
  const { money, path } = plan;
  const isGone = (index: number) => lastOf(plan, index) === 'order-cancelled';
  const gone = money.shops.filter((_shop, index) => isGone(index)).reduce(add, nothing);
  const status = statusOf(plan);
  const ends = path.parts.flatMap((steps) => steps.at(-1)?.at ?? []);
  const end = new Date(Math.max(plan.at.getTime(), ...ends.map((at) => at.getTime())));
  const payment = derivePaymentStatus(path, status);
  return {
    ...shared(plan, end),
    ...sums(money, gone),
    tracking_number,
    order_status: status,
    payment_status: payment,
    wallet_points: plan.points,
    coupon_id: plan.coupon?.id ?? null,
    coupon_usage_id: plan.coupon?.usageId ?? null,
    paid_at: path.paidAt ?? (payment === 'payment-success' ? end : null),
    completed_at: status === 'order-completed' ? end : null,
    cancelled_at: status === 'order-cancelled' ? end : null,
    pay_until:
      status === 'order-pending' ? new Date(plan.at.getTime() + demoPaymentDays * 24 * 3600_000) : null,
    version: 1 + ends.length,
  };
}

function add(all: LineMoney, one: LineMoney): LineMoney {
  return {
    subtotal: all.subtotal + one.subtotal,
    discount: all.discount + one.discount,
    tax: all.tax + one.tax,
    delivery: all.delivery + one.delivery,
    total: all.total + one.total,
    wallet: all.wallet + one.wallet,
  };
}

export function partRow(plan: PlannedOrder, index: number, rate: number, tracking_number: string) {
  const money = plan.money.shops[index] ?? { ...nothing, shopId: 0 };
  const status = lastOf(plan, index);
  const steps = plan.path.parts[index] ?? [];
  const end = steps.at(-1)?.at ?? plan.at;
  const isDone = status === 'order-completed';
  const isGone = status === 'order-cancelled';
  const payment = derivePaymentStatus(plan.path, status);
  return {
    ...shared(plan, end),
    ...sums(money, isGone ? money : nothing),
    tracking_number,
    order_status: status,
    payment_status: payment,
    commission_rate: rate,
    paid_at: plan.path.paidAt ?? (payment === 'payment-success' ? end : null),
    completed_at: isDone ? end : null,
    // Nothing is kept by a shop: the money of the demo's orders has reached the marketplace.
    completed_by: isDone ? 'platform' : null,
    cash_held_by: isDone && cashGateways.includes(plan.path.gateway) ? 'platform' : null,
    credited_at: isDone ? end : null,
    credited_amount: isDone ? toDecimal(partCredit(plan, index, rate)) : null,
    cancelled_at: isGone ? end : null,
    stock_returned_at: isGone || status === 'order-failed' ? end : null,
    version: 1 + steps.length,
  };
}

/** Credit of a part's shop, in kopecks. */
export function partCredit({ money, coupon }: PlannedOrder, index: number, rate: number): number {
  const part = money.shops[index];
  if (!part) return 0;
  return vendorShare(part.subtotal, coupon?.shopId === part.shopId ? part.discount : 0, rate);
}

export function lineRow(
  { plan, rootId, partIds }: WrittenOrder,
  position: number,
  sellers: Map<number, Seller>,
) {
  const line = plan.lines[position];
  const money = plan.money.lines[position];
  if (!line || !money) throw new RangeError('A line without money');
  const { good, quantity } = line;
  const seller = sellers.get(good.shopId);
  const part = plan.money.shops.findIndex(({ shopId }) => shopId === good.shopId);
  return {
    order_id: partIds[part] ?? 0,
    parent_id: rootId,
    shop_id: good.shopId,
    position,
    quantity,
    product_id: good.productId,
    variation_option_id: good.variationId,
    name: good.name,
    variation: good.variation,
    sku: good.sku,
    unit: good.unit,
    image: good.image ? JSON.stringify(good.image) : null,
    unit_price: toDecimal(good.price),
    subtotal: toDecimal(money.subtotal),
    discount: toDecimal(money.discount),
    tax: toDecimal(money.tax),
    delivery: toDecimal(money.delivery),
    total: toDecimal(money.total),
    wallet: toDecimal(money.wallet),
    vat_rate: seller?.vatRate ?? null,
    supplier: seller?.supplier ? JSON.stringify(seller.supplier) : null,
  };
}

/** Events in chronological order: the whole order follows its parts. */
export function planEvents({ plan, rootId, partIds }: WrittenOrder) {
  const { path, at, buyer } = plan;
  const event = (order_id: number, when: Date, kind: string, from: string | null, to: string) => ({
    order_id,
    root_id: rootId,
    at: when,
    kind,
    from,
    to,
    user_id: kind === 'placed' ? buyer.id : null,
  });
  const placed = [rootId, ...partIds].map((id) => event(id, at, 'placed', null, path.first));
  const paid = path.paidAt ?? path.failedAt;
  const payment = paid
    ? [event(rootId, paid, 'payment', 'payment-pending', derivePaymentStatus(path, 'order-processing'))]
    : [];
  const steps = path.parts
    .flatMap((all, index) => all.map((step, place) => ({ ...step, index, place })))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
  const standing = partIds.map(() => path.first);
  const moves = steps.flatMap(({ at: when, status, index }) => {
    const [before, root] = [standing[index] ?? path.first, parentStatus(standing)];
    standing[index] = status;
    const after = parentStatus(standing);
    return [
      event(partIds[index] ?? 0, when, 'status', before, status),
      ...(after === root ? [] : [event(rootId, when, 'status', root, after)]),
    ];
  });
  return [...placed, ...payment, ...moves];
}
