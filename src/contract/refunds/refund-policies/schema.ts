import * as yup from 'yup';
import type { BaseRow, Stub } from '@/contract/core/define';
import { choice, freeText, richLetter, slug } from '@/contract/core/rules';

const policyTargets = ['vendor', 'customer'] as const;
const policyStatuses = ['approved', 'pending'] as const;

/** Refund conditions, for vendors or for customers. */
export const refundPolicySchema = yup.object({
  title: freeText().required('error-heading-required').max(250, 'error-too-long'),
  slug: slug(),
  description: richLetter(10_000).nullable(),
  target: choice(policyTargets, 'error-target-required'),
  status: choice(policyStatuses, 'error-status-required'),
});

export type RefundPolicyInput = yup.InferType<typeof refundPolicySchema>;

export interface RefundPolicy extends BaseRow, Omit<RefundPolicyInput, 'slug'> {
  slug: string;
  shop_id: number | null;
  shop: Stub | null;
}
