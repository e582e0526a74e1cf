import * as yup from 'yup';
import type { BaseRow, Stub } from '@/contract/core/define';
import { websitePattern } from '@/contract/core/patterns';
import { attachment, catalogueText, relatedId, richText, slug, socials } from '@/contract/core/rules';
import { isSocialIcon } from '@/contract/shops/socials';

export const manufacturerSchema = yup.object({
  name: catalogueText().required('error-name-required').max(120, 'error-too-long'),
  slug: slug(),
  type_id: relatedId().required('error-group-required'),
  image: attachment(),
  cover_image: attachment(),
  description: richText(10_000).nullable(),
  website: yup
    .string()
    .trim()
    .max(250, 'error-too-long')
    .test(
      'website',
      'error-website-format',
      (text) => !text || text.length > 250 || websitePattern.test(text),
    )
    .nullable(),
  socials: socials().test('icons', 'error-wrong-value', (rows) =>
    rows.every(({ icon }) => isSocialIcon(icon)),
  ),
  is_approved: yup.boolean(),
  /** The submitting shop. */
  shop_id: relatedId(),
});

export type ManufacturerInput = yup.InferType<typeof manufacturerSchema>;

export interface Manufacturer extends BaseRow, Omit<ManufacturerInput, 'slug' | 'is_approved'> {
  slug: string;
  is_approved: boolean;
  products_count: number;
  type: Stub | null;
  shop: Stub | null;
}
