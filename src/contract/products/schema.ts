import * as yup from 'yup';
import type { Attachment, BaseRow, Stub } from '../define';
import type { SaleState, SaleType } from '../flash-sale/price';
import { amount, freeText, relatedId, slug } from '../rules';

export const productStatuses = [
  'under_review',
  'approved',
  'rejected',
  'publish',
  'unpublish',
  'draft',
] as const;

export type ProductStatus = (typeof productStatuses)[number];

export type ProductType = 'simple' | 'variable';

/** What every product has (reference rules R-040); the form of products adds the rest. */
export const productSchema = yup.object({
  name: freeText().required('error-name-required').max(255, 'error-too-long'),
  slug: slug(),
  description: freeText().max(10_000, 'error-too-long').nullable(),
  type_id: relatedId().required('error-wrong-value'),
  shop_id: relatedId().required('error-shop-required'),
  product_type: yup
    .string()
    .oneOf(['simple', 'variable'] as const, 'error-wrong-value')
    .default('simple'),
  unit: freeText().required('error-wrong-value').max(60, 'error-too-long'),
  price: amount().min(0, 'error-wrong-value'),
  sale_price: amount().min(0, 'error-wrong-value'),
  quantity: amount().integer('error-wrong-value').min(0, 'error-wrong-value').default(0),
  status: yup.string().oneOf(productStatuses, 'error-wrong-value').default('draft'),
});

export type ProductInput = yup.InferType<typeof productSchema>;

/** The campaign that a product is in: the best one that holds now, else the next one. */
export interface ProductDeal {
  id: number;
  title: string;
  slug: string;
  type: SaleType;
  rate: number;
  start_date: string;
  end_date: string;
  status: SaleState;
  /** Price under it, for variable products from … to; null when nothing would be left to pay. */
  price: number | null;
  max_price: number | null;
}

/** A product (reference entities E40), as far as lists show it. */
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
   * For who may edit the product the vendor's own sale price, since what a form reads it also writes (hazard H-25); for
   * everybody else what the buyer pays when that is less than the price.
   */
  sale_price: number | null;
  /** What the buyer pays now, flash sales included; null for variable products. */
  effective_price: number | null;
  min_price: number | null;
  max_price: number | null;
  sku: string | null;
  quantity: number;
  sold_quantity: number;
  status: ProductStatus;
  unit: string;
  image: Attachment | null;
  gallery: Attachment[];
  /** True while a flash sale holds. */
  in_flash_sale: boolean;
  flash_sale: ProductDeal | null;
}
