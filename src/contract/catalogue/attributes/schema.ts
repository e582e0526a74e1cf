import * as yup from 'yup';
import type { BaseRow, Stub } from '@/contract/core/define';
import { catalogueText, relatedId, slug } from '@/contract/core/rules';
import { catalogueTextError, oneLine } from '@/contract/core/text';
import { valueKey } from './value-key';

export { valueKey };

export const maxValues = 500;
const longestText = 120;

/** Error of a meta, which may be empty, as a `form` key. */
export function metaError(text: string): string | undefined {
  return text.length > longestText ? 'error-too-long' : catalogueTextError(text);
}

/** Error of a value as a `form` key: any sign that sizes and colours are written with. */
export const valueError = (text: string): string | undefined =>
  text === '' ? 'error-value-required' : metaError(text);

/** A text with its own check. Not yup's `trim`, which fails for non-texts deep in a list. */
const checkedText = (check: (text: string) => string | undefined) =>
  yup
    .string()
    .transform((text: unknown) => (typeof text === 'string' ? oneLine(text) : (text ?? '')))
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
  name: catalogueText().required('error-name-required').max(longestText, 'error-too-long'),
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

/**
 * Index of the first repeated value; -1 when none. Runs before the items are validated. Two stored values that differ by ё
 * or spaces alone, from before these were one, may stay.
 */
function repeatedAt(values: readonly unknown[]): number {
  const seen = new Map<string, boolean>();
  return values.findIndex((row) => {
    const { value, id } = (row ?? {}) as { value?: unknown; id?: unknown };
    const key = typeof value === 'string' ? valueKey(value) : '';
    if (key === '') return false;
    const exact = `=${String(value).trim().toLocaleLowerCase('ru')}`;
    const isStored = Boolean(id);
    const isRepeated = seen.has(exact) || (seen.has(key) && !(isStored && seen.get(key)));
    seen.set(key, isStored && (seen.get(key) ?? true)).set(exact, true);
    return isRepeated;
  });
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
