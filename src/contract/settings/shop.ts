import * as yup from 'yup';
import { amount } from '../rules';

/** The shop tab of the settings, as far as products go (reference pages §3.3, entities E11). */
export const shopSettingsSchema = yup.object({
  /** Whether an administrator sees every product before it is published (reference rules §3.5). */
  isProductReview: yup.boolean().required('error-wrong-value').default(false),
  /** Fewer pieces than this are low, where a product has no threshold of its own (design §5). */
  lowStockThreshold: amount()
    .required('error-whole-number')
    .integer('error-whole-number')
    .min(0, 'error-must-not-be-negative')
    .max(100_000, 'error-too-big'),
});

export type ShopSettings = yup.InferType<typeof shopSettingsSchema>;
