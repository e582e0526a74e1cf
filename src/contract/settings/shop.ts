import * as yup from 'yup';
import { amount, whole } from '@/contract/core/rules';

/** Reviews per purchase. */
const reviewSystems = ['review_single_time', 'review_multiple_time'] as const;
type ReviewSystem = (typeof reviewSystems)[number];

const megabytes = () => whole(1, 10_000_000).required('error-whole-number');

/** Shop tab of the settings, part of shops and products. */
export const shopSettingsSchema = yup.object({
  /** Products need an administrator's review before publication. */
  isProductReview: yup.boolean().required('error-wrong-value').default(false),
  /** Stock below this is low, for products without their own threshold. */
  lowStockThreshold: whole(0, 100_000).required('error-whole-number'),
  /** Maximum discount of a flash sale in per cent. */
  maxSaleDiscount: amount()
    .required('error-number-format')
    .min(1, 'error-rate-percent')
    .max(99, 'error-rate-percent')
    .default(70),
  /** Vendors may write their own terms. */
  enableTerms: yup.boolean().required('error-wrong-value').default(true),
  /** Radius of shops nearby, in kilometres. */
  maxShopDistance: amount()
    .required('error-number-format')
    .moreThan(0, 'error-must-be-positive')
    .max(20_000, 'error-too-big')
    .default(1000),
  /** Storage quotas of a user and of a shop, in megabytes. Administrators have none. */
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
