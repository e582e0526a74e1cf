import * as yup from 'yup';
import { amount, choice, freeText, phone, relatedId } from '@/contract/core/rules';
import { isWholeKopecks } from '@/contract/ledger/schema';
import type { CouponRefusal } from '@/contract/promotions/coupons/rules';
import { scannedCode } from './marks';
import { cartLines, customerCode } from './schema';
import type { VerifiedCheckout } from './wire';

/** Sales over the counter of one shop: paid and handed over immediately. */

/** Payment methods of a till. `CARD`: the shop's own terminal; the cashier confirms its approval. */
export const tillGateways = ['CASH', 'SBP', 'CARD'] as const;

export type TillGateway = (typeof tillGateways)[number];

const discountSchema = yup
  .object({
    type: yup
      .string()
      .oneOf(['percent', 'sum'] as const, 'error-wrong-value')
      .required('error-wrong-value'),
    value: amount()
      .required('error-wrong-value')
      .moreThan(0, 'error-must-be-positive')
      .when('type', ([type], value) => (type === 'percent' ? value.max(100, 'error-too-big') : value)),
  })
  .nullable()
  .default(null);

/** `POST till/{shop}/quote`. The discount is the shop's own and cannot be combined with a coupon. */
export const tillQuoteSchema = yup.object({
  products: cartLines(),
  /** Phone of the customer, by which the server finds the account. */
  customer_contact: phone().nullable(),
  coupon_code: yup.string().trim().max(60, 'error-too-long').nullable(),
  /** The code by which the customer agrees to use the coupon. */
  coupon_confirmation: customerCode().nullable(),
  discount: discountSchema,
});

/** `POST till/{shop}/coupon-code`: sends the customer the code that a coupon needs. */
export const tillCouponCodeSchema = yup.object({
  coupon_code: yup.string().trim().max(60, 'error-too-long').required('error-code-required'),
  customer_contact: phone().required('error-contact-required'),
});

/** A code of one sold piece. */
const tillMark = yup.object({
  product_id: relatedId().required('error-wrong-value'),
  variation_option_id: relatedId(),
  code: scannedCode(),
});

/** `POST till/{shop}/sales`. `total` is the sum that the cashier saw. */
export const tillSaleSchema = tillQuoteSchema.shape({
  /** Of marked goods, one for each piece. */
  marks: yup.array(tillMark).max(1000, 'error-too-many').typeError('error-wrong-value'),
  payment_gateway: choice(tillGateways, 'error-gateway-required'),
  total: amount().required('error-wrong-value').min(0, 'error-must-not-be-negative'),
});

export type TillQuoteInput = yup.InferType<typeof tillQuoteSchema>;
export type TillSaleInput = yup.InferType<typeof tillSaleSchema>;
export type TillDiscount = NonNullable<TillQuoteInput['discount']>;

/** `GET till/{shop}`: data of the screen before the first sale. */
export interface TillInfo {
  shop: { id: number; name: string; slug: string };
  /** Payment methods that are switched on. */
  gateways: TillGateway[];
  /** Coupons are switched on. */
  has_coupons: boolean;
  /** The shop's own register issues the receipts of its sales. */
  has_register?: boolean;
  /** The person's open shift; nothing can be sold without one. */
  shift: TillShift | null;
  /** Categories of the shop's products, largest first. */
  categories: { id: number; name: string }[];
}

/** An item that the till sells: a product, or one variation of it. Roubles. */
export interface TillGood {
  product_id: number;
  variation_option_id: number | null;
  name: string;
  variation: string | null;
  sku: string | null;
  unit: string;
  /** URL of the thumbnail. */
  image: string | null;
  price: number;
  /** Pieces available for sale. */
  left: number;
  /** Each piece has a marking code; missing where no code is asked for. */
  requires_marking?: boolean;
  /** Its shop, where goods of all shops are sold. */
  shop?: { id: number; name: string };
}

/** `GET till/{shop}/goods`: a page of goods. */
export interface TillGoods {
  data: TillGood[];
  has_more: boolean;
}

/** VAT included in the sum at one rate. */
export interface VatPart {
  rate: number;
  sum: number;
}

