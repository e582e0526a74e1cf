import * as yup from 'yup';
import { amount } from '@/contract/core/rules';

/** How often a buyer may review what was bought once (reference rules R-200). */
const reviewSystems = ['review_single_time', 'review_multiple_time'] as const;
type ReviewSystem = (typeof reviewSystems)[number];

const megabytes = () =>
  amount()
    .required('error-whole-number')
    .integer('error-whole-number')
    .min(1, 'error-must-be-positive')
    .max(10_000_000, 'error-too-big');

/** The shop tab of the settings, as far as shops and products go (reference pages §3.3, entities E11). */
export const shopSettingsSchema = yup.object({
  /** Whether an administrator sees every product before it is published (reference rules §3.5). */
  isProductReview: yup.boolean().required('error-wrong-value').default(false),
  /** Fewer pieces than this are low, where a product has no threshold of its own (design §5). */
  lowStockThreshold: amount()
    .required('error-whole-number')
    .integer('error-whole-number')
    .min(0, 'error-must-not-be-negative')
    .max(100_000, 'error-too-big'),
  /** A flash sale lowers a price by at most this many per cent. */
  maxSaleDiscount: amount()
    .required('error-number-format')
    .min(1, 'error-rate-percent')
    .max(99, 'error-rate-percent')
    .default(70),
  /** Whether vendors write terms of their own (reference pages §3.15). */
  enableTerms: yup.boolean().required('error-wrong-value').default(true),
  /** How far a shop may be to be near, in kilometres (reference rules R-190). */
  maxShopDistance: amount()
    .required('error-number-format')
    .moreThan(0, 'error-must-be-positive')
    .max(20_000, 'error-too-big')
    .default(1000),
  /** How much the files of one person, and of one shop, may take, in megabytes. Administrators are not limited. */
  uploadQuotaPerson: megabytes().default(5 * 1024),
  uploadQuotaShop: megabytes().default(20 * 1024),
  /** Other clients of the dialect send `{value, name}`. */
  reviewSystem: yup
    .mixed<ReviewSystem>()
    .transform((value: unknown) =>
      typeof value === 'object' && value !== null && 'value' in value ? value.value : value,
    )
    .oneOf(reviewSystems, 'error-wrong-value')
    .required('error-wrong-value')
    .default('review_single_time'),
});

export type ShopSettings = yup.InferType<typeof shopSettingsSchema>;
