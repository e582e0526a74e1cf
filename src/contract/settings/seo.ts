import * as yup from 'yup';
import { attachment, website } from '@/contract/core/rules';

const cardTypes = ['summary', 'summary_large_image', 'app', 'player'] as const;

const line = (length: number) => yup.string().trim().max(length, 'error-too-long').nullable();

/** The SEO tab of the settings: titles and texts by language. */
export const seoSettingsSchema = yup.object({
  seo: yup
    .object({
      metaTitle: line(200),
      metaDescription: line(500),
      metaTags: line(500),
      canonicalUrl: website().max(300, 'error-too-long').nullable(),
      ogTitle: line(200),
      ogDescription: line(500),
      ogImage: attachment(),
      twitterHandle: yup
        .string()
        .trim()
        .matches(/^@?\w{1,15}$/, { message: 'error-handle-format', excludeEmptyString: true })
        .transform((text: unknown) =>
          typeof text === 'string' && text !== '' && !text.startsWith('@') ? `@${text}` : text,
        )
        .nullable(),
      twitterCardType: yup
        .string()
        .transform((text: unknown) => (text === '' ? null : text))
        .nullable()
        .test('card', 'error-wrong-value', (type) => !type || cardTypes.some((known) => known === type)),
    })
    .required('error-wrong-value'),
});

export type Seo = Partial<yup.InferType<typeof seoSettingsSchema>['seo']>;
