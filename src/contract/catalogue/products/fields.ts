import * as yup from 'yup';
import { amount, whole } from '@/contract/core/rules';
import { isBarcode } from './barcode';

/** Fields shared by products and variations. */

export const money = () => amount().min(0, 'error-must-not-be-negative').max(1_000_000_000, 'error-too-big');

/** Pieces in stock, with an upper limit against typing errors. */
export const pieces = () => whole(0, 1_000_000_000);

/** The shop's own article number; limited to characters that can be scanned and searched. */
export const sku = () =>
  yup
    .string()
    .trim()
    .matches(/^[\p{L}\p{N}][\p{L}\p{N} ._/#-]*$/u, { message: 'error-sku-format', excludeEmptyString: true })
    .max(64, 'error-too-long')
    .nullable();

/** A barcode of 8, 12, 13 or 14 digits with its check digit. */
export const barcode = () =>
  yup
    .string()
    .trim()
    .nullable()
    .test('barcode', 'error-barcode', (text) => !text || isBarcode(text));
