import * as yup from 'yup';
import type { BaseRow } from '@/contract/core/define';
import { amount, freeText } from '@/contract/core/rules';

const centimetres = () =>
  amount().required('error-size-required').moreThan(0, 'error-must-be-positive').max(1000, 'error-too-big');
const kilograms = () => amount().max(10_000, 'error-too-big');

/** A parcel box: sizes in centimetres, weights in kilograms. */
export const boxSchema = yup.object({
  name: freeText().required('error-name-required').max(120, 'error-too-long'),
  length: centimetres(),
  width: centimetres(),
  height: centimetres(),
  max_weight: kilograms().required('error-weight-required').moreThan(0, 'error-must-be-positive'),
  weight: kilograms().min(0, 'error-must-not-be-negative'),
  price: amount().min(0, 'error-must-not-be-negative').max(1_000_000_000, 'error-too-big'),
  is_active: yup.boolean().default(true),
});

export type BoxInput = yup.InferType<typeof boxSchema>;

export interface Box extends BaseRow, BoxInput {}
