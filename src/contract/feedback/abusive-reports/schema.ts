import * as yup from 'yup';
import type { BaseRow } from '@/contract/core/define';
import { relatedId, writtenText } from '@/contract/core/rules';

/** Subjects of a complaint. Other servers of this dialect send a longer class name that ends like this. */
export const reportedTypes = ['Review', 'Question'] as const;
export type ReportedType = (typeof reportedTypes)[number];

export const reportStates = ['open', 'accepted', 'declined'] as const;
export type ReportState = (typeof reportStates)[number];

export interface AbusiveReport extends BaseRow {
  user_id: number;
  user: { id: number; name: string; email: string } | null;
  model_type: ReportedType;
  model_id: number;
  message: string;
  /** `accepted`: the reviewed or asked text was removed. */
  status: ReportState;
  decision_note: string | null;
  decided_at: string | null;
  decider: { id: number; name: string } | null;
}
const longestReport = 1000;

/** Accepts the short name or any longer class name that ends with it. */
const modelType = () =>
  yup
    .string()
    .trim()
    .transform((text: unknown) => (typeof text === 'string' ? text.split('\\').at(-1) : text))
    .oneOf(reportedTypes, 'error-wrong-value')
    .required('error-wrong-value');

/** `POST abusive_reports`. */
export const reportSchema = yup.object({
  model_type: modelType(),
  model_id: relatedId().required('error-wrong-value'),
  message: writtenText().required('error-report-required').max(longestReport, 'error-too-long'),
});

export type ReportInput = yup.InferType<typeof reportSchema>;

/** Reason of the decision; emailed to the author when the text is removed. */
const note = () => writtenText().max(1000, 'error-too-long').nullable();

/** `POST abusive_reports/accept` and `…/reject`. */
export const decisionSchema = yup.object({
  model_type: modelType(),
  model_id: relatedId().required('error-wrong-value'),
  note: note(),
});

/** `POST abusive_reports/bulk/decide`. */
export const decisionsSchema = yup.object({
  decision: yup.string().oneOf(['accept', 'decline'], 'error-wrong-value').required('error-wrong-value'),
  note: note(),
  items: yup
    .array(yup.object({ model_type: modelType(), model_id: relatedId().required('error-wrong-value') }))
    .typeError('error-wrong-value')
    .required('error-wrong-value')
    .min(1, 'error-wrong-value')
    .max(100, 'error-too-many'),
});

/** `POST feedbacks`: exactly one of the two flags. */
export const voteSchema = yup.object({
  model_type: modelType(),
  model_id: relatedId().required('error-wrong-value'),
  positive: yup.boolean().typeError('error-wrong-value').nullable(),
  negative: yup
    .boolean()
    .typeError('error-wrong-value')
    .nullable()
    .test(
      'one',
      'error-choose-one',
      (negative, { parent }) => Boolean(negative) !== Boolean(parent.positive),
    ),
});
