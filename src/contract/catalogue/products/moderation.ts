export const productStatuses = [
  'under_review',
  'approved',
  'rejected',
  'publish',
  'unpublish',
  'draft',
] as const;

export type ProductStatus = (typeof productStatuses)[number];

/**
 * What a vendor changes of a product that is on sale waits for an administrator while `isProductReview` is on: what a
 * buyer reads and sees. Prices, stock, sizes and other figures apply at once (design §5). Of a variation its picture and
 * its file wait; what it is called comes from the dictionary of attributes.
 */
export const reviewedFields = [
  'name',
  'slug',
  'description',
  'unit',
  'type_id',
  'categories',
  'tags',
  'author_id',
  'manufacturer_id',
  'image',
  'gallery',
  'video',
  'preview_url',
  'digital_file',
  'is_digital',
  'is_external',
  'external_product_url',
  'external_product_button_text',
  'seo',
] as const;

interface Situation {
  /** The setting `isProductReview`. */
  isReviewed: boolean;
  isAdmin: boolean;
  /** The stored status; absent on a new product. */
  status?: ProductStatus;
}

/** Statuses that a form offers (reference pages §3.5). */
export function statusChoices({ isReviewed, isAdmin, status }: Situation): readonly ProductStatus[] {
  if (!isReviewed) return ['publish', 'draft', ...(status === 'unpublish' ? (['unpublish'] as const) : [])];
  if (isAdmin) return status === 'draft' ? ['draft'] : ['publish', 'rejected', 'unpublish', 'draft'];
  return isLive(status) ? ['publish', 'unpublish'] : ['under_review', 'draft'];
}

/** True for a product that an administrator has let through before. */
export function isLive(status: ProductStatus | undefined): boolean {
  return status === 'publish' || status === 'approved' || status === 'unpublish';
}

/**
 * What becomes of a requested status (reference rules ): `approved` means published; what a vendor asks
 * for beyond their means becomes the nearest that is theirs. Null: refused, as on create with moderation.
 */
export function nextStatus(situation: Situation, asked: ProductStatus | undefined): ProductStatus | null {
  const { isReviewed, isAdmin, status } = situation;
  const wanted = asked === 'approved' ? 'publish' : asked;
  if (wanted === undefined) return status ?? 'draft';
  if (isAdmin) return wanted;
  if (!isReviewed) return wanted === 'under_review' || wanted === 'rejected' ? (status ?? null) : wanted;
  if (isLive(status)) return wanted === 'publish' || wanted === 'unpublish' ? wanted : 'unpublish';
  if (wanted === 'under_review' || wanted === 'draft') return wanted;
  // On create others are refused; a product that waits or was sent back falls back to a draft.
  return status === undefined ? null : 'draft';
}

/** A line of the moderation queue, `GET product-reviews`. */
export interface ProductReview {
  id: number;
  version: number;
  created_at: string;
  updated_at: string;
  product_id: number;
  shop_id: number;
  shop: { id: number; name: string; slug: string | null } | null;
  product: { id: number; name: string; slug: string; image: { thumbnail: string } | null } | null;
  /** `product`: not on sale before; `change`: what is on sale stays meanwhile. */
  kind: 'product' | 'change';
  submitted_at: string;
  submitter: { id: number; name: string } | null;
  state: 'waiting' | 'approved' | 'rejected' | 'withdrawn';
  reason: string | null;
  decided_at: string | null;
  decider: { id: number; name: string } | null;
}

/** One field of a submission, side by side: values as they are stored, ids with what they are called. */
export interface ReviewedField {
  key: string;
  /** Language of a translated text; null for the default one. */
  language: string | null;
  /** The variation that it belongs to; null for the product's own. */
  variation: { id: number; title: string } | null;
  before: unknown;
  after: unknown;
}

/** `GET product-reviews/{id}`. For a product that was never on sale `before` of every field is null. */
export interface ProductReviewDetails extends ProductReview {
  fields: ReviewedField[];
  /** How often this vendor's products were sent back and let through before. */
  vendor: { approved: number; rejected: number };
}
