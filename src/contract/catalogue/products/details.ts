import type { Attachment, Stub } from '@/contract/core/define';
import type { Characteristic } from './characteristics';
import type { Product, vatRates } from './schema';
import type { ChosenValue, Variation } from './variations';

/** The open or last decided review; only for users who may edit the product. */
export interface OwnReview {
  id: number;
  submitted_at: string;
  decision: 'approved' | 'rejected' | null;
  reason: string | null;
  /** Waiting fields; null when the whole product waits. */
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

/** `GET products/{slug or id}`: a product with all its relations. */
export interface ProductDetails extends Product {
  barcode: string | null;
  video: { url: string }[];
  author_id: number | null;
  author: Stub | null;
  manufacturer_id: number | null;
  manufacturer: Stub | null;
  categories: Stub[];
  tags: Stub[];
  /** In order. Absent on other servers of the dialect. */
  characteristics?: Characteristic[];
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
  /** Only for users who may edit the product; the file itself comes from `GET products/{id}/digital-file`. */
  digital_file: { id: number; attachment_id: number; file_name: string; url: string } | null;
  preview_url: string | null;
  is_external: boolean;
  external_product_url: string | null;
  external_product_button_text: string | null;
  seo: ProductSeo;
  /** Chosen attribute values, in order. */
  variations: ChosenValue[];
  variation_options: Variation[];
  /** Pieces in unfinished orders. Only for users who may edit the product. */
  reserved?: number;
  ratings: number;
  total_reviews: number;
  rating_count: { rating: number; total: number }[];
  related_products: Product[];
  /** Only for users who may edit the product. */
  review?: OwnReview | null;
}
