import * as yup from 'yup';
import type { BaseRow, Stub } from '@/contract/core/define';
import { repeatedPunctuation, startsWithPunctuation } from '@/contract/core/patterns';
import { freeText, relatedId, slug } from '@/contract/core/rules';

export const maxValues = 500;
const longestText = 120;

/** Error of a meta, which may be empty, as a `form` key: only unprintable characters are refused. */
export function metaError(text: string): string | undefined {
  if (text.length > longestText) return 'error-too-long';
  return /\p{C}/u.test(text) ? 'error-text-characters' : undefined;
}

/** Error of a value as a `form` key: free text with any sign used in sizes. */
export function valueError(text: string): string | undefined {
  if (text === '') return 'error-value-required';
  if (startsWithPunctuation.test(text)) return 'error-text-start';
  return repeatedPunctuation.test(text) ? 'error-text-punctuation' : metaError(text);
}

/** Comparable key of a value or name, whatever its spelling. */
export function valueKey(text: string): string {
  return text.trim().toLocaleLowerCase('ru');
}

/** A text with its own check. Not yup's `trim`, which fails for non-texts deep in a list. */
const checkedText = (check: (text: string) => string | undefined) =>
  yup
    .string()
    .transform((text: unknown) => (typeof text === 'string' ? text.trim() : (text ?? '')))
    .typeError('error-wrong-value')
    .default('')
    .test('text', (text, { createError }) => {
      const message = check(text);
      return message === undefined || createError({ message });
    });

export const valueText = () => checkedText(valueError);
export const metaText = () => checkedText(metaError);

const valueSchema = yup.object({
  /** Absent for a new value. */
  id: yup.number().integer().positive().typeError('error-wrong-value').nullable(),
  value: valueText(),
  meta: metaText(),
});

/** An attribute of a shop with all its values, such as colour or size. */
export const attributeSchema = yup.object({
  name: freeText().required('error-name-required').max(longestText, 'error-too-long'),
  slug: slug(),
  shop_id: relatedId().required('error-shop-required'),
  values: yup
    .array(valueSchema)
    .typeError('error-wrong-value')
    .default([])
    .max(maxValues, 'error-too-many-values')
    .test('repeated', (values, { createError, path }) => {
      const index = repeatedAt(values ?? []);
      return index < 0 || createError({ path: `${path}[${index}].value`, message: 'error-value-repeated' });
    }),
});

/** Index of the first repeated value, ignoring case; -1 when none. Runs before the items are validated. */
function repeatedAt(values: readonly unknown[]): number {
  const keys = values.map((row) => {
    const text = row !== null && typeof row === 'object' && 'value' in row ? row.value : '';
    return typeof text === 'string' ? valueKey(text) : '';
  });
  return keys.findIndex((key, index) => key !== '' && keys.indexOf(key) < index);
}

export type AttributeInput = yup.InferType<typeof attributeSchema>;

/** A value embedded in its attribute. */
export interface OwnValue {
  id: number;
  slug: string;
  attribute_id: number;
  value: string;
  meta: string;
  language: string;
}

export interface Attribute extends BaseRow, Omit<AttributeInput, 'slug' | 'values'> {
  slug: string;
  shop_id: number;
  shop: Stub | null;
  /** Name with the shop: attributes of different shops often have the same name. */
  full_name: string;
  values: OwnValue[];
}
