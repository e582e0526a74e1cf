import type { Attribute, OwnValue } from '@/contract/catalogue/attributes/schema';
import type { ProductDetails } from '@/contract/catalogue/products/details';
import { cartesianProduct, combinationKey, type Variation } from '@/contract/catalogue/products/variations';

const value = (attributeId: number, id: number, text: string, meta = text): OwnValue => ({
  id,
  slug: `value-${id}`,
  attribute_id: attributeId,
  value: text,
  meta,
  language: 'ru',
});

const attribute = (id: number, name: string, values: OwnValue[]): Attribute => ({
  id,
  version: 1,
  name,
  slug: `attribute-${id}`,
  shop_id: 7,
  shop: null,
  full_name: name,
  values,
  created_at: '2026-01-02T10:00:00.000Z',
  updated_at: '2026-01-02T10:00:00.000Z',
});

export const colour = attribute(1, 'Цвет', [
  value(1, 11, 'Красный', '#cc0000'),
  value(1, 12, 'Белый', '#ffffff'),
]);

export const size = attribute(2, 'Размер', [
  value(2, 20, 'S'),
  value(2, 21, 'M'),
  value(2, 22, 'L'),
  value(2, 23, 'XL'),
]);

interface SceneOptions {
  attributes: Attribute[];
  /** Number of stored combinations; all by default. */
  stored?: number;
}

/** Variable product with variations 101 … at prices 1000, 1100 … */
export function buildProduct(
  { attributes, stored }: SceneOptions,
  more: Partial<ProductDetails> = {},
): ProductDetails {
  const all = cartesianProduct(attributes.map(({ values }) => values));
  const variations = attributes.flatMap(({ id, name, slug, values }) =>
    values.map((one) => ({
      id: one.id,
      attribute_value_id: one.id,
      value: one.value,
      meta: one.meta,
      attribute: { id, name, slug },
    })),
  );
  const options = all
    .slice(0, stored)
    .map((values, place): Variation => buildVariation(values, place, all.length));
  return { ...product, variations, variation_options: options, ...more };
}

function buildVariation(values: OwnValue[], place: number, count: number): Variation {
  const ids = values.map(({ id }) => id);
  return {
    id: 101 + place,
    version: 1,
    product_id: 5,
    title: values.map((one) => one.value).join('/'),
    options: values.map((one) => ({ name: 'x', value: one.value })),
    // The server sorts by id.
    value_ids: combinationKey(ids).split('-').map(Number),
    price: count > 100 ? 999 + place : 1000 + place * 100,
    sale_price: null,
    quantity: 2 + place,
    sold_quantity: 0,
    sku: `SKU-${101 + place}`,
    barcode: null,
    is_disable: false,
    image: null,
    is_digital: false,
    digital_file: null,
  };
}

/** Red and white in M and L: 101 … 104. */
export const colourAndSize = (more: Partial<ProductDetails> = {}) =>
  buildProduct({ attributes: [colour, { ...size, values: size.values.slice(1, 3) }] }, more);

const product: ProductDetails = {
  id: 5,
  version: 3,
  name: 'Рубашка',
  slug: 'rubashka',
  description: null,
  type_id: 1,
  type: null,
  shop_id: 7,
  shop: { id: 7, name: 'Чайная лавка', slug: 'chay' },
  product_type: 'variable',
  price: null,
  sale_price: null,
  effective_price: null,
  effective_min_price: 1000,
  effective_max_price: 1300,
  min_price: 1000,
  max_price: 1300,
  sku: null,
  quantity: 14,
  sold_quantity: 0,
  low_at: 10,
  variations_count: 4,
  status: 'publish',
  has_waiting_change: false,
  unit: '1 шт',
  image: null,
  gallery: [],
  in_flash_sale: false,
  flash_sale: null,
  barcode: null,
  video: [],
  author_id: null,
  author: null,
  manufacturer_id: null,
  manufacturer: null,
  categories: [],
  tags: [],
  height: null,
  width: null,
  length: null,
  weight: null,
  in_stock: true,
  is_taxable: false,
  vat_rate: null,
  requires_marking: false,
  delivery_class_id: null,
  delivery_class: null,
  box_id: null,
  box: null,
  low_stock_threshold: null,
  is_digital: false,
  digital_file: null,
  preview_url: null,
  is_external: false,
  external_product_url: null,
  external_product_button_text: null,
  seo: {},
  variations: [],
  variation_options: [],
  ratings: 0,
  total_reviews: 0,
  rating_count: [],
  related_products: [],
  created_at: '2026-01-02T10:00:00.000Z',
  updated_at: '2026-01-02T10:00:00.000Z',
};
