import * as yup from 'yup';
import { chargeTypes } from '@/contract/core/charge';
import type { BaseRow } from '@/contract/core/define';
import { amount, choice, freeText } from '@/contract/core/rules';

/** Delivery charge: a fixed sum, a share of the order, or free. */
export const charge = {
  type: choice(chargeTypes, 'error-charge-type-required'),
  amount: amount().when('type', ([type], schema) => {
    if (type === 'free_shipping') return schema.transform(() => null);
    const sum = schema.required('error-amount-required').moreThan(0, 'error-must-be-positive');
    return type === 'percentage'
      ? sum.max(100, 'error-percent-limit')
      : sum.max(1_000_000_000, 'error-too-big');
  }),
};

export const shippingSchema = yup.object({
  name: freeText().required('error-name-required').max(120, 'error-too-long'),
  ...charge,
  is_global: yup.boolean().default(true),
  /** Every order is delivered this way: the setting `shippingClass` names it. Absent, the setting stays. */
  is_for_all: yup.boolean(),
});

export type ShippingInput = yup.InferType<typeof shippingSchema>;

export interface Shipping extends BaseRow, ShippingInput {}
