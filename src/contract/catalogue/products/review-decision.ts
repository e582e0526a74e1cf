import * as yup from 'yup';

/** The row version that was looked at: nobody decides on what he has not seen. */
const seen = () => yup.number().typeError('error-wrong-value').integer('error-wrong-value').optional();

/** Longest reason, in characters. */
export const longestReason = 1000;

/** `POST product-reviews/{id}/approve`. */
export const approveReviewSchema = yup.object({ version: seen() });

/** `POST product-reviews/{id}/reject`: the vendor reads the reason in a letter and beside the form. */
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
  /** The row versions that were looked at, by id; of those left out the version of today will do. */
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
 * Its answer: those that could not be published, and what is wrong with their fields, which is nothing where they were
 * decided or changed meanwhile; they go on waiting.
 */
export interface ApprovedReviews {
  done: number;
  refused: { id: number; errors: Record<string, string[]> }[];
}
