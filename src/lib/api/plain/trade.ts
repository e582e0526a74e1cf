import { movesFrom } from '@/contract/orders/moves';
import type { OrderStatus } from '@/contract/orders/status';
import { refundMoves } from '@/contract/refunds/states';
import { fill, isJson, type Json, numberOrZero, rowsIn } from './values';

/** Completes an order of another server, which lacks our lines, history and moves. */
export function order(row: Json): Json {
  const { customer, wallet_point: points } = row;
  const parts = rowsIn(row.children).map((part) => order(fill(part, { products: [] })));
  const lines = rowsIn(row.products).map((product) => line(product, parts, row.id));
  const amounts = [
    'cancelled_amount',
    'cancelled_tax',
    'cancelled_delivery_fee',
    'total',
    'paid_total',
    'amount',
  ];
  return fill(
    {
      ...row,
      ...Object.fromEntries(
        [...amounts, 'discount', 'sales_tax', 'delivery_fee'].map((key) => [key, numberOrZero(row[key])]),
      ),
      children: parts,
      products: lines,
    },
    {
      customer_contact: '',
      customer_email: isJson(customer) ? (customer.email ?? null) : null,
      wallet_amount: isJson(points) ? numberOrZero(points.amount) : 0,
      refunded_amount: 0,
      products_count: lines.length,
      is_digital: lines.length > 0 && lines.every(({ is_digital }) => is_digital === true),
      events: [],
      moves: movesFrom(row.order_status as OrderStatus),
      delivery_date: null,
      delivery_point: null,
      parcel_carrier: null,
      parcel_number: null,
      pay_until: null,
      parent_order: null,
      payment_intent: null,
      coupon: null,
      note: null,
    },
  );
}

/** A sold product has its order line in `pivot`; in a whole order it belongs to its shop's part. */
function line(product: Json, parts: Json[], orderId: unknown): Json {
  if (!isJson(product.pivot)) return product;
  const { pivot } = product;
  const option = rowsIn(product.variation_options).find(({ id }) => id === pivot.variation_option_id);
  const subtotal = numberOrZero(pivot.subtotal);
  return {
    id: `${String(pivot.product_id)}.${String(pivot.variation_option_id ?? '')}`,
    order_id: parts.find(({ shop_id }) => shop_id === product.shop_id)?.id ?? orderId,
    shop_id: product.shop_id,
    product_id: product.id,
    variation_option_id: pivot.variation_option_id ?? null,
    name: product.name,
    variation: option?.title ?? null,
    sku: option?.sku ?? product.sku ?? null,
    slug: product.slug ?? null,
    unit: product.unit ?? null,
    image: option?.image ?? product.image ?? null,
    is_digital: product.is_digital === true,
    order_quantity: numberOrZero(pivot.order_quantity),
    unit_price: numberOrZero(pivot.unit_price),
    subtotal,
    discount: 0,
    tax: 0,
    delivery: 0,
    total: subtotal,
    vat_rate: null,
    requires_marking: false,
    refunded_quantity: 0,
  };
}

export function refund(row: Json): Json {
  const { order: sold, customer } = row;
  const status = stateOf(row.status);
  const moves = Object.entries(refundMoves).find(([from]) => from === status)?.[1] ?? [];
  const number = isJson(sold) ? sold.tracking_number : undefined;
  return fill(
    { ...row, status },
    {
      order: { id: row.order_id, tracking_number: String(row.order_id), created_at: row.created_at },
      tracking_number: number ?? String(row.order_id),
      order_created_at: isJson(sold) ? sold.created_at : row.created_at,
      customer_email: isJson(customer) ? (customer.email ?? null) : null,
      origin: 'request',
      method: 'payment',
      wallet_amount: 0,
      images: [],
      lines: [],
      moves,
      kind: 'goods',
      answer_until: null,
      agreed_at: null,
      escalated_at: null,
      shops: [],
      exchange: null,
      customer_contact: null,
      decision_note: null,
      decided_at: null,
    },
  );
}

export function withdraw(row: Json): Json {
  return fill(
    { ...row, status: stateOf(row.status), amount: numberOrZero(row.amount) },
    {
      moves: [],
      requisites: null,
      fast_payments: null,
      has_other_requisites: false,
      decision_note: null,
      decided_at: null,
    },
  );
}

/** Statuses come in lower, upper or title case, with spaces or without. */
const stateOf = (state: unknown) => String(state).toLowerCase().replaceAll(' ', '_');
