import type { User } from '@/contract/accounts/users/schema';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import { toSlug } from '@/contract/core/slug';
import { movesFrom } from '@/contract/orders/moves';
import type { OrderStatus as StatusRow } from '@/contract/orders/order-status/schema';
import { type OrderStatus, orderStatuses, type PaymentStatus } from '@/contract/orders/status';
import type { OrderDetails, OrderLine } from '@/contract/orders/wire';
import type { RefundPolicy } from '@/contract/refunds/refund-policies/schema';
import type { RefundReason } from '@/contract/refunds/refund-reasons/schema';
import type { RefundDetails } from '@/contract/refunds/schema';
import statusData from '@/server/demo/orders/order-status.json';
import policyData from '@/server/demo/refunds/refund-policies.json';
import reasonData from '@/server/demo/refunds/refund-reasons.json';
import refundData from '@/server/demo/refunds/refunds.json';
import { daysFromNow, named, nth, numbered, stubOf, typed } from './row';

export function makeStatuses(): StatusRow[] {
  return numbered(
    statusData.map(({ slug, name, color }, index) => ({ slug, name, color, serial: index + 1 })),
  );
}

const paymentOf: Record<OrderStatus, PaymentStatus> = {
  'order-pending': 'payment-pending',
  'order-processing': 'payment-cash-on-delivery',
  'order-at-local-facility': 'payment-success',
  'order-out-for-delivery': 'payment-success',
  'order-completed': 'payment-success',
  'order-cancelled': 'payment-pending',
  'order-refunded': 'payment-refunded',
  'order-failed': 'payment-failed',
};

const demoOrders = 40;

/** Whole orders with odd ids, each followed by the part of its only shop. */
export function makeOrders(products: readonly ProductDetails[], users: readonly User[]): OrderDetails[] {
  const customers = users.filter(({ permissions }) => permissions[0]?.name === 'customer');
  return Array.from({ length: demoOrders }).flatMap((_, index) => {
    const whole = orderOf(index, nth(products, index * 3), nth(customers, index));
    const part: OrderDetails = {
      ...whole,
      id: whole.id + 1,
      tracking_number: `${whole.tracking_number}-1`,
      parent_id: whole.id,
      parent_order: { id: whole.id, tracking_number: whole.tracking_number },
      vendor_share: whole.total * 0.9,
      commission_rate: 10,
      shop_id: lineShop(whole),
      shop: nth(products, index * 3).shop,
    };
    return [{ ...whole, children: [part] }, part];
  });
}

const lineShop = ({ products }: OrderDetails) => products[0]?.shop_id ?? null;

function orderOf(index: number, product: ProductDetails, customer: User): OrderDetails {
  const status = nth(orderStatuses, index);
  const id = index * 2 + 1;
  const at = daysFromNow(-index / 2);
  const line = lineOf(id, product, (index % 3) + 1);
  const isCancelled = status === 'order-cancelled';
  return {
    id,
    version: 1,
    created_at: at,
    updated_at: at,
    tracking_number: `2026${String(1000 + index)}`,
    parent_id: null,
    shop_id: null,
    shop: null,
    customer_id: customer.id,
    customer_name: customer.name,
    customer: { id: customer.id, name: customer.name, email: customer.email },
    customer_contact: customer.profile.contact ?? '+79000000000',
    customer_email: customer.email,
    amount: line.total,
    discount: 0,
    sales_tax: 0,
    delivery_fee: 0,
    total: line.total,
    paid_total: line.total,
    wallet_amount: 0,
    cancelled_amount: isCancelled ? line.total : 0,
    cancelled_tax: 0,
    parcel_carrier: null,
    parcel_number: null,
    is_digital: false,
    cancelled_delivery_fee: 0,
    refunded_amount: status === 'order-refunded' ? line.total : 0,
    payment_gateway: 'CASH_ON_DELIVERY',
    altered_payment_gateway: null,
    order_status: status,
    payment_status: paymentOf[status],
    delivery_time: null,
    delivery_date: null,
    products_count: 1,
    products: [line],
    children: [],
    parent_order: null,
    billing_address: null,
    shipping_address: null,
    delivery_point: null,
    note: null,
    coupon: null,
    moves: movesFrom(status),
    payment_intent: null,
    pay_until: null,
    events: [{ id, at, shop: null, kind: 'placed', from: null, to: null, note: null, user: null }],
  };
}

function lineOf(orderId: number, product: ProductDetails, quantity: number): OrderLine {
  const price = product.effective_price ?? 0;
  const total = price * quantity;
  return {
    id: orderId,
    order_id: orderId,
    shop_id: product.shop_id,
    product_id: product.id,
    variation_option_id: null,
    name: product.name,
    variation: null,
    sku: product.sku,
    slug: product.slug,
    unit: product.unit,
    image: null,
    is_digital: false,
    order_quantity: quantity,
    unit_price: price,
    subtotal: total,
    discount: 0,
    tax: 0,
    delivery: 0,
    total,
    vat_rate: null,
    requires_marking: false,
    refunded_quantity: 0,
    refundable_until: null,
  };
}

export function makePolicies(): RefundPolicy[] {
  type PolicyData = { title: string; text: string; target: RefundPolicy['target'] };
  return numbered(
    typed<PolicyData[]>(policyData).map(({ title, text, target }) => ({
      title,
      slug: toSlug(title),
      description: text,
      target,
      status: 'approved' as const,
      shop_id: null,
      shop: null,
    })),
  );
}

export function makeReasons(): RefundReason[] {
  return numbered(typed<[string, string][]>(reasonData).map(([name]) => named(name)));
}

interface RefundData {
  title: string;
  text: string;
  reason: number;
  status: RefundDetails['status'];
}

export function makeRefunds(
  orders: readonly OrderDetails[],
  reasons: readonly RefundReason[],
): RefundDetails[] {
  const wholes = orders.filter(({ parent_id }) => parent_id === null);
  return numbered(
    typed<RefundData[]>(refundData).map(({ title, text, reason: number, status }, index) => {
      const order = nth(wholes, index + 4);
      const { tracking_number, created_at, customer_id, customer, customer_email } = order;
      const reason = nth(reasons, number);
      return {
        order_id: order.id,
        order: { id: order.id, tracking_number, created_at },
        tracking_number,
        order_created_at: created_at,
        customer_id,
        customer,
        customer_email,
        origin: 'request' as const,
        method: 'payment' as const,
        status,
        amount: order.total,
        wallet_amount: 0,
        title,
        description: text,
        images: [],
        refund_reason_id: reason.id,
        refund_reason: stubOf(reason),
        refund_policy_id: null,
        refund_policy: null,
        decision_note: null,
        decided_at: null,
        customer_contact: null,
        moves: [],
        lines: order.products.map((line) => refundLine(line, order)),
      };
    }),
  );
}

function refundLine(line: OrderLine, order: OrderDetails): RefundDetails['lines'][number] {
  const { id, name, order_quantity, unit_price, total } = line;
  return {
    id,
    order_line_id: id,
    shop: order.children[0]?.shop ?? null,
    name,
    variation: null,
    image: null,
    quantity: order_quantity,
    unit_price,
    amount: total,
  };
}
