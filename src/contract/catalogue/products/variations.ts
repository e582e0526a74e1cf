import * as yup from 'yup';
import type { Attachment } from '@/contract/core/define';
import { attachment } from '@/contract/core/rules';
import { barcode, discountPrice, money, pieces, sku } from './fields';

export const maxVariations = 2000;

/**
 * Input of a variation. A new one needs values, price and SKU; with an id only the keys that are sent change.
 * `quantity_was` makes `quantity` a difference, as for products.
 */
export const variationSchema = yup.object({
  id: yup.number().integer().positive().nullable(),
  /** The row version that the client saw; a stale one is answered with CONFLICT. */
  version: yup.number().integer().nullable(),
  /** One value of each attribute. Clients that do not know the ids send `options`. */
  value_ids: yup
    .array(yup.number().integer().positive().required('error-wrong-value'))
    .max(10, 'error-too-many-values'),
  options: yup
    .array(
      yup.object({
        name: yup.string().required('error-wrong-value'),
        value: yup.string().required('error-wrong-value'),
      }),
    )
    .max(10, 'error-too-many-values'),
  price: money(),
  sale_price: discountPrice().test(
    'sale',
    'error-sale-price',
    (sale, { parent }) =>
      sale === null ||
      sale === undefined ||
      parent.price === null ||
      parent.price === undefined ||
      !(sale >= Number(parent.price)),
  ),
  quantity: pieces(),
  quantity_was: pieces(),
  sku: sku(),
  barcode: barcode(),
  is_disable: yup.boolean(),
  // No default: a missing picture leaves the stored one.
  image: attachment().default(undefined),
  is_digital: yup.boolean(),
  digital_file: yup.mixed<{ attachment_id: number } | Attachment>().nullable(),
});

export type VariationInput = yup.InferType<typeof variationSchema>;

export const variationChangesSchema = yup
  .object({
    upsert: yup
      .array(variationSchema)
      .typeError('error-wrong-value')
      .max(maxVariations, 'error-too-many-values')
      .default([]),
    delete: yup
      .array(yup.number().integer().positive().required('error-wrong-value'))
      .typeError('error-wrong-value')
      .max(maxVariations, 'error-too-many-values')
      .default([]),
  })
  .typeError('error-wrong-value')
  .default({ upsert: [], delete: [] });

/** A chosen attribute value embedded in its product. */
export interface ChosenValue {
  id: number;
  attribute_value_id: number;
  value: string;
  meta: string;
  attribute: { id: number; name: string; slug: string };
}

/** A variation as the API presents it. */
export interface Variation {
  id: number;
  version: number;
  product_id: number;
  title: string;
  options: { name: string; value: string }[];
  value_ids: number[];
  price: number;
  sale_price: number | null;
  /** What the buyer pays now, with flash sales; only within product details. */
  effective_price?: number;
  quantity: number;
  sold_quantity: number;
  sku: string;
  barcode: string | null;
  is_disable: boolean;
  image: Attachment | null;
  is_digital: boolean;
  /** Only for users who may edit the product. */
  digital_file: { id: number; attachment_id: number; file_name: string; url: string } | null;
}

/** Cartesian product of the values of each attribute; the last attribute varies fastest. */
export function cartesianProduct<Value>(attributes: readonly (readonly Value[])[]): Value[][] {
  if (attributes.length === 0) return [];
  return attributes.reduce<Value[][]>(
    (all, values) => all.flatMap((one) => values.map((value) => [...one, value])),
    [[]],
  );
}

/** Key of a combination, independent of the order of its values. */
export function combinationKey(valueIds: readonly number[]): string {
  return [...valueIds].sort((one, other) => one - other).join('-');
}
