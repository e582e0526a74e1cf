import * as yup from 'yup';
import type { BaseRow, Stub } from '@/contract/core/define';
import { relatedId } from '@/contract/core/rules';
import { metaText, valueText } from '../attributes/schema';

/** A value of an attribute; `meta` is a colour code or another hint. */
export const attributeValueSchema = yup.object({
  attribute_id: relatedId().required('error-attribute-required'),
  value: valueText(),
  meta: metaText(),
});

export type AttributeValueInput = yup.InferType<typeof attributeValueSchema>;

export interface AttributeValue extends BaseRow, AttributeValueInput {
  slug: string;
  attribute: (Stub & { full_name: string }) | null;
  shop: Stub | null;
}
