import * as yup from 'yup';
import type { BaseRow, Stub } from '@/contract/core/define';
import { amount, attachment, endsAfter, freeText, moment, relatedId } from '@/contract/core/rules';
import { type CouponState, couponTypes } from './rules';

const times = () =>
  amount()
    .integer('error-usage-limit')
    .min(1, 'error-usage-limit')
    .max(1_000_000_000, 'error-too-big')
    .default(null);

const money = () => amount().min(0, 'error-must-not-be-negative').max(1_000_000_000, 'error-too-big');

/** Normalized: upper case, trimmed. */
const couponCode = () =>
  yup.string().trim().uppercase().required('error-code-required').max(40, 'error-too-long');

export const couponSchema = yup.object({
  // A code of digits alone would read as an id in addresses.
  code: couponCode().matches(/^(?=.*[A-Z])[A-Z0-9_-]+$/, {
    message: 'error-coupon-code-format',
    excludeEmptyString: true,
  }),
  description: freeText().max(10_000, 'error-too-long').nullable(),
  image: attachment(),
  type: yup.string().oneOf(couponTypes, 'error-wrong-value').default('fixed'),
  amount: money()
    .default(undefined)
    .when('type', ([type], schema) => {
      if (type === 'free_shipping') return schema.transform(() => 0).default(0);
      const positive = schema.required('error-discount-required').moreThan(0, 'error-must-be-positive');
      return type === 'percentage' ? positive.max(100, 'error-percent-limit') : positive;
    }),
  minimum_cart_amount: money()
    .transform((value: number | null) => value ?? 0)
    .default(0),
  usage_limit: times(),
  usage_limit_per_user: times(),
  active_from: moment().required('error-start-required'),
  expire_at: moment('end').required('error-end-required').test(endsAfter('active_from')),
  target: yup.boolean().default(false),
  /** In the list of every visitor of a shop front; any other coupon is for those who know its code. */
  is_listed: yup.boolean(),
  is_approve: yup.boolean(),
  shop_id: relatedId(),
});

export type CouponInput = yup.InferType<typeof couponSchema>;

export interface Coupon extends BaseRow, Omit<CouponInput, 'is_approve' | 'is_listed'> {
  is_listed: boolean;
  is_approve: boolean;
  /** Between its two moments. */
  is_valid: boolean;
  status: CouponState;
  /** Orders that use it. */
  used_count: number;
  user_id: number | null;
  shop: Stub | null;
  /** Of a marketplace coupon, for administrators in the details: the shops that sold with it, most uses first. */
  uses_by_shop?: CouponUsesInShop[];
}

export interface CouponUsesInShop {
  shop: Stub;
  uses: number;
  /** Of these, over the counter. */
  at_till: number;
  /** Roubles off the goods of the shop, borne by the marketplace. */
  discount: number;
}

const cartLine = yup.object({
  shop_id: yup.number().integer().positive().required('error-wrong-value'),
  price: money().required('error-wrong-value'),
  quantity: yup.number().integer().min(1).max(1_000_000).required('error-wrong-value'),
});

/** Body of `POST coupons/verify`. */
export const couponCheckSchema = yup.object({
  code: couponCode(),
  sub_total: amount()
    .required('error-cart-sum-required')
    .min(0, 'error-must-not-be-negative')
    .max(1_000_000_000, 'error-too-big'),
  item: yup.array(cartLine).max(500, 'error-too-long').nullable(),
});
