import * as yup from 'yup';
import type { BaseRow, Stub } from '@/contract/core/define';
import {
  attachment,
  calendarDay,
  catalogueText,
  freeText,
  relatedId,
  richText,
  slug,
  socials,
} from '@/contract/core/rules';
import { businessDay } from '@/contract/settings/business-day';
import { isSocialIcon } from '@/contract/shops/socials';

/** A date of birth or death: not in the future. */
const pastDay = () =>
  calendarDay()
    .nullable()
    .test('past', 'error-date-future', (day) => !day || day <= businessDay(new Date()));

export const authorSchema = yup.object({
  // Of goods, as makers are: «Gabriel García Márquez», «P!nk».
  name: catalogueText().required('error-author-name-required').max(120, 'error-too-long'),
  slug: slug(),
  image: attachment(),
  cover_image: attachment(),
  languages: freeText().max(250, 'error-too-long').nullable(),
  bio: richText(10_000).nullable(),
  quote: freeText().max(1000, 'error-too-long').nullable(),
  born: pastDay(),
  death: pastDay().test(
    'order',
    'error-death-before-birth',
    (death, { parent }) => !death || !parent.born || death >= parent.born,
  ),
  socials: socials().test('icons', 'error-wrong-value', (rows) =>
    rows.every(({ icon }) => isSocialIcon(icon)),
  ),
  is_approved: yup.boolean(),
  /** The submitting shop. */
  shop_id: relatedId(),
});

export type AuthorInput = yup.InferType<typeof authorSchema>;

export interface Author extends BaseRow, Omit<AuthorInput, 'slug' | 'is_approved'> {
  slug: string;
  is_approved: boolean;
  products_count: number;
  shop: Stub | null;
}
