import * as yup from 'yup';
import { freeText } from '@/contract/core/rules';
import { maxReceiptLines, receiptNameLength, receiptVats } from './receipt';

/** A line anew; what is left out stays. */
const correctedLine = yup.object({
  name: freeText().max(receiptNameLength, 'error-too-long').nullable(),
  vat: yup.string().oneOf(receiptVats, 'error-wrong-value').nullable(),
});

/**
 * `POST receipts/{id}/correct`: a receipt that was not registered in time is replaced by its correction; one that was
 * registered wrongly is taken back and said anew, with the same sum.
 */
export const correctReceiptSchema = yup.object({
  reason: freeText().required('error-reason-required').max(500, 'error-too-long'),
  /** One for each line of the receipt. */
  lines: yup.array(correctedLine).max(maxReceiptLines, 'error-too-many').nullable(),
  /** How the money was taken. */
  paid: yup
    .string()
    .oneOf(['cash', 'cashless'] as const, 'error-wrong-value')
    .nullable(),
});

/** The new documents: the one that takes back, if any, and the right one. */
export interface CorrectedReceipt {
  id: number;
  reversal_id: number | null;
}
