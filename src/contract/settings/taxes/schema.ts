import * as yup from 'yup';
import type { BaseRow } from '@/contract/core/define';
import { amount, freeText } from '@/contract/core/rules';

const addressPart = () => freeText().max(120, 'error-too-long').nullable();

/** A tax rate in per cent; VAT has decimals in some countries. */
export const taxSchema = yup.object({
  name: freeText().required('error-name-required').max(120, 'error-too-long'),
  rate: amount()
    .required('error-rate-required')
    .moreThan(0, 'error-must-be-positive')
    .max(100, 'error-percent-limit'),
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
