import * as yup from 'yup';
import type { BaseRow } from '@/contract/core/define';
import { websitePattern } from '@/contract/core/patterns';
import { freeText, place } from '@/contract/core/rules';
import { networks } from './networks';

/** A profile of the marketplace in a social network, shown by storefront and apps. */
export const socialLinkSchema = yup.object({
  icon: yup.string().oneOf(networks, 'error-icon-required').required('error-icon-required'),
  name: freeText().required('error-name-required').max(120, 'error-too-long'),
  url: yup
    .string()
    .trim()
    .required('error-url-required')
    .max(500, 'error-too-long')
    .test(
      'website',
      'error-website-format',
      (text) => !text || text.length > 500 || websitePattern.test(text),
    ),
  position: place(),
  is_active: yup.boolean().default(true),
});

export type SocialLinkInput = yup.InferType<typeof socialLinkSchema>;

export interface SocialLink extends BaseRow, SocialLinkInput {}
