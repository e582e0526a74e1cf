import * as yup from 'yup';
import { amount, freeText, relatedId } from '@/contract/core/rules';

/** When a courier may come, as checkout offers it. */
const deliverySlot = yup.object({
  title: freeText().required('error-slot-required').max(255, 'error-too-long'),
  description: freeText().max(500, 'error-too-long').nullable(),
});

/** What checkout goes by: the other half of the shop tab of the settings (reference entities E11, rules §3.7, §3.17). */
export const checkoutSettingsSchema = yup.object({
  freeShipping: yup.boolean().required('error-wrong-value').default(false),
  /** Goods for at least so much are delivered for nothing, in roubles; empty: all are. */
  freeShippingAmount: amount()
    .min(0, 'error-must-not-be-negative')
    .max(1_000_000_000, 'error-too-big')
    .default(null),
  /** The way of delivery that all orders are charged by; without it each product's own class is. */
  shippingClass: relatedId().default(null),
  /** The tax of addresses that no other fits. */
  taxClass: relatedId().default(null),
  /** Prices hold the tax already, as they do in Russia: nothing is added to them. */
  pricesIncludeTax: yup.boolean().required('error-wrong-value').default(false),
  deliveryTime: yup
    .array(deliverySlot)
    .max(30, 'error-too-many')
    .typeError('error-wrong-value')
    .required('error-wrong-value')
    .default([]),
  guestCheckout: yup.boolean().required('error-wrong-value').default(false),
  enableCoupons: yup.boolean().required('error-wrong-value').default(true),
  /** Days after its completion that a customer may ask for an order's money back; administrators are not bound by it. */
  refundDays: amount()
    .required('error-whole-number')
    .integer('error-whole-number')
    .min(0, 'error-must-not-be-negative')
    .max(3650, 'error-too-big')
    .default(14),
});

export type CheckoutSettings = yup.InferType<typeof checkoutSettingsSchema>;
