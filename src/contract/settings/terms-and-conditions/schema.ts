import * as yup from 'yup';
import type { BaseRow, Stub } from '@/contract/core/define';
import { freeText, richLetter, slug } from '@/contract/core/rules';

/** Terms of the marketplace, or of a shop with an administrator's approval. */
export const termSchema = yup.object({
  title: freeText().required('error-heading-required').max(250, 'error-too-long'),
  slug: slug(),
  description: richLetter(10_000).required('error-terms-text-required'),
  shop_id: yup.number().integer().positive().nullable(),
  is_approved: yup.boolean(),
});

export type TermInput = yup.InferType<typeof termSchema>;

export interface Term extends BaseRow, Omit<TermInput, 'slug'> {
  slug: string;
  type: 'global' | 'shop';
  issued_by: string;
  is_approved: boolean;
  shop: Stub | null;
}
