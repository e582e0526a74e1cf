import * as yup from 'yup';
import { fromMinor, toMinor } from '@/contract/core/money';
import { amount, whole } from '@/contract/core/rules';
import { oneLine } from '@/contract/core/text';
import { bareBarcode, isBarcode } from './barcode';
import { hasHiddenSigns } from './sku';

/** Fields shared by products and variations. */

/** An amount with kopecks: a third decimal is refused, because «1,299» may be a thousand and three hundred roubles. */
export const money = () =>
  amount()
    .min(0, 'error-must-not-be-negative')
    .max(1_000_000_000, 'error-too-big')
    .test('decimals', 'error-price-decimals', (value) => hasKopecksAtMost(value));

/** Whether a number has two decimals at most; what binary numbers add behind them does not count. */
export function hasKopecksAtMost(value: number | null | undefined): boolean {
  return typeof value !== 'number' || Number(value.toPrecision(14)) === fromMinor(toMinor(value));
}

/** A price with a discount: none is empty, and 0 would give the goods away (rules/catalogue: nothing is free by mistake). */
export const discountPrice = () => money().notOneOf([0], 'error-discount-zero');

/** Pieces in stock, with an upper limit against typing errors. */
export const pieces = () => whole(0, 1_000_000_000);

/** The shop's own article number: any signs that can be seen. */
export const sku = () =>
  yup
    .string()
    .transform((text: unknown) => (typeof text === 'string' ? oneLine(text) : text))
    .test('signs', 'error-sku-format', (text) => !text || !hasHiddenSigns(text))
    .max(64, 'error-too-long')
    .nullable();

/** A barcode of 8, 12, 13 or 14 digits with its check digit, however its groups are written. */
export const barcode = () =>
  yup
    .string()
    .transform((text: unknown) => (typeof text === 'string' ? bareBarcode(text) : text))
    .nullable()
    .test('barcode', 'error-barcode', (text) => !text || isBarcode(text));
