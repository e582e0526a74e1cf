import * as yup from 'yup';
import { amount, freeText } from '../rules';

/** What moved a shop's money (reference rules §3.12). */
export type EntryKind =
  | 'order'
  | 'refund'
  | 'withdrawal'
  | 'withdrawal-return'
  | 'withdrawal-paid'
  | 'adjustment'
  | 'sign-up'
  | 'points';

/** A sum of roubles with at most two places. */
export const isWholeKopecks = (sum: number | null | undefined): boolean =>
  sum === null || sum === undefined || Number(sum.toFixed(2)) === sum;

/** `POST shops/{id}/adjustments`: an administrator adds to a shop's money or takes from it, and says why. */
export const adjustmentSchema = yup.object({
  amount: amount()
    .required('error-sum-required')
    .min(-1e13, 'error-wrong-value')
    .max(1e13, 'error-wrong-value')
    .notOneOf([0], 'error-amount-zero')
    .test('kopecks', 'error-amount-kopecks', isWholeKopecks),
  reason: freeText().required('error-adjustment-reason-required').max(1000, 'error-too-long'),
});

/** A line of `GET shops/{id}/ledger`, in roubles, the latest first. */
export interface LedgerRow {
  id: number;
  at: string;
  kind: EntryKind;
  reason: string | null;
  /** The row that it is about. */
  family: string | null;
  row_id: number | null;
  amount: number;
  /** What the shop could withdraw after it. */
  balance: number;
}