/** The current total of a receipt. */
export interface TillQuote
  extends Pick<VerifiedCheckout, 'amount' | 'discount' | 'total' | 'total_tax' | 'lines'> {
  vat: VatPart[];
  /** Why the coupon gives no discount. */
  coupon_refusal: CouponRefusal | null;
}

/** A sale for the till and its receipt. Roubles. */
export interface TillSale {
  /** Id of the shop's part of the order. */
  id: number;
  number: string;
  at: string;
  /** `waiting`: an SBP sale that is not paid yet. */
  status: 'paid' | 'waiting' | 'cancelled';
  payment_gateway: TillGateway;
  /** Link of a pending SBP payment. */
  payment_url: string | null;
  amount: number;
  discount: number;
  tax: number;
  total: number;
  vat: VatPart[];
  lines: { name: string; variation: string | null; quantity: number; unit_price: number; subtotal: number }[];
  seller: { name: string; inn: string | null };
  cashier: string | null;
}

/**
 * `GET till/{shop}/customers?phone=`: the customer with exactly this phone, if they have ordered from the shop
 * themselves; null for all others, so that a phone does not tell who has an account.
 */
export interface TillCustomer {
  name: string | null;
  /** Without an account: as named in their latest order at the shop, for whoever sees contacts. */
  guest?: { name: string; email: string | null } | null;
}

/** Roubles to the kopeck. */
const cash = () =>
  amount()
    .required('error-sum-required')
    .max(1e10, 'error-too-big')
    .test('kopecks', 'error-amount-kopecks', isWholeKopecks);

/** `POST till/{shop}/shifts`: the cash counted in the drawer. */
export const openShiftSchema = yup.object({
  opening_cash: cash().min(0, 'error-must-not-be-negative'),
});

/** `POST till/{shop}/shifts/{id}/close`. */
export const closeShiftSchema = yup.object({
  counted_cash: cash().min(0, 'error-must-not-be-negative'),
  note: freeText().max(1000, 'error-too-long').nullable(),
});

/** `POST till/{shop}/shifts/{id}/moves`: cash put into the drawer, or taken out of it when negative. */
export const cashMoveSchema = yup.object({
  amount: cash().min(-1e10, 'error-wrong-value').notOneOf([0], 'error-amount-zero'),
  reason: freeText().required('error-reason-required').max(300, 'error-too-long'),
});

/** `POST till/{shop}/shifts/{id}/refunds`: a refund of `GET till/{shop}/refunds` that the cashier hands out. */
export const handOutSchema = yup.object({
  refund_id: yup
    .number()
    .integer('error-wrong-value')
    .min(1, 'error-wrong-value')
    .max(Number.MAX_SAFE_INTEGER, 'error-wrong-value')
    .required('error-wrong-value'),
});

/** A row of `GET till/{shop}/shifts`: a cashier's work between two counts of the drawer. Roubles. */
export interface TillShift {
  id: number;
  cashier: string | null;
  opened_at: string;
  closed_at: string | null;
  opening_cash: number;
  /** Expected cash in the drawer; for a closed shift the amount at closing. */
  expected_cash: number;
  counted_cash: number | null;
  note: string | null;
  /** Person who closed it, if not the cashier. */
  closed_by: string | null;
  sales: number;
  revenue: number;
  /** Cash that refunds took out of the drawer. */
  refunded_cash: number;
}

/** Cash put into the drawer or, when negative, taken out. */
export interface CashMove {
  id: number;
  at: string;
  amount: number;
  reason: string;
  /** Name of the person. */
  by: string;
}

/** Cash of an approved refund. `GET till/{shop}/refunds` lists those outside of a shift. */
export interface CashRefund {
  id: number;
  at: string;
  amount: number;
  order_number: string;
  /** `CARD`: given back by the shop's terminal. */
  gateway: 'CASH' | 'CARD';
  /** Who approved it; for a refund handed out later, the cashier. */
  by: string | null;
}

/** `GET till/{shop}/shifts/{id}`: figures since opening, or of the whole closed shift. */
export interface ShiftReport extends TillShift {
  shop: string;
  /** Every payment method that was used. */
  payments: { gateway: TillGateway; sales: number; sum: number }[];
  discounts: number;
  moves: CashMove[];
  /** Cash and card. */
  refunds: CashRefund[];
}
