import type { PostalAddress } from '@/contract/accounts/addresses/schema';
import type { Attachment, BaseRow, Stub } from '@/contract/core/define';
import type { OrderChange } from './change';
import type { OrderNumbers } from './number';
import type { VerifyInput } from './schema';
import type { CashHolder, OrderStatus, PaymentGateway, PaymentStatus } from './status';

/** Orders as they go over the wire. */

/** A sold line: name, price and receipt data are copies from the time of sale. Roubles. */
export interface OrderLine {
  id: number;
  /** Id of the shop's part. */
  order_id: number;
  shop_id: number;
  product_id: number;
  variation_option_id: number | null;
  name: string;
  /** Title of the variation; null for a simple product. */
  variation: string | null;
  sku: string | null;
  slug: string | null;
  unit: string | null;
  image: Attachment | null;
  is_digital: boolean;
  order_quantity: number;
  unit_price: number;
  subtotal: number;
  discount: number;
  tax: number;
  delivery: number;
  total: number;
  vat_rate: string | null;
  requires_marking: boolean;
  /** The reader's own reviews of these goods; null for none. */
  my_review?: object[] | null;
  refunded_quantity: number;
  /** Return deadline for the customer; null before handover and after the deadline. */
  refundable_until: string | null;
}

/** What is written of an order after it was placed. */
export type WrittenEventKind =
  | 'status'
  | 'payment'
  | 'delivery-date'
  | 'lines'
  | 'refund'
  | 'parcel'
  /** For the people who work on the order; customers never receive it. */
  | 'note'
  | 'address'
  | 'contact'
  /** The customer was asked about a change: `to` is its state. */
  | 'change';

export type OrderEventKind =
  | WrittenEventKind
  | 'placed'
  /** From the audit log, for administrators: another payment method, a payment of a deviating amount. */
  | 'gateway'
  | 'payment-mismatch'
  /** From the outbox, for people who work on the order: `note` is the subject, `to` the delivery state. */
  | 'mail'
  | 'sms';

/** A history entry, oldest first: `events` of the details. The id is unique within a kind. */
export interface OrderEvent {
  id: number;
  at: string;
  shop: Stub | null;
  kind: OrderEventKind;
  from: string | null;
  to: string | null;
  note: string | null;
  user: { id: number; name: string } | null;
}

/** An order, or the part of one shop. Money in roubles; times in UTC. */
export interface Order extends BaseRow, OrderNumbers {
  parent_id: number | null;
  shop_id: number | null;
  shop: Stub | null;
  customer_id: number | null;
  customer: { id: number; name: string; email: string } | null;
  customer_name: string | null;
  customer_contact: string;
  customer_email: string | null;
  amount: number;
  discount: number;
  sales_tax: number;
  delivery_fee: number;
  /** amount − discount + sales_tax + delivery_fee, of what was not cancelled. */
  total: number;
  paid_total: number;
  /** Part of the total that points paid. */
  wallet_amount: number;
  cancelled_amount: number;
  cancelled_tax: number;
  cancelled_delivery_fee: number;
  refunded_amount: number;
  /** What shops gave without goods, beside the refunds. */
  goodwill_amount?: number;
  payment_gateway: PaymentGateway;
  altered_payment_gateway: PaymentGateway | null;
  order_status: OrderStatus;
  payment_status: PaymentStatus;
  /** When the whole of it was paid; null while it is not. */
  paid_at?: string | null;
  delivery_time: string | null;
  delivery_date: string | null;
  /** Until when a part must be assembled, the earliest of a whole order; null when nothing waits to be assembled. */
  ship_by?: string | null;
  /** For a part: the carrier of its parcel and the tracking number. */
  parcel_carrier: string | null;
  parcel_number: string | null;
  delivery_point: VerifyInput['delivery_point'];
  /** In lists and details; left out of the parts of an order. */
  shipping_address?: PostalAddress | null;
  products_count: number;
  /** Only files: nothing is shipped. */
  is_digital: boolean;
  /** Who took the money of a part that was paid on handover, else null; for the people who work on it. */
  cash_held_by?: CashHolder | null;
  /** Bought from a shop by its own people; for administrators only. */
  is_own_purchase?: boolean;
}

