import * as yup from 'yup';
import { requiredCharacteristicsSchema } from '@/contract/catalogue/products/characteristics';
import type { Attachment, BaseRow, Stub } from '@/contract/core/define';
import { attachment, attachments, catalogueText, relatedId, richText, slug } from '@/contract/core/rules';

/** Maximum depth of the tree; roots are level 1. */
export const deepest = 5;

export const categorySchema = yup.object({
  name: catalogueText().required('error-name-required').max(120, 'error-too-long'),
  slug: slug(),
  details: richText(2000).nullable(),
  icon: yup.string().trim().max(60, 'error-too-long').nullable(),
  image: attachment(),
  banner_image: attachments().max(20, 'error-too-many'),
  type_id: relatedId(),
  parent: relatedId(),
  /** What products of the category and of those below it need to be sold. */
  required_characteristics: requiredCharacteristicsSchema(),
});

export type CategoryInput = yup.InferType<typeof categorySchema>;

export interface Category
  extends BaseRow,
    Omit<CategoryInput, 'slug' | 'parent' | 'banner_image' | 'required_characteristics'> {
  slug: string;
  banner_image: Attachment[];
  type: Stub | null;
  parent: Stub | null;
  parent_id: number | null;
  /** Absent on other servers of the dialect. */
  required_characteristics?: { name: string }[];
  /** From the root down to the parent. */
  ancestors: Stub[];
  /** Order among siblings, from 1. */
  position: number;
  children_count: number;
  products_count: number;
  /** The whole subtree; absent in lists. */
  children?: Category[];
}
