import * as yup from 'yup';
import { fullAddress, type PostalAddress } from '../addresses/schema';
import type { Attachment, BaseRow, Stub } from '../define';
import { amount, calendarDay, freeText, phone, relatedId } from '../rules';
import {
  askableStatuses,
  type OrderStatus,
  type PaymentGateway,
  type PaymentStatus,
  paymentGateways,
} from './status';

/** Most lines of one order, and most pieces of one line. */
export const mostLines = 200;
export const mostPieces = 100_000;

/** A line of a cart as clients of the dialect send it. Prices of theirs are read only to tell what differs. */
export const cartLineSchema = yup.object({
  product_id: relatedId().required('error-wrong-value'),
  variation_option_id: relatedId(),
  order_quantity: amount()
    .required('error-quantity-required')
    .integer('error-whole-number')
    .min(1, 'error-must-be-positive')
    .max(mostPieces, 'error-too-big'),
  unit_price: amount().min(0, 'error-must-not-be-negative'),
  subtotal: amount().min(0, 'error-must-not-be-negative'),
});

export type CartLineInput = yup.InferType<typeof cartLineSchema>;

const cartLines = () =>
  yup
    .array(cartLineSchema)
    .min(1, 'error-cart-empty')
    .max(mostLines, 'error-too-many')
    .required('error-cart-empty')
    .typeError('error-wrong-value');

/** An address of an order: a saved one's, or one that was typed. */
const orderAddress = () => fullAddress().nullable().default(null);

/** Where parcels are fetched instead of brought: a point of the delivery host (reference entities E108). */
const deliveryPoint = () =>
  yup
    .object({
      code: yup.string().trim().max(60, 'error-too-long').required('error-wrong-value'),
      carrier: yup.string().trim().max(60, 'error-too-long').required('error-wrong-value'),
      name: yup.string().trim().max(255, 'error-too-long').default(''),
      address: yup.string().trim().max(500, 'error-too-long').default(''),
    })
    .nullable()
    .default(null);

/** `POST orders/checkout/verify` (reference rules R-080). */
export const verifySchema = yup.object({
  amount: amount().min(0, 'error-must-not-be-negative'),
  customer_id: relatedId(),
  products: cartLines(),
  billing_address: orderAddress(),
  shipping_address: orderAddress(),
  delivery_point: deliveryPoint(),
  coupon_code: yup.string().trim().max(60, 'error-too-long').nullable(),
});

export type VerifyInput = yup.InferType<typeof verifySchema>;

/** `POST orders` (reference entities E50). What an order comes to the server finds itself; the client's figures are only compared. */
export const placeSchema = yup.object({
  products: cartLines(),
  customer_id: relatedId(),
  customer_name: freeText().max(255, 'error-too-long').nullable(),
  customer_contact: phone().required('error-contact-required'),
  customer_email: yup
    .string()
    .trim()
    .lowercase()
    .email('error-email-format')
    .max(254, 'error-too-long')
    .nullable(),
  payment_gateway: yup
    .string()
    .oneOf(paymentGateways, 'error-wrong-value')
    .required('error-gateway-required'),
  billing_address: orderAddress(),
  shipping_address: orderAddress(),
  delivery_point: deliveryPoint(),
  delivery_time: yup.string().trim().max(255, 'error-too-long').nullable(),
  note: freeText().max(2000, 'error-too-long').nullable(),
  coupon_id: relatedId(),
  coupon_code: yup.string().trim().max(60, 'error-too-long').nullable(),
  use_wallet_points: yup.boolean().default(false),
  isFullWalletPayment: yup.boolean().default(false),
  /** What the client believes; refused with ORDER_CHANGED when the server finds otherwise. Left out: nothing is compared. */
  amount: amount().min(0, 'error-must-not-be-negative'),
  sales_tax: amount().min(0, 'error-must-not-be-negative'),
  delivery_fee: amount().min(0, 'error-must-not-be-negative'),
  discount: amount().min(0, 'error-must-not-be-negative'),
  total: amount().min(0, 'error-must-not-be-negative'),
  paid_total: amount().min(0, 'error-must-not-be-negative'),
});

export type PlaceInput = yup.InferType<typeof placeSchema>;

/** `PUT orders/{id}` (reference rules R-112). `version` is the one that was looked at. */
export const orderStatusSchema = yup.object({
  order_status: yup.string().oneOf(askableStatuses, 'error-wrong-value').required('error-status-required'),
  note: freeText().max(1000, 'error-too-long').nullable(),
  version: yup.number().integer().positive(),
});

