import type { Attachment, Stub } from '@/contract/core/define';
import type { Product, vatRates } from './schema';
import type { ChosenValue, Variation } from './variations';

/** What waits for an administrator's decision, or what was decided last; only for those who may edit the product. */
export interface OwnReview {
  id: number;
  submitted_at: string;
  decision: 'approved' | 'rejected' | null;
  reason: string | null;
  /** Fields that wait; null when the whole product does. */
  values: Record<string, unknown> | null;
}

export interface ProductSeo {
  metaTitle?: string | null;
  metaDescription?: string | null;
  canonicalUrl?: string | null;
  ogTitle?: string | null;
  ogDescription?: string | null;
  ogImage?: Attachment | null;
}

/** A product with everything that hangs on it: `GET products/{slug or id}`. */
export interface ProductDetails extends Product {
  barcode: string | null;
  video: { url: string }[];
  author_id: number | null;
  author: Stub | null;
  manufacturer_id: number | null;
  manufacturer: Stub | null;
  categories: Stub[];
  tags: Stub[];
  /** Centimetres. */
  height: number | null;
  width: number | null;
  length: number | null;
  /** Kilograms. */
  weight: number | null;
  in_stock: boolean;
  is_taxable: boolean;
  vat_rate: (typeof vatRates)[number] | null;
  requires_marking: boolean;
  delivery_class_id: number | null;
  delivery_class: Stub | null;
  box_id: number | null;
  box: Stub | null;
  low_stock_threshold: number | null;
  /** Only for who may edit the product; the file itself comes from `GET products/{id}/digital-file`. */
  digital_file: { id: number; attachment_id: number; file_name: string; url: string } | null;
  preview_url: string | null;
  is_external: boolean;
  external_product_url: string | null;
  external_product_button_text: string | null;
  seo: ProductSeo;
  /** Chosen attribute values, in order. */
  variations: ChosenValue[];
  variation_options: Variation[];
  /** Pieces that left the stock for orders which are not finished yet. Only for who may edit the product. */
  reserved?: number;
  ratings: number;
  total_reviews: number;
  rating_count: { rating: number; total: number }[];
  related_products: Product[];
  /** Only for who may edit it. */
  review?: OwnReview | null;
}
