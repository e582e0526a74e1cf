import * as yup from 'yup';
import { amount, freeText, phone } from '@/contract/core/rules';
import type { CouponRefusal } from '@/contract/promotions/coupons/rules';
import { onlineGateways } from './online';
import { placeSchema, verifySchema } from './schema';
import type { TillInfo } from './till';
import type { VerifiedCheckout } from './wire';

/** Orders that a shop takes for a customer, by phone: sent to them, and paid later. */

/** Stands for the slug where goods of all open shops are sold, by administrators; no shop's slug has an underscore. */
export const allShops = '_all';

/** Nothing is paid while the order is taken: the customer pays by a link, or on receipt. */
export const shopOrderGateways = [...onlineGateways, 'CASH_ON_DELIVERY'] as const;

export type ShopOrderGateway = (typeof shopOrderGateways)[number];

const gateway = () =>
  yup.string().oneOf(shopOrderGateways, 'error-wrong-value').required('error-gateway-required');

/** `POST shop-orders/{shop}/quote`. Coupon and points are for administrators, with goods of all shops. */
export const shopOrderQuoteSchema = verifySchema
  .pick(['products', 'shipping_address', 'delivery_point', 'coupon_code'])
  .shape({
    payment_gateway: gateway(),
    /** Whose points there are, and whose coupon it would be. */
    customer_contact: phone().nullable(),
    use_wallet_points: yup.boolean().default(false),
  });

/** `POST shop-orders/{shop}`. `total` is the sum that the customer was told. */
export const shopOrderSchema = placeSchema
  .pick(['products', 'customer_contact', 'customer_email', 'shipping_address', 'delivery_point', 'note'])
  .concat(placeSchema.pick(['coupon_code', 'use_wallet_points', 'wallet_amount']))
  .shape({
    customer_contact: phone().required('error-contact-required'),
    customer_name: freeText().required('error-name-required').max(255, 'error-too-long'),
    payment_gateway: gateway(),
    total: amount().required('error-wrong-value').min(0, 'error-must-not-be-negative'),
    /** Where the payment link goes. */
    sends_sms: yup.boolean().default(false),
    sends_email: yup.boolean().default(false),
  });

export type ShopOrderQuoteInput = yup.InferType<typeof shopOrderQuoteSchema>;
export type ShopOrderInput = yup.InferType<typeof shopOrderSchema>;

/** `GET shop-orders/{shop}`. */
export interface ShopOrderInfo extends Pick<TillInfo, 'categories'> {
  /** Null for goods of all shops. */
  shop: TillInfo['shop'] | null;
  /** Payment methods that are switched on. */
  gateways: ShopOrderGateway[];
  /** Goods that are not shown, because none are left. */
  out_of_stock: number;
  /** Whether a coupon may be used here. */
  has_coupons: boolean;
}

/** The order at current prices. Roubles. */
export interface ShopOrderQuote
  extends Pick<
    VerifiedCheckout,
    'amount' | 'discount' | 'shipping_charge' | 'total_tax' | 'total' | 'lines'
  > {
  /** Why the coupon takes nothing off. */
  coupon_refusal: CouponRefusal | null;
  /** Points of the customer and what they are worth; null where they are not told. */
  points: { count: number; worth: number } | null;
  /** What the points pay; `total` is before them. */
  wallet: number;
  /** Of the goods, in kilograms. */
  weight: number;
  /** A parcel of each shop, in order of its first line. */
  parcels: OrderParcel[];
  /** Until when the goods are held unpaid; null for no limit. */
  held_until: string | null;
}

export interface OrderParcel {
  shop: { id: number; name: string };
  /** The day when the shop hands it to the carrier; null when it has not said how long it needs. */
  ready_on: string | null;
}

export interface ShopOrder extends Pick<ShopOrderQuote, 'total' | 'held_until'> {
  /** Id of the shop's part, or of the whole order for administrators. */
  id: number;
  number: string;
  /** Paid with points already. */
  wallet: number;
  /** Payment link; null when it is paid on receipt or with points. */
  payment_url: string | null;
}
