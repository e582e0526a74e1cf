import * as yup from 'yup';
import { freeText } from '@/contract/core/rules';
import { legalForms } from '@/contract/shops/requisites';
import { paperKeys } from '.';

const maxPapers = 20;

/** Keys of one kind of vendors, as one cannot tell two papers of the same key apart. */
const isUnique = (papers: readonly { key: string }[] = []) =>
  new Set(papers.map(({ key }) => key)).size === papers.length;

const paper = yup.object({
  key: yup
    .string()
    .matches(/^[a-z][a-z0-9-]{0,39}$/, 'error-wrong-value')
    .required('error-wrong-value'),
  /** Empty for a paper that the dictionary names. */
  name: freeText()
    .max(120, 'error-too-long')
    .default('')
    .when('key', ([key], name) =>
      paperKeys.some((one) => one === key) ? name : name.required('error-name-required'),
    ),
  isRequired: yup.boolean().required('error-wrong-value').default(true),
  hasExpiry: yup.boolean().required('error-wrong-value').default(false),
});

const papers = () =>
  yup
    .array(paper)
    .max(maxPapers, 'error-too-many')
    .test('unique', 'error-wrong-value', isUnique)
    .required('error-wrong-value');

/** Part of the shop tab of the settings: what is asked of vendors. */
export const vendorFileSettingsSchema = yup.object({
  vendorFile: yup.object({
    /** A shop opens with a complete file only. */
    isOn: yup.boolean().required('error-wrong-value'),
    /** A shop is closed while an obligatory paper is out of date. */
    pauses: yup.boolean().required('error-wrong-value'),
    /** The document of the marketplace that vendors accept; none with null. */
    contract: yup
      .number()
      .transform((value, original) => (original === '' ? null : value))
      .typeError('error-wrong-value')
      .integer('error-wrong-value')
      .positive('error-wrong-value')
      .nullable()
      .default(null),
    papers: yup.object(
      Object.fromEntries(legalForms.map((form) => [form, papers()])) as Record<
        (typeof legalForms)[number],
        ReturnType<typeof papers>
      >,
    ),
  }),
});
