import * as yup from 'yup';

/** The row version that the user saw: nobody decides on an unseen state. */
const seen = () => yup.number().typeError('error-wrong-value').integer('error-wrong-value').optional();

/** Maximum length of a reason, in characters. */
export const longestReason = 1000;

/** `POST product-reviews/{id}/approve`. */
export const approveReviewSchema = yup.object({ version: seen() });

/** `POST product-reviews/{id}/reject`: the vendor reads the reason in an e-mail and next to the form. */
export const rejectReviewSchema = yup.object({
  version: seen(),
  reason: yup
    .string()
    .typeError('error-wrong-value')
    .trim()
    .required('error-reason-required')
    .max(longestReason, 'error-too-long'),
});

/** `POST product-reviews/bulk/approve`. */
export const approveReviewsSchema = yup.object({
  ids: yup
    .array(
      yup.number().integer('error-wrong-value').positive('error-wrong-value').required('error-wrong-value'),
    )
    .typeError('error-wrong-value')
    .required('error-wrong-value')
    .min(1, 'error-wrong-value')
    .max(100, 'error-too-many-values'),
  /** Row versions that the user saw, by id; missing ones are not checked. */
  versions: yup
    .mixed<Record<string, number>>()
    .test(
      'versions',
      'error-wrong-value',
      (given) =>
        given === undefined || (typeof given === 'object' && Object.values(given).every(Number.isInteger)),
    ),
});

/**
 * Answer: submissions that stay open with their errors; `errors` is empty when decided or changed meanwhile.
 */
export interface ApprovedReviews {
  done: number;
  refused: { id: number; errors: Record<string, string[]> }[];
}
