import * as yup from 'yup';
import type { BaseRow, Stub } from '@/contract/core/define';
import { amount, freeText, relatedIds } from '@/contract/core/rules';
import { charge } from '../shippings/schema';

const limit = (most: number) => amount().moreThan(0, 'error-must-be-positive').max(most, 'error-too-big');

/** A delivery class: price, maximum parcel and boxes. */
export const deliveryClassSchema = yup.object({
  name: freeText().required('error-name-required').max(120, 'error-too-long'),
  ...charge,
  max_weight: limit(10_000),
  max_length: limit(1000),
  max_width: limit(1000),
  max_height: limit(1000),
  box_ids: relatedIds().max(100, 'error-too-many'),
  is_global: yup.boolean().default(true),
  is_active: yup.boolean().default(true),
});

export type DeliveryClassInput = yup.InferType<typeof deliveryClassSchema>;

export interface DeliveryClass extends BaseRow, DeliveryClassInput {
  boxes: Omit<Stub, 'slug'>[];
}
