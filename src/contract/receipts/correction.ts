import * as yup from 'yup';
import { amount, freeText, moment } from '@/contract/core/rules';
import { isWholeKopecks } from '@/contract/ledger/schema';
import { maxReceiptLines, receiptNameLength, receiptVats } from './receipt';
import type { ReceiptFailure } from './registers';

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
  /** Of a receipt that the register registered differently: the sum that it has there, 0 when it has none of ours. Roubles. */
  registered_amount: amount()
    .min(0, 'error-must-not-be-negative')
    .max(1e10, 'error-too-big')
    .test('kopecks', 'error-amount-kopecks', isWholeKopecks)
    .nullable(),
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

/** Why a receipt is made in the cabinet of its register: the register takes none of the kind, or not of this money. */
export const madeByHand: readonly ReceiptFailure[] = ['correction', 'payment'];

const digits = (form: RegExp) =>
  yup.string().trim().required('error-wrong-value').matches(form, 'error-wrong-value');

/** `POST receipts/{id}/made`: a person has made it in the cabinet of the register, whose API does not take it. */
export const madeReceiptSchema = yup.object({
  drive_number: digits(/^\d{16}$/),
  document_number: digits(/^[1-9]\d{0,9}$/),
  sign: digits(/^\d{1,10}$/),
  registered_at: moment().required('error-wrong-value'),
});
