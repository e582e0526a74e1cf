import * as yup from 'yup';
import type { BaseRow, Stub } from '@/contract/core/define';
import { attachment, catalogueText, relatedId, richText, slug } from '@/contract/core/rules';

export const tagSchema = yup.object({
  name: catalogueText().required('error-name-required').max(120, 'error-too-long'),
  slug: slug(),
  details: richText(2000).nullable(),
  icon: yup.string().trim().max(60, 'error-too-long').nullable(),
  image: attachment(),
  type_id: relatedId(),
});

export type TagInput = yup.InferType<typeof tagSchema>;

export interface Tag extends BaseRow, Omit<TagInput, 'slug'> {
  slug: string;
  type: Stub | null;
}
