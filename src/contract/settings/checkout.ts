import * as yup from 'yup';
import { amount, freeText, relatedId, whole } from '@/contract/core/rules';
import { commissionVatRates, moneyModels } from '@/contract/ledger/money-model';
import { returnMoneyMoments, returnSilences } from '@/contract/refunds/states';

const deliverySlot = yup.object({
  title: freeText().required('error-slot-required').max(255, 'error-too-long'),
  description: freeText().max(500, 'error-too-long').nullable(),
});

/** Shop tab of the settings, part of the checkout. */
export const checkoutSettingsSchema = yup.object({
  freeShipping: yup.boolean().required('error-wrong-value').default(false),
  /** Minimum order value for free delivery, in roubles; without it all delivery is free. */
  freeShippingAmount: amount()
    .min(0, 'error-must-not-be-negative')
    .max(1_000_000_000, 'error-too-big')
    .default(null),
  /** Shipping method of all orders; without it the delivery class of each product counts. */
  shippingClass: relatedId().default(null),
  /** Tax of addresses that no other rate matches. */
  taxClass: relatedId().default(null),
  /** Prices include tax, as in Russia: none is added at checkout. */
  pricesIncludeTax: yup.boolean().required('error-wrong-value').default(false),
  /** Whose money a payment is (`contract/ledger/accounts.ts`). */
  moneyModel: yup
    .string()
    .oneOf(moneyModels, 'error-wrong-value')
    .required('error-wrong-value')
    .default('commissioner'),
  /** VAT within the commission of orders completed from now on, in per cent. */
  commissionVat: yup
    .string()
    .oneOf(commissionVatRates, 'error-wrong-value')
    .required('error-wrong-value')
    .default('0'),
  deliveryTime: yup
    .array(deliverySlot)
    .max(30, 'error-too-many')
    .typeError('error-wrong-value')
    .required('error-wrong-value')
    .default([]),
  guestCheckout: yup.boolean().required('error-wrong-value').default(false),
  enableCoupons: yup.boolean().required('error-wrong-value').default(true),
  /** Days after completion in which customers may request a refund; administrators are not limited. */
  refundDays: whole(0, 3650).required('error-whole-number').default(14),
  /** Hours in which a shop answers a request for a refund of its goods. */
  returnHours: whole(1, 720).required('error-whole-number').default(48),
  /** What a shop's silence means. */
  returnSilence: yup
    .string()
    .oneOf(returnSilences, 'error-wrong-value')
    .required('error-wrong-value')
    .default('escalate'),
  /** When the money of an agreed return is paid. */
  returnMoneyAt: yup
    .string()
    .oneOf(returnMoneyMoments, 'error-wrong-value')
    .required('error-wrong-value')
    .default('approval'),
  /** Most that a shop may give without goods, in per cent of what its part cost. */
  goodwillLimit: whole(0, 100).required('error-whole-number').default(20),
});

export type CheckoutSettings = yup.InferType<typeof checkoutSettingsSchema>;
