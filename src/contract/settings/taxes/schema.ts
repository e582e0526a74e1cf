import * as yup from 'yup';
import type { BaseRow } from '@/contract/core/define';
import { amount, freeText } from '@/contract/core/rules';

const addressPart = () => freeText().max(120, 'error-too-long').nullable();

const leastRate = 0.001;

/** A tax rate in per cent, with decimals in some countries; 0 is a rate, such as that of exports. */
export const taxSchema = yup.object({
  name: freeText().required('error-name-required').max(120, 'error-too-long'),
  rate: amount()
    .required('error-rate-required')
    .min(0, 'error-must-not-be-negative')
    .max(100, 'error-percent-limit')
    // Three decimals are kept: less than half of the last would become no tax at all.
    .test('kept', 'error-number-format', (rate) => !rate || rate >= leastRate),
  country: addressPart(),
  state: addressPart(),
  city: addressPart(),
  zip: freeText().max(20, 'error-too-long').nullable(),
  is_global: yup.boolean().default(true),
  on_shipping: yup.boolean().default(true),
  priority: amount()
    .integer('error-number-format')
    .min(0, 'error-must-not-be-negative')
    .max(1000, 'error-too-big'),
});

export type TaxInput = yup.InferType<typeof taxSchema>;

export interface Tax extends BaseRow, TaxInput {}
