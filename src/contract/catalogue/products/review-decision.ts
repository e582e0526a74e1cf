import * as yup from 'yup';

/** The row version that the user saw: nobody decides on an unseen state. */
const seen = () => yup.number().typeError('error-wrong-value').integer('error-wrong-value').optional();

/** Maximum length of a reason, in characters. */
export const longestReason = 1000;

/** `POST product-reviews/{id}/approve`. */
export const approveReviewSchema = yup.object({ version: seen() });

const reason = () =>
  yup
    .string()
    .typeError('error-wrong-value')
    .trim()
    .required('error-reason-required')
    .max(longestReason, 'error-too-long');

/** `POST product-reviews/{id}/reject`: the vendor reads the reason in an e-mail and next to the form. */
export const rejectReviewSchema = yup.object({ version: seen(), reason: reason() });

const wholeId = () =>
  yup
    .number()
    .typeError('error-wrong-value')
    .integer('error-wrong-value')
    .min(0, 'error-wrong-value')
    .required('error-wrong-value');

/** Most submissions that one request decides. */
export const reviewsPerStep = 100;

/** Which submissions: the ids of some, or all that match the filters of the queue, in steps. */
const decidedReviews = {
  ids: yup
    .array(
      yup.number().integer('error-wrong-value').positive('error-wrong-value').required('error-wrong-value'),
    )
    .typeError('error-wrong-value')
    .min(1, 'error-wrong-value')
    .max(reviewsPerStep, 'error-too-many-values')
    .default(undefined)
    .when('query', ([query], ids) => (query === undefined ? ids.required('error-wrong-value') : ids)),
  /** Row versions that the user saw, by id; missing ones are not checked. */
  versions: yup
    .mixed<Record<string, number>>()
    .test(
      'versions',
      'error-wrong-value',
      (given) =>
        given === undefined || (typeof given === 'object' && Object.values(given).every(Number.isInteger)),
    ),
  query: yup
    .object({ kind: yup.string(), shop_id: yup.string() })
    .typeError('error-wrong-value')
    .noUnknown('error-wrong-value')
    .strict()
    .default(undefined),
  /** Of the answer before: continues after an id, up to the last one of then. */
  step: yup.object({ after: wholeId(), until: wholeId() }).typeError('error-wrong-value').default(undefined),
};

/** `POST product-reviews/bulk/approve`. */
export const approveReviewsSchema = yup.object(decidedReviews);

/** `POST product-reviews/bulk/reject`: one reason for all. */
export const rejectReviewsSchema = yup.object({ ...decidedReviews, reason: reason() });

/**
 * Answer: submissions that stay open with their errors; `errors` is empty when decided or changed meanwhile.
 */
export interface DecidedReviews {
  done: number;
  /** What to send as `step` for the rest; null when nothing is left. */
  next: { after: number; until: number } | null;
  refused: { id: number; errors: Record<string, string[]> }[];
  /** Sends the new products of this step back to the queue, until then. */
  undo?: { id: number; until: string };
}

/** `POST product-reviews/bulk/undo-approval`: the undos of all steps. */
export const undoApprovalsSchema = yup.object({
  undos: yup
    .array(wholeId())
    .typeError('error-wrong-value')
    .min(1, 'error-wrong-value')
    .max(100, 'error-too-many-values')
    .required('error-wrong-value'),
});

/** Answer: new products in the queue again, and what stays approved: changes, and products that changed since. */
export interface UndoneApprovals {
  done: number;
  refused: number;
}
