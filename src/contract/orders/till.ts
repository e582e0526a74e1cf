import * as yup from 'yup';
import { amount, freeText, phone } from '@/contract/core/rules';
import { isWholeKopecks } from '@/contract/ledger/schema';
import type { CouponRefusal } from '@/contract/promotions/coupons/rules';
import { cartLines } from './schema';
import type { VerifiedCheckout } from './wire';

/** Sales over the counter of one shop: paid and handed over at once. */

/** Ways of paying that a till can have. `CARD`: at the shop's own terminal, and the cashier says that it approved. */
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

/** `POST till/{shop}/quote`. A discount is the shop's own; with a coupon there is none beside it. */
export const tillQuoteSchema = yup.object({
  products: cartLines(),
  /** Phone of the customer: the server finds the account by it. */
  customer_contact: phone().nullable(),
  coupon_code: yup.string().trim().max(60, 'error-too-long').nullable(),
  discount: discountSchema,
});

/** `POST till/{shop}/sales`. `total` is the sum that the cashier saw. */
export const tillSaleSchema = tillQuoteSchema.shape({
  payment_gateway: yup.string().oneOf(tillGateways, 'error-wrong-value').required('error-gateway-required'),
  total: amount().required('error-wrong-value').min(0, 'error-must-not-be-negative'),
});

export type TillQuoteInput = yup.InferType<typeof tillQuoteSchema>;
export type TillSaleInput = yup.InferType<typeof tillSaleSchema>;
export type TillDiscount = NonNullable<TillQuoteInput['discount']>;

/** `GET till/{shop}`: what the screen needs before the first sale. */
export interface TillInfo {
  shop: { id: number; name: string; slug: string };
  /** Ways of paying that are switched on. */
  gateways: TillGateway[];
  /** Coupons are switched on. */
  has_coupons: boolean;
  /** The open shift of the person who asks; without one nothing is sold. */
  shift: TillShift | null;
  /** Categories of the shop's goods, the fullest first. */
  categories: { id: number; name: string }[];
}

/** Something that the till sells: a product, or one variation of it. Roubles. */
export interface TillGood {
  product_id: number;
  variation_option_id: number | null;
  name: string;
  variation: string | null;
  sku: string | null;
  unit: string;
  /** Address of the small picture. */
  image: string | null;
  price: number;
  /** Pieces that can be sold. */
  left: number;
}

/** `GET till/{shop}/goods`: a page of goods. */
export interface TillGoods {
  data: TillGood[];
  has_more: boolean;
}

/** What the sum has of VAT at one rate. */
export interface VatPart {
  rate: number;
  sum: number;
}

/** What a receipt comes to now. */
export interface TillQuote
  extends Pick<VerifiedCheckout, 'amount' | 'discount' | 'total' | 'total_tax' | 'lines'> {
  vat: VatPart[];
  /** Why the coupon takes nothing off. */
  coupon_refusal: CouponRefusal | null;
}

/** A sale as the till and its receipt show it. Roubles. */
export interface TillSale {
  /** Id of the shop's part of the order. */
  id: number;
  number: string;
  at: string;
  /** `waiting`: by SBP, the money has not come yet. */
  status: 'paid' | 'waiting' | 'cancelled';
  payment_gateway: TillGateway;
  /** Link of an SBP payment under way. */
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

/** `GET till/{shop}/customers?phone=`: who has exactly this phone; null: nobody, or several. */
export interface TillCustomer {
  name: string | null;
}

/** Roubles to the kopeck. */
const cash = () =>
  amount()
    .required('error-sum-required')
    .max(1e10, 'error-too-big')
    .test('kopecks', 'error-amount-kopecks', isWholeKopecks);

/** `POST till/{shop}/shifts`: the cash that was counted in the drawer. */
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

/** A row of `GET till/{shop}/shifts`: a cashier's work between two counts of the drawer. Roubles. */
export interface TillShift {
  id: number;
  cashier: string | null;
  opened_at: string;
  closed_at: string | null;
  opening_cash: number;
  /** What should be in the drawer: of a closed shift as it was at the end. */
  expected_cash: number;
  counted_cash: number | null;
  note: string | null;
  /** Who closed it, when it was not the cashier. */
  closed_by: string | null;
  sales: number;
  /** What the sales brought. */
  revenue: number;
}

/** What was put into the drawer or, when negative, taken out of it. */
export interface CashMove {
  id: number;
  at: string;
  amount: number;
  reason: string;
}

/** `GET till/{shop}/shifts/{id}`: since opening, and of a closed shift as a whole. */
export interface ShiftReport extends TillShift {
  shop: string;
  /** Every way of paying that was used. */
  payments: { gateway: TillGateway; sales: number; sum: number }[];
  discounts: number;
  moves: CashMove[];
}
