import { sql } from 'kysely';
import type { Ctx } from '@/server/core/context';
import type { JsonRecord } from '@/server/core/json-record';
import { variationKey } from '../moderation/product-reviews';
import type { EditedVariation } from './variation-rows';

/**
 * Values of a variation that wait for review; a new variation is identified by its SKU until it is stored.
 */
export interface VariationUnderReview {
  id: number | undefined;
  sku: string;
  values: JsonRecord;
}

/**
 * Moves unreviewed pictures and files of a vendor's edits out of the live product: stored variations keep
 * their values, new ones stay empty. Selling a file starts with the decision.
 */
export function holdForReview(edits: readonly EditedVariation[]): VariationUnderReview[] {
  return edits.flatMap(({ before, after, sent }) => {
    const values: JsonRecord = {};
    const isSent = (key: string) => before === null || sent.includes(key);
    if (isSent('image')) {
      values.image = after.image;
      after.image = before?.image ?? null;
    }
    if (before && (isSent('is_digital') || isSent('digital_file'))) {
      values.is_digital = after.is_digital;
      values.digital_file = after.digital_file_id === null ? null : { attachment_id: after.digital_file_id };
      after.is_digital = before.is_digital;
      after.digital_file_id = before.digital_file_id;
    }
    if (after.is_digital && isSent('is_disable')) {
      values.is_disable = after.is_disable;
      after.is_disable ||= before?.is_disable ?? true;
    }
    return Object.keys(values).length > 0 ? [{ id: before?.id, sku: after.sku, values }] : [];
  });
}

/** The held values by review key, for `submitChange`; the variations are stored by now. */
export async function valuesUnderReview(
  ctx: Ctx,
  productId: number,
  held: readonly VariationUnderReview[],
): Promise<JsonRecord> {
  const fresh = held.flatMap(({ id, sku }) => (id === undefined ? [sku] : []));
  const ids = fresh.length > 0 ? await findIdsBySku(ctx, productId, fresh) : new Map<string, number>();
  return Object.fromEntries(
    held.flatMap(({ id, sku, values }) => {
      const known = id ?? ids.get(sku);
      return known === undefined ? [] : [[variationKey(known), values]];
    }),
  );
}

async function findIdsBySku(
  ctx: Ctx,
  productId: number,
  skus: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; sku: string }>`select id, sku from variation_options
    where product_id = ${productId} and deleted_at is null and sku = any(${[...skus]}::text[])`.execute(
    ctx.db,
  );
  return new Map(rows.map(({ id, sku }) => [sku, id]));
}