/** A row of `GET orders/late`: parts that a shop should have assembled by now. */
export interface LateParts {
  shop: { id: number; name: string; slug: string };
  count: number;
  /** Those of them that are late for more than a day. */
  over_day: number;
  /** The first of their deadlines. */
  since: string;
}

export interface OrderDetails extends Order {
  products: OrderLine[];
  children: Order[];
  /** The order that a part belongs to. */
  parent_order: Pick<Order, 'id' | keyof OrderNumbers> | null;
  billing_address: PostalAddress | null;
  shipping_address: PostalAddress | null;
  note: string | null;
  coupon: { id: number; code: string } | null;
  events: OrderEvent[];
  /** The latest change that the customer was asked about; only for the people who work on the order. */
  change?: OrderChange | null;
  /** In the answer of a handover: until when `POST orders/{id}/undo` puts it back. */
  undo_until?: string;
  /** Moves this user may request now. */
  moves: OrderStatus[];
  payment_intent: PaymentIntent | null;
  /** Payment deadline, after which the order is cancelled; null for none. */
  pay_until: string | null;
  /**
   * Parts only: the vendor's share on completion, less what refunds took back, and the commission; for users who may see
   * the shop's money.
   */
  vendor_share?: number;
  commission_rate?: number;
  /** How the money is divided, after refunds; only for users who may see the money of all its shops. */
  shares?: OrderShares;
  /** Order history of the customer: everywhere for administrators, in the part's shop for its people. */
  customer_history?: CustomerHistory;
}

/** Roubles; they add up to what the buyer pays. */
export interface OrderSums {
  shops: number;
  /** Commission minus the discounts borne by the marketplace. */
  marketplace: number;
  delivery: number;
  tax: number;
}

/** After refunds. */
export interface OrderShares extends OrderSums {
  /** Without refunds, for an order that has some: what went back is the difference, for each party and for the buyer. */
  before?: OrderSums;
}

/** Orders that were not cancelled, their total and refunds. Roubles. */
export interface CustomerHistory {
  orders: number;
  total: number;
  refunded: number;
}

/** A pending online payment. */
export interface PaymentIntent {
  id: number;
  order_id: number;
  tracking_number: string;
  payment_gateway: PaymentGateway;
  /** Amount to pay: the total without points. */
  amount: number;
  /** The provider has not given a link yet; ask again in a moment. */
  preparing: boolean;
  payment_intent_info: {
    payment_id: string | null;
    client_secret: null;
    redirect_url: string | null;
    is_redirect: boolean;
  };
}

/** `GET orders/{number}/payment`: payment of a whole order. Roubles. */
export interface PaymentState {
  order_id: number;
  version: number;
  /** Still to be paid in money. */
  due: number;
  /** Held money of a different amount; an administrator decides. */
  awaiting_amount: number | null;
  /** An online payment is open, and its provider has not given a link yet. */
  preparing: boolean;
  /** Other gateways available. */
  gateways: PaymentGateway[];
}

/** Response of `orders/checkout/verify`, with the server's totals. Roubles. */
export interface VerifiedCheckout {
  total_tax: number;
  shipping_charge: number;
  /** Ids of products and variations. */
  unavailable_products: number[];
  /** Points and their worth. */
  wallet_amount: number;
  wallet_currency: number;
  /** Available goods at current prices. */
  amount: number;
  discount: number;
  total: number;
  /** In cart order. `left`: pieces available; `unit_price`: current price. */
  lines: {
    product_id: number;
    variation_option_id: number | null;
    unit_price: number;
    left: number;
    problem: 'gone' | 'disabled' | 'short' | 'price' | null;
  }[];
}
