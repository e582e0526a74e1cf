import { sql } from 'kysely';
import type { ProductReviewDetails } from '@/contract/catalogue/products/moderation';
import type { UndoneApprovals, undoApprovalsSchema } from '@/contract/catalogue/products/review-decision';
import { audit } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { updateRow } from '@/server/core/db/rows';
import type { Input } from '@/server/core/validate';
import {
  type ApprovalUndo,
  approvalStands,
  openCommonUndo,
  readCommonUndos,
  takeApprovalUndo,
  withdrawMessages,
  withdrawNotifications,
} from '@/server/modules/messaging/approval-undos';
import { emailApproved, family, reopenReview, type StoredReview } from './product-reviews';
import { findReview, getReview } from './review-queue';

/**
 * `POST product-reviews/{id}/undo-approval`: the new product waits in the queue again, and its shop is told nothing. Throws
 * NOT_FOUND, and ACTION_NOT_VALID when it is too late or the product has changed since.
 */
export async function undoApproval(ctx: UserCtx, key: string): Promise<ProductReviewDetails> {
  const found = await findReview(ctx, key, 'write');
  const product = (await lockProducts(ctx, [found])).get(found.product_id);
  if (!product || product.hasOpenReview) throw approvalStands();
  const { since } = await takeApprovalUndo(ctx, { family, id: found.id }, product.version);
  await sendBack(ctx, found, product, since);
  return getReview(ctx, key);
}

/** What was approved in one step. `version` is the product's after it; null for a change, which is not undone. */
interface ApprovedReview {
  id: number;
  product_id: number;
  version: number | null;
}

/** Remembers what a step approved; nothing when it has no new product. */
export async function openUndo(
  ctx: UserCtx,
  reviews: readonly StoredReview[],
): Promise<ApprovalUndo | undefined> {
  if (reviews.every(({ values }) => values !== null)) return undefined;
  const products = await lockProducts(ctx, reviews);
  const approved: ApprovedReview[] = reviews.map(({ id, product_id, values }) => ({
    id,
    product_id,
    version: values === null ? (products.get(product_id)?.version ?? null) : null,
  }));
  return openCommonUndo(ctx, family, { reviews: approved });
}

/**
 * `POST product-reviews/bulk/undo-approval`: new products of a bulk approval wait in the queue again. What has changed
 * since stays approved with the changes of products on sale, and its shop is told of those alone. Throws ACTION_NOT_VALID
 * when the time of a step is over or a step is undone already; then nothing is.
 */
export async function undoApprovals(
  ctx: UserCtx,
  { undos }: Input<typeof undoApprovalsSchema>,
): Promise<UndoneApprovals> {
  const steps = await readCommonUndos(ctx, family, undos);
  const approved = steps.flatMap(({ before, since }) =>
    (before.reviews as ApprovedReview[]).map((review) => ({ ...review, since })),
  );
  // As a decision locks them; whoever undoes at the same time waits here and finds the undo gone.
  const products = await lockProducts(ctx, approved);
  await withdrawMessages(ctx, undos);
  const ids = approved.map(({ id }) => id);
  const reviews = await ctx.db.selectFrom('product_reviews').selectAll().where('id', 'in', ids).execute();
  const staying: StoredReview[] = [];
  let done = 0;
  for (const { id, product_id, version, since } of approved) {
    const review = reviews.find((one) => one.id === id);
    const product = products.get(product_id);
    // Deleted for good meanwhile.
    if (!review || !product) continue;
    if (product.version !== version || product.hasOpenReview) {
      staying.push(review);
      continue;
    }
    await sendBack(ctx, review, product, since);
    done += 1;
  }
  await emailApproved(ctx, staying);
  return { done, refused: staying.length };
}

interface LockedProduct {
  id: number;
  version: number;
  status: string;
  /** Something was submitted after the approval. */
  hasOpenReview: boolean;
}

async function lockProducts(
  ctx: UserCtx,
  reviews: readonly { product_id: number }[],
): Promise<Map<number, LockedProduct>> {
  const ids = reviews.map(({ product_id }) => product_id);
  const rows = await ctx.db
    .selectFrom('products')
    .select(['id', 'version', 'status'])
    .select(
      sql<boolean>`exists (select from product_reviews r where r.product_id = products.id and r.decision is null)`.as(
        'hasOpenReview',
      ),
    )
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Back into the queue. The caller holds the product's lock. */
async function sendBack(
  ctx: UserCtx,
  review: StoredReview,
  product: LockedProduct,
  since: Date,
): Promise<void> {
  await reopenReview(ctx, review);
  await updateRow(ctx, 'products', product.id, { status: 'under_review' });
  const changes = { status: [product.status, 'under_review'] as [unknown, unknown] };
  await audit(ctx, { family: 'products', id: product.id, action: 'update', changes });
  const bell = { type: 'product', event: 'approved', tracker: product.id } as const;
  await withdrawNotifications(ctx, bell, since);
}
