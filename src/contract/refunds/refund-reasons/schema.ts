import * as yup from 'yup';
import type { BaseRow } from '@/contract/core/define';
import { freeText, slug } from '@/contract/core/rules';

/** A reason for a refund. */
export const refundReasonSchema = yup.object({
  name: freeText().required('error-name-required').max(120, 'error-too-long'),
  slug: slug(),
});

export type RefundReasonInput = yup.InferType<typeof refundReasonSchema>;

export interface RefundReason extends BaseRow, Omit<RefundReasonInput, 'slug'> {
  slug: string;
}
