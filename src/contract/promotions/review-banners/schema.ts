import * as yup from 'yup';
import type { BaseRow, Stub } from '@/contract/core/define';
import { freeText, relatedId } from '@/contract/core/rules';
import { bannerFields, erid } from '../advertising-banners/rules';

/** A banner submitted by a vendor, approved or rejected by an administrator. */
export const reviewBannerSchema = yup.object({
  ...bannerFields(),
  shop_id: relatedId().required('error-shop-required'),
  erid: erid(),
});

/** Body of `POST approve-review-banner`; `version` must be the current row version. */
export const approvalSchema = yup.object({
  id: yup.number().integer().positive().required(),
  version: yup.number().integer().positive(),
  /** Used when the vendor sent none. */
  erid: erid(),
});

/** Body of `POST disapprove-review-banner`. */
export const rejectionSchema = yup.object({
  id: yup.number().integer().positive().required(),
  version: yup.number().integer().positive(),
  reason: freeText().required('error-reason-required').max(1000, 'error-too-long'),
});

export type ReviewBannerInput = yup.InferType<typeof reviewBannerSchema>;
export type Approval = yup.InferType<typeof approvalSchema>;
export type Rejection = yup.InferType<typeof rejectionSchema>;

export interface ReviewBanner extends BaseRow, ReviewBannerInput {
  status: 'pending' | 'approved' | 'rejected';
  reject_reason: string | null;
  advertising_banner_id: number | null;
  shop: Stub | null;
  decided_at: string | null;
}