/** `POST orders/{id}/delivery-date` (reference pages §7.5): a day from today on, and a slot of the settings. */
export const deliveryDateSchema = yup.object({
  delivery_date: calendarDay().required('error-date-required'),
  delivery_time: yup.string().trim().max(255, 'error-too-long').nullable(),
  version: yup.number().integer().positive(),
});

/** `POST orders/{id}/complete`: the code that the customer was sent. */
export const completeSchema = yup.object({
  code: yup
    .string()
    .trim()
    .matches(/^\d{6}$/, { message: 'error-code-format', excludeEmptyString: true })
    .required('error-code-required'),
});

/** `PUT orders/{id}/lines`: other quantities of an order that is not paid; 0 takes a line out. */
export const editLinesSchema = yup.object({
  lines: yup
    .array(
      yup.object({
        id: relatedId().required('error-wrong-value'),
        quantity: amount()
          .required('error-quantity-required')
          .integer('error-whole-number')
          .min(0, 'error-must-not-be-negative')
          .max(mostPieces, 'error-too-big'),
      }),
    )
    .min(1, 'error-wrong-value')
    .max(mostLines, 'error-too-many')
    .required('error-wrong-value'),
  version: yup.number().integer().positive(),
});

/** A line of an order as it was sold: name, price and what a receipt needs are kept as they were (russia §3.7). Roubles. */
export interface OrderLine {
  id: number;
  /** The shop's part that it belongs to. */
  order_id: number;
  shop_id: number;
  product_id: number;
  variation_option_id: number | null;
  name: string;
  /** The variation's title; null for a simple product. */
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
  refunded_quantity: number;
}

/** What happened to an order, the first first: `order_events` of its details. */
export interface OrderEvent {
  id: number;
  at: string;
  /** Whose part; null: the whole order. */
  shop: Stub | null;
  kind: 'placed' | 'status' | 'payment' | 'delivery-date' | 'lines' | 'refund';
  from: string | null;
  to: string | null;
  note: string | null;
  user: { id: number; name: string } | null;
}

/** An order, or the part of one shop (reference entities E50). Money in roubles; times in UTC. */
export interface Order extends BaseRow {
  tracking_number: string;
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
  /** Of the total, what points paid. */
  wallet_amount: number;
  cancelled_amount: number;
  cancelled_tax: number;
  cancelled_delivery_fee: number;
  refunded_amount: number;
  payment_gateway: PaymentGateway;
  altered_payment_gateway: PaymentGateway | null;
  order_status: OrderStatus;
  payment_status: PaymentStatus;
  delivery_time: string | null;
  delivery_date: string | null;
  /** Number of lines. */
  products_count: number;
}

/** One order as its details show it. */
export interface OrderDetails extends Order {
  products: OrderLine[];
  children: Order[];
  /** The order that a part belongs to. */
  parent_order: Pick<Order, 'id' | 'tracking_number'> | null;
  billing_address: PostalAddress | null;
  shipping_address: PostalAddress | null;
  delivery_point: VerifyInput['delivery_point'];
  note: string | null;
  coupon: { id: number; code: string } | null;
  events: OrderEvent[];
  /** What may be asked for now, by this person. */
  moves: OrderStatus[];
  payment_intent: PaymentIntent | null;
  /** A shop's part: what the vendor gets when it is completed, and the commission. To who may see the shop's money. */
  vendor_share?: number;
  commission_rate?: number;
}

/** How an online payment goes on (reference entities E54). */
export interface PaymentIntent {
  id: number;
  order_id: number;
  tracking_number: string;
  payment_gateway: PaymentGateway;
  /** What is to be paid by it: the total without what points pay. */
  amount: number;
  payment_intent_info: {
    payment_id: string;
    client_secret: null;
    redirect_url: string | null;
    is_redirect: boolean;
  };
}

/** Answer of `orders/checkout/verify` (reference entities E59) and, beside it, what the server itself found. Roubles. */
export interface VerifiedCheckout {
  total_tax: number;
  shipping_charge: number;
  /** Ids of products, of variations too. */
  unavailable_products: number[];
  /** Points, and what they are worth. */
  wallet_amount: number;
  wallet_currency: number;
  /** Goods that can be had, at the prices of now. */
  amount: number;
  discount: number;
  total: number;
  /** In the order of the cart. `left` pieces can be had; `unit_price` is that of now. */
  lines: {
    product_id: number;
    variation_option_id: number | null;
    unit_price: number;
    left: number;
    problem: 'gone' | 'disabled' | 'short' | 'price' | null;
  }[];
}
