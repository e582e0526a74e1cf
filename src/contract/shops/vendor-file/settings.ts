import * as yup from 'yup';
import { freeText, relatedId } from '@/contract/core/rules';
import { legalForms } from '@/contract/shops/requisites';
import { paperKeys } from '.';

const maxPapers = 20;

/** Keys of one kind of vendors, as one cannot tell two papers of the same key apart. */
const isUnique = (papers: readonly { key: string }[] = []) =>
  new Set(papers.map(({ key }) => key)).size === papers.length;

const paper = yup.object({
  /** Of a new paper: given with its first save. */
  key: yup
    .string()
    .default(() => `own-${Math.random().toString(36).slice(2, 12)}`)
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
  // Absent from other servers of the dialect, whose forms must not miss it.
  vendorFile: yup
    .object({
      /** A shop opens with a complete file only. */
      isOn: yup.boolean().required('error-wrong-value'),
      /** A shop is closed while an obligatory paper is out of date. */
      pauses: yup.boolean().required('error-wrong-value'),
      /** The document of the marketplace that vendors accept; none with null. */
      contract: relatedId().max(Number.MAX_SAFE_INTEGER, 'error-wrong-value').default(null),
      papers: yup.object(
        Object.fromEntries(legalForms.map((form) => [form, papers()])) as Record<
          (typeof legalForms)[number],
          ReturnType<typeof papers>
        >,
      ),
    })
    .default(undefined),
});
