import * as yup from 'yup';
import type { BaseRow, Stub } from '@/contract/core/define';
import { repeatedPunctuation, startsWithPunctuation } from '@/contract/core/patterns';
import { freeText, slug } from '@/contract/core/rules';

/** Most values that one attribute has. */
export const maxValues = 500;
const longestText = 120;

/** What is wrong with a meta, as a `form` key: the code of a colour or a hint, so only unprintable characters are refused. */
export function metaError(text: string): string | undefined {
  if (text === '') return 'error-meta-required';
  if (text.length > longestText) return 'error-too-long';
  return /\p{C}/u.test(text) ? 'error-text-characters' : undefined;
}

/** What is wrong with a value, as a `form` key: any sign that sizes are written with, else a free text (specification §5). */
export function valueError(text: string): string | undefined {
  if (text === '') return 'error-value-required';
  if (startsWithPunctuation.test(text)) return 'error-text-start';
  return repeatedPunctuation.test(text) ? 'error-text-punctuation' : metaError(text);
}

/** Two spellings of one value have the same key. */
export function valueKey(text: string): string {
  return text.trim().toLocaleLowerCase('ru');
}

/** A required text with a check of its own. yup's `trim` stumbles over what is no text, which may stand deep in a list. */
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
  /** Absent on one that is new. */
  id: yup.number().integer().positive().typeError('error-wrong-value').nullable(),
  value: valueText(),
  meta: metaText(),
});

/** What products of a shop differ by, colour or size say, with all its values (reference entities E46, rules ). */
export const attributeSchema = yup.object({
  name: freeText().required('error-name-required').max(longestText, 'error-too-long'),
  slug: slug(),
  shop_id: yup.number().integer().positive().nullable(),
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

/** Place of the first value that is there before, in whatever case. Asked before the items themselves are looked at. */
function repeatedAt(values: readonly unknown[]): number {
  const keys = values.map((row) => {
    const text = row !== null && typeof row === 'object' && 'value' in row ? row.value : '';
    return typeof text === 'string' ? valueKey(text) : '';
  });
  return keys.findIndex((key, index) => key !== '' && keys.indexOf(key) < index);
}

export type AttributeInput = yup.InferType<typeof attributeSchema>;

/** A value as it goes along with its attribute. */
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
  /** Name and shop: attributes of different shops are often called alike. */
  full_name: string;
  values: OwnValue[];
}
