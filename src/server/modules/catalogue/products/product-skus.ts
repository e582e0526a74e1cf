import { sql } from 'kysely';
import type { Ctx } from '@/server/core/context';
import { rejectField } from '@/server/core/errors';

/**
 * SKUs already used in the shop by products (trash included) or variations. `free` are the product's own SKUs
 * that this write releases.
 */
export async function findTakenSkus(
  ctx: Ctx,
  product: { id: number; shop_id: number },
  skus: readonly string[],
  free: { product: boolean; variations: readonly number[] },
): Promise<Set<string>> {
  if (skus.length === 0) return new Set();
  const { rows } = await sql<{ sku: string }>`select sku from product_skus
    where shop_id = ${product.shop_id} and sku = any(${[...skus]}::text[])
      and not (product_id = ${product.id} and case when variation_id is null then ${free.product}::boolean
        else variation_id = any(${[...free.variations]}::bigint[]) end)`.execute(ctx.db);
  return new Set(rows.map(({ sku }) => sku));
}

/** Runs a write of SKUs and reports a unique violation at the field that `keyOf` names. */
export async function reportingTakenSku<Result>(
  keyOf: (sku: string) => string,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const { constraint, detail } = error as { constraint?: string; detail?: string };
    if (constraint !== 'product_skus_pkey') throw error;
    // Parses «Key (shop_id, sku)=(1, A-1) already exists», in any language of the database.
    const [, sku = ''] = /=\(\d+, (.*)\)/.exec(detail ?? '') ?? [];
    return rejectField(keyOf(sku), 'error-taken');
  }
}
