import * as yup from 'yup';
import type { BaseRow } from '@/contract/core/define';
import { freeText, richLetter } from '@/contract/core/rules';

/** A question with its answer, of the marketplace or of a shop. */
export const faqSchema = yup.object({
  faq_title: freeText().required('error-title-required').max(250, 'error-too-long'),
  faq_description: richLetter(10_000).required('error-description-required'),
  shop_id: yup.number().integer().positive().nullable(),
});

export type FaqInput = yup.InferType<typeof faqSchema>;

export interface Faq extends BaseRow, FaqInput {
  slug: string;
  faq_type: 'global' | 'shop';
  issued_by: string;
}
