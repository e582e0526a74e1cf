import * as yup from 'yup';
import type { BaseRow } from '@/contract/core/define';
import { amount, colour, freeText, slug } from '@/contract/core/rules';

export const orderStatusSchema = yup.object({
  name: freeText().required('error-name-required').max(60, 'error-too-long'),
  slug: slug(),
  serial: amount()
    .required('error-serial-required')
    .integer('error-serial-range')
    .min(1, 'error-serial-range')
    .max(99, 'error-serial-range'),
  color: colour().required('error-color-required'),
});

export type OrderStatusInput = yup.InferType<typeof orderStatusSchema>;

export interface OrderStatus extends BaseRow, Omit<OrderStatusInput, 'slug'> {
  slug: string;
}
