import * as yup from 'yup';
import type { Attachment, BaseRow, Stub } from '@/contract/core/define';
import {
  amount,
  attachment,
  attachments,
  catalogueText,
  relatedId,
  relatedIds,
  slug,
  website,
} from '@/contract/core/rules';
import { characteristicsSchema } from './characteristics';
import { barcode, discountPrice, money, pieces, sku } from './fields';
import { longestDescription } from './limits';
import { type ProductStatus, productStatuses } from './moderation';
import type { SaleState, SaleType } from './sale-price';
import { variationChangesSchema } from './variations';

export type ProductType = 'simple' | 'variable';

/** VAT rates; null means the shop's default. */
export const vatRates = ['none', '0', '5', '7', '10', '22'] as const;

export { longestDescription };

const centimetres = () => amount().moreThan(0, 'error-must-be-positive').max(100_000, 'error-too-big');
const line = (length: number) => yup.string().trim().max(length, 'error-too-long').nullable();

const seoSchema = yup.object({
  metaTitle: line(120),
  metaDescription: line(320),
  canonicalUrl: website().max(500, 'error-too-long').nullable(),
  ogTitle: line(120),
  ogDescription: line(320),
  ogImage: attachment(),
});

const isSimple = (type: unknown) => type !== 'variable';

/**
 * Input of a product. Rows of `variation_options` are identified by id: `upsert` adds and changes, `delete` removes;
 * others stay.
 */
export const productSchema = yup.object({
  name: catalogueText().required('error-name-required').max(255, 'error-too-long'),
  slug: slug(),
  /** HTML with the editor's tags; sanitized by the server. */
  description: yup
    .string()
    .max(longestDescription * 3, 'error-too-long')
    .nullable(),
  type_id: relatedId().required('error-type-required'),
  shop_id: relatedId().required('error-shop-required'),
  product_type: yup
    .string()
    .oneOf(['simple', 'variable'] as const, 'error-wrong-value')
    .default('simple'),
  unit: catalogueText().required('error-unit-required').max(60, 'error-too-long'),
  price: money()
    .when('product_type', ([type], one) => (isSimple(type) ? one.required('error-price-required') : one))
    .test('free', 'error-price-free', (price, { parent }) => price !== 0 || parent.is_free === true),
  /** Free on purpose: the only product whose price, or that of a variation, may be 0. */
  is_free: yup.boolean().default(false),
  /** Next to a price that is no number, that one alone is wrong. */
  sale_price: discountPrice().test(
    'sale',
    'error-sale-price',
    (sale, { parent }) =>
      sale === null || sale === undefined || parent.price === null || !(sale >= Number(parent.price)),
  ),
  quantity: pieces().default(0),
  /**
   * Quantity that the form showed: makes `quantity` a difference (rules/catalogue: stock is edited as a difference).
   */
  quantity_was: pieces(),
  /** Reason of the change, for the stock journal. */
  quantity_reason: line(255),
  sku: sku(),
  barcode: barcode(),
  status: yup.string().oneOf(productStatuses, 'error-wrong-value').default('draft'),
  image: attachment(),
  gallery: attachments().max(30, 'error-too-many-files'),
  video: yup
    .array(yup.object({ url: website().required('error-url-required').max(500, 'error-too-long') }))
    .typeError('error-wrong-value')
    .max(10, 'error-too-many-values')
    .default([]),
  author_id: relatedId(),
  manufacturer_id: relatedId(),
  categories: relatedIds().max(50, 'error-too-many-values'),
  tags: relatedIds().max(50, 'error-too-many-values'),
  /** Replaces the whole set. */
  characteristics: characteristicsSchema(),
  height: centimetres(),
  width: centimetres(),
  length: centimetres(),
  /** Kilograms. */
  weight: amount().moreThan(0, 'error-must-be-positive').max(100_000, 'error-too-big'),
  in_stock: yup.boolean().default(true),
  is_taxable: yup.boolean().default(false),
  vat_rate: yup.string().oneOf(vatRates, 'error-wrong-value').nullable(),
  requires_marking: yup.boolean().default(false),
  delivery_class_id: relatedId(),
  box_id: relatedId(),
  low_stock_threshold: pieces(),
  is_digital: yup.boolean().default(false),
  /** Attachment of the sold file: `{attachment_id}`, or an attachment. */
  digital_file: yup
    .mixed<{ attachment_id: number } | Attachment>()
    .nullable()
    .when(['is_digital', 'product_type'], ([isDigital, type], one) =>
      isDigital && isSimple(type) ? one.required('error-digital-file-required') : one,
    ),
  preview_url: website().max(500, 'error-too-long').nullable(),
  is_external: yup
    .boolean()
    .default(false)
    .test(
      'kind',
      'error-digital-or-external',
      (isExternal, { parent }) => !(isExternal && parent.is_digital),
    ),
  external_product_url: website()
    .max(500, 'error-too-long')
    .nullable()
    .when('is_external', ([isExternal], one) =>
      isExternal ? one.required('error-external-url-required') : one,
    ),
  external_product_button_text: line(60).when('is_external', ([isExternal], one) =>
    isExternal ? one.required('error-button-text-required') : one,
  ),
  seo: seoSchema.default({}),
  /** Chosen attribute values, in attribute order: replaces the whole set. */
  variations: yup
    .array(
      yup.object({ attribute_value_id: yup.number().integer().positive().required('error-wrong-value') }),
    )
    .typeError('error-wrong-value')
    .max(500, 'error-too-many-values')
    .default([]),
  variation_options: variationChangesSchema,
});

export type ProductInput = yup.InferType<typeof productSchema>;

/** The sale of a product: the best live one, else the next one. */
export interface ProductDeal {
  id: number;
  title: string;
  slug: string;
  type: SaleType;
  rate: number;
  start_date: string;
  end_date: string;
  status: SaleState;
  /** Sale price, from … to for variable products; null when it would not be positive. */
  price: number | null;
  max_price: number | null;
}

/** A product as lists show it. */
export interface Product extends BaseRow {
  name: string;
  slug: string;
  description: string | null;
  type_id: number;
  type: Stub | null;
  shop_id: number;
  shop: Stub | null;
  product_type: ProductType;
  price: number | null;
  /**
   * For users who may edit the product: the vendor's sale price, because a form writes what it reads. For others: the
   * effective price when lower than the price.
   */
  sale_price: number | null;
  /** What the buyer pays now, with flash sales; null for variable products. */
  effective_price: number | null;
  /** The same for the cheapest and dearest enabled variation; both equal for simple products. */
  effective_min_price: number | null;
  effective_max_price: number | null;
  min_price: number | null;
  max_price: number | null;
  sku: string | null;
  quantity: number;
  sold_quantity: number;
  is_digital: boolean;
  /** Its price may be 0. Absent on other servers of the dialect. */
  is_free?: boolean;
  /** Stock below this is low: the product's own threshold, else that of the settings. */
  low_at: number;
  /** Number of variations; 0 for a simple product. */
  variations_count: number;
  status: ProductStatus;
  /** True while a change of a live product waits for review. Only for users who may edit it. */
  has_waiting_change: boolean;
  unit: string;
  image: Attachment | null;
  gallery: Attachment[];
  in_flash_sale: boolean;
  flash_sale: ProductDeal | null;
}
