import * as yup from 'yup';
import type { BulkAnswer } from '@/contract/core/bulk';
import { amount, relatedIds } from '@/contract/core/rules';
import { hasKopecksAtMost } from './fields';
import type { PriceChange } from './price-change';
import { longestReason } from './review-decision';

/** Maximum of pieces of a product or a variation. */
export const maxPieces = 1_000_000_000;

/** Products per step of a bulk change; a step is one transaction. */
export const bulkStep = 1000;

/** Continues a bulk change after this product, in this operation. Absent on the first step. */
export interface BulkNext {
  after: number;
  operation: number | null;
}

/** Result of a step of `POST products/bulk/{price|categories|characteristics|status|stock}`. */
export interface BulkStepAnswer extends BulkAnswer {
  /** Products whose change waits for an administrator. */
  waiting: number;
  /** Prices that would be invalid. */
  prices_refused: number;
  /** Products that already have the value, or that the change does not concern. */
  same: number;
  next: BulkNext | null;
}

/** What a step of `POST products/bulk/{categories|characteristics|status|stock}` with `preview` would do. */
export interface BulkPreview extends Pick<BulkStepAnswer, 'done' | 'refused' | 'waiting' | 'same'> {
  /** More products follow: the counts are those of the first step. */
  is_first: boolean;
  /** The first changes: pieces, statuses, names of categories, or characteristics. */
  samples: { id: number; name: string; before: unknown; after: unknown }[];
}

/** Input of a `PriceChange`. */
export const priceChangeSchema = yup.object({
  target: yup
    .string()
    .oneOf(['price', 'discount', 'clear-discount'] as const, 'error-wrong-value')
    .required('error-wrong-value'),
  by: yup
    .string()
    .oneOf(['amount', 'percent'] as const, 'error-wrong-value')
    .default('percent'),
  value: amount()
    .default(0)
    .test(
      'of-discount',
      'error-must-be-positive',
      (value, { parent }) => parent.target !== 'discount' || (value ?? 0) > 0,
    )
    .test(
      'of-price',
      'error-wrong-value',
      (value, { parent }) => parent.target !== 'price' || (value ?? 0) !== 0,
    )
    .test(
      'percent',
      'error-percent-range',
      (value, { parent }) => parent.by !== 'percent' || Math.abs(value ?? 0) <= 1000,
    )
    .test(
      'whole',
      'error-percent-range',
      (value, { parent }) => parent.target !== 'discount' || parent.by !== 'percent' || (value ?? 0) < 100,
    )
    .test('decimals', 'error-price-decimals', hasKopecksAtMost)
    .max(1_000_000_000, 'error-too-big')
    .min(-1_000_000_000, 'error-too-big'),
  roundTo: yup
    .number()
    .oneOf([0.01, 1, 10, 100] as const, 'error-wrong-value')
    .default(0.01),
});

export type PriceChangeInput = yup.InferType<typeof priceChangeSchema>;

/** The `PriceChange` of a validated input: a discount subtracts the entered value. */
export function toPriceChange({ target, by, value, roundTo }: PriceChangeInput): PriceChange {
  return {
    target,
    by,
    value: target === 'discount' ? -(value ?? 0) : (value ?? 0),
    roundTo: roundTo as PriceChange['roundTo'],
  };
}

export const categoryChangeSchema = yup.object({
  mode: yup
    .string()
    .oneOf(['add', 'remove', 'replace'] as const, 'error-wrong-value')
    .default('add'),
  categories: relatedIds().min(1, 'error-choose-one').max(50, 'error-too-many-values'),
});

/** Further field of `POST products/bulk/status`: vendors read the reason of a rejection. */
export const statusReasonSchema = yup.object({
  reason: yup.string().typeError('error-wrong-value').trim().max(longestReason, 'error-too-long').optional(),
});

/** Stock of a simple product, or of each variation. */
export const stockChangeSchema = yup.object({
  mode: yup
    .string()
    .oneOf(['set', 'add'] as const, 'error-wrong-value')
    .default('set'),
  quantity: yup
    .number()
    .typeError('error-number-format')
    .required('error-number-format')
    .integer('error-whole-number')
    .min(-maxPieces, 'error-too-big')
    .max(maxPieces, 'error-too-big')
    .test(
      'of-set',
      'error-must-not-be-negative',
      (value, { parent }) => parent.mode === 'add' || (value ?? 0) >= 0,
    ),
  reason: yup.string().typeError('error-wrong-value').trim().max(255, 'error-too-long').optional(),
});

export const stepSchema = yup.object({
  after: yup.number().integer().min(0, 'error-wrong-value').nullable().default(null),
  operation: yup.number().integer().positive('error-wrong-value').nullable().default(null),
});
