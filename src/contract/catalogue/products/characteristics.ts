import * as yup from 'yup';
import { valueKey } from '@/contract/catalogue/attributes/schema';
import { catalogueText, relatedId } from '@/contract/core/rules';

/** Limit of one product, and of one category that asks for them. */
export const maxCharacteristics = 100;
/** Compositions are longer than sizes and colours. */
export const longestCharacteristic = 1000;

/** What a product is like without making variations: an attribute of its shop, and the product's own text for it. */
export interface Characteristic {
  attribute_id: number;
  name: string;
  value: string;
}

const characteristicName = () =>
  catalogueText().typeError('error-wrong-value').required('error-name-required').max(120, 'error-too-long');

const characteristicValue = () =>
  catalogueText()
    .typeError('error-wrong-value')
    .required('error-value-required')
    .max(longestCharacteristic, 'error-too-long');

/** All characteristics of a product, in order. A name without an attribute in the shop makes one. */
export const characteristicsSchema = () =>
  yup
    .array(
      yup.object({
        /** Names the attribute where the reader has a translated name; another shop's is ignored. */
        attribute_id: relatedId(),
        name: characteristicName(),
        value: characteristicValue(),
      }),
    )
    .typeError('error-wrong-value')
    .max(maxCharacteristics, 'error-too-many')
    .default([])
    .test('repeated', refuseRepeated);

/** Names that a category demands. */
export const requiredCharacteristicsSchema = () =>
  yup
    .array(yup.object({ name: characteristicName() }))
    .typeError('error-wrong-value')
    .max(maxCharacteristics, 'error-too-many')
    .default([])
    .test('repeated', refuseRepeated);

function refuseRepeated(
  rows: readonly unknown[] | undefined,
  { createError, path }: yup.TestContext,
): true | yup.ValidationError {
  const index = repeatedAt(rows ?? []);
  return (
    index < 0 || createError({ path: `${path}[${index}].name`, message: 'error-characteristic-repeated' })
  );
}

/** Comparable key of a name with its value; a line break stands in neither. */
export const characteristicKey = (name: string, value: string): string =>
  `${valueKey(name)}\n${valueKey(value)}`;

/** Index of the first repeated name; -1 when none. Runs before the items are validated. */
function repeatedAt(rows: readonly unknown[]): number {
  const seen = new Set<string>();
  return rows.findIndex((row) => {
    const name = (row as { name?: unknown } | null)?.name;
    const key = typeof name === 'string' ? valueKey(name) : '';
    if (key === '') return false;
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated;
  });
}

/** `GET product-characteristics`: what a form of a product offers. */
export interface CharacteristicNames {
  /** Demanded by the categories that were asked for and those above them, in their order. */
  required: string[];
  /** Attributes of the shop, by name. */
  known: string[];
}

/** `POST products/bulk/characteristics`: one characteristic of many products. */
export const characteristicChangeSchema = yup.object({
  mode: yup
    .string()
    .oneOf(['set', 'clear'] as const, 'error-wrong-value')
    .default('set'),
  name: characteristicName(),
  value: yup
    .string()
    .when('mode', ([mode]) => (mode === 'clear' ? yup.string().nullable().strip() : characteristicValue())),
});
