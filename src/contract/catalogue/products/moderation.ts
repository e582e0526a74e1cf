export const productStatuses = [
  'under_review',
  'approved',
  'rejected',
  'publish',
  'unpublish',
  'draft',
] as const;

export type ProductStatus = (typeof productStatuses)[number];

/** Of products on sale, and of those that wait to be. */
export const offeredStatuses: readonly ProductStatus[] = ['publish', 'approved', 'under_review'];

/**
 * Fields that buyers read or see: a vendor's changes of a live product wait for review while `isProductReview` is on.
 * Prices, stock and sizes apply immediately (rules/catalogue: vendors' products are reviewed). Of variations, pictures
 * and files wait; their titles come from the attribute dictionary.
 */
export const reviewedFields = [
  'name',
  'slug',
  'description',
  'unit',
  'type_id',
  'categories',
  'tags',
  'characteristics',
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
  /** Stored status; absent for a new product. */
  status?: ProductStatus;
}

/** Statuses that a form offers. */
export function statusChoices({ isReviewed, isAdmin, status }: Situation): readonly ProductStatus[] {
  if (!isReviewed) return ['publish', 'draft', ...(status === 'unpublish' ? (['unpublish'] as const) : [])];
  if (isAdmin) return status === 'draft' ? ['draft'] : ['publish', 'rejected', 'unpublish', 'draft'];
  return isLive(status) ? ['publish', 'unpublish'] : ['under_review', 'draft'];
}

/** True for a product that an administrator has approved before. */
export function isLive(status: ProductStatus | undefined): boolean {
  return status === 'publish' || status === 'approved' || status === 'unpublish';
}

/**
 * Resolves a requested status: `approved` means published; a vendor's request falls back to the nearest allowed status.
 * Null: refused, as on create with moderation.
 */
export function nextStatus(situation: Situation, asked: ProductStatus | undefined): ProductStatus | null {
  const { isReviewed, isAdmin, status } = situation;
  const wanted = asked === 'approved' ? 'publish' : asked;
  if (wanted === undefined) return status ?? 'draft';
  if (isAdmin) return wanted;
  if (!isReviewed) return wanted === 'under_review' || wanted === 'rejected' ? (status ?? null) : wanted;
  if (isLive(status)) return wanted === 'publish' || wanted === 'unpublish' ? wanted : 'unpublish';
  if (wanted === 'under_review' || wanted === 'draft') return wanted;
  // Refused on create; waiting or rejected products fall back to a draft.
  return status === undefined ? null : 'draft';
}

/**
 * Whether a move of the status decides about the product, so that somebody of the team needs the right to (`moderation:decide`):
 * it goes on sale, is refused, or leaves the queue.
 */
export function isDecision(status: ProductStatus | undefined, next: ProductStatus): boolean {
  if (next === status) return false;
  return status === 'under_review' || next === 'publish' || next === 'approved' || next === 'rejected';
}

/** A row of the review queue, `GET product-reviews`. */
export interface ProductReview {
  id: number;
  version: number;
  created_at: string;
  updated_at: string;
  product_id: number;
  shop_id: number;
  shop: { id: number; name: string; slug: string | null } | null;
  product: { id: number; name: string; slug: string; image: { thumbnail: string } | null } | null;
  /** `product`: was not live before; `change`: the live product stays unchanged meanwhile. */
  kind: 'product' | 'change';
  submitted_at: string;
  submitter: { id: number; name: string } | null;
  state: 'waiting' | 'approved' | 'rejected' | 'withdrawn';
  reason: string | null;
  decided_at: string | null;
  decider: { id: number; name: string } | null;
}

/** Both sides of a field: stored values, ids with their names. */
export interface ReviewedField {
  key: string;
  /** Language of a translated text; null for the default one. */
  language: string | null;
  /** The variation of the field; null for the product's own. */
  variation: { id: number; title: string } | null;
  before: unknown;
  after: unknown;
}

/** `GET product-reviews/{id}`. Every `before` is null for a product that was never live. */
export interface ProductReviewDetails extends ProductReview {
  fields: ReviewedField[];
  /** Numbers of this vendor's earlier approvals and rejections. */
  vendor: { approved: number; rejected: number };
}
