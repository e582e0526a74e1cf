import * as yup from 'yup';
import { relatedId } from '@/contract/core/rules';

/** Longest text that a scanner sends for one code, with spelled separators. */
const maxScanned = 400;

/** As it was read: signs at its ends belong to it. */
export const scannedCode = () => yup.string().defined('error-wrong-value').max(maxScanned, 'error-too-long');

/** One for each piece; an empty text for a piece without one yet. */
const scannedCodes = () =>
  yup
    .array(scannedCode())
    .max(1000, 'error-too-many')
    .required('error-wrong-value')
    .typeError('error-wrong-value');

/** `PUT orders/{part}/marks`: all codes of the lines that it names. */
export const orderMarksSchema = yup.object({
  lines: yup
    .array(yup.object({ id: relatedId().required('error-wrong-value'), codes: scannedCodes() }))
    .min(1, 'error-wrong-value')
    .max(200, 'error-too-many')
    .required('error-wrong-value')
    .typeError('error-wrong-value'),
});

/** `PUT refunds/{id}/marks`: which pieces come back. */
export const assignMarksSchema = yup.object({ codes: scannedCodes() });

/** A line of marked goods, and the codes of its pieces. */
export interface MarkedLine {
  id: number;
  name: string;
  variation: string | null;
  /** Pieces that need a code. */
  pieces: number;
  codes: string[];
  /** Codes of pieces that came back. */
  returned: string[];
}

/** `GET orders/{part}/marks`. */
export interface OrderMarks {
  /** Nothing is handed over without them. */
  is_required: boolean;
  /** Until the goods are handed over. */
  may_change: boolean;
  lines: MarkedLine[];
}
