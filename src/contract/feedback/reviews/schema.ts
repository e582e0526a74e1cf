import * as yup from 'yup';
import type { Attachment, BaseRow, Stub } from '@/contract/core/define';
import { amount, attachments, relatedId, writtenText } from '@/contract/core/rules';
import type { AbusiveReport } from '../abusive-reports/schema';
import type { FeedbackPerson, FeedbackProduct } from '../subject';
import { maxFeedbackLength } from './values';

const maxPhotos = 10;

/**
 * `POST reviews` by the customer of an order, `PUT reviews/{id}` by its author or an administrator. The subject is
 * immutable.
 */
export const reviewSchema = yup.object({
  order_id: relatedId(),
  product_id: relatedId(),
  shop_id: relatedId(),
  variation_option_id: relatedId(),
  rating: amount()
    .required('error-rating-required')
    .integer('error-rating-range')
    .min(1, 'error-rating-range')
    .max(5, 'error-rating-range'),
  comment: writtenText().required('error-comment-required').max(maxFeedbackLength, 'error-too-long'),
  photos: attachments().max(maxPhotos, 'error-too-many'),
  /** Internal note, visible to administrators only. */
  moderation_note: writtenText().max(1000, 'error-too-long').nullable(),
});

export type ReviewInput = yup.InferType<typeof reviewSchema>;

/** Vote counts and open complaints; complaints are 0 for anybody but moderators and shop staff. */
export interface FeedbackCounts {
  positive_feedbacks_count: number;
  negative_feedbacks_count: number;
  abusive_reports_count: number;
  my_feedback: { id: number; positive: boolean; negative: boolean } | null;
}

/** What reviews and questions have in common. */
export interface FeedbackRow extends BaseRow, FeedbackCounts {
  product_id: number;
  product: FeedbackProduct | null;
  shop_id: number;
  shop: Stub | null;
  user_id: number;
  user: FeedbackPerson | null;
  moderation_note?: string | null;
  /** Details only, for administrators. */
  abusive_reports?: AbusiveReport[];
}

export interface Review extends FeedbackRow {
  rating: number;
  comment: string | null;
  photos: Attachment[];
  /** Visible to the author, the shop and administrators only. */
  order_id?: number | null;
  variation_option_id: number | null;
  /** The shop's answer, for everybody; absent on servers that do not have it. */
  answer?: string | null;
  answered_at?: string | null;
}
