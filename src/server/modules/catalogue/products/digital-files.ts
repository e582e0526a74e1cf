import { type SqlBool, sql } from 'kysely';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { parseId, wholeNumber } from '@/server/core/numbers';
import { findReview } from '../moderation/review-queue';
import { findProduct } from '../variations/update-variation';

/** A sold file, relative to the uploads folder. */
export interface SoldFile {
  path: string;
  file_name: string;
  size: number;
}

/** The sold file of a product or variation, for users who may write the product. Throws NOT_FOUND. */
export async function findSoldFile(ctx: UserCtx, key: string, variationId: unknown): Promise<SoldFile> {
  const product = await findProduct(ctx, key);
  const isAsked = variationId !== undefined && variationId !== '';
  if (isAsked && wholeNumber(variationId) === undefined) throw new AppError('NOT_FOUND');
  const { rows } = await sql<SoldFile>`select f.path, f.file_name, f.size from attachments f
    where f.id = ${
      isAsked
        ? sql`(select digital_file_id from variation_options
            where id = ${Number(variationId)} and product_id = ${product.id} and deleted_at is null)`
        : sql`${product.digital_file_id}::bigint`
    }`.execute(ctx.db);
  const [file] = rows;
  if (!file) throw new AppError('NOT_FOUND');
  return file;
}

/** A file that a review or its product would sell, for users who may see the review. Throws NOT_FOUND. */
export async function findReviewedFile(ctx: UserCtx, key: string, fileId: string): Promise<SoldFile> {
  const review = await findReview(ctx, key, 'read');
  const { rows } = await sql<SoldFile>`select f.path, f.file_name, f.size from attachments f
    where f.id = ${parseId(fileId)} and (
      exists (select 1 from products p where p.id = ${review.product_id} and p.digital_file_id = f.id)
      or exists (select 1 from variation_options v
        where v.product_id = ${review.product_id} and v.digital_file_id = f.id)
      or exists (select 1 from product_reviews r where r.id = ${review.id} and ${reviewHasFile}))`.execute(
    ctx.db,
  );
  const [file] = rows;
  if (!file) throw new AppError('NOT_FOUND');
  return file;
}

/** True when review `r` contains file `f`, of the product or of a variation. */
const reviewHasFile = sql`jsonb_path_exists(r."values", '$.** ? (@.attachment_id == $id)', jsonb_build_object('id', f.id))`;

/**
 * True for an attachment `f` that is sold or submitted to be sold: of a public picture among them only the
 * thumbnail is public.
 */
export const soldFiles = sql<SqlBool>`(exists (select from products p where p.digital_file_id = f.id)
  or exists (select from variation_options v where v.digital_file_id = f.id)
  or exists (select from product_reviews r where r.decision is null and ${reviewHasFile}))`;
