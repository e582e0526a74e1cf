import { sql } from 'kysely';
import { skuKey } from '@/contract/catalogue/products/sku';
import type { Ctx } from '@/server/core/context';
import { rejectField } from '@/server/core/errors';

/**
 * SKUs already used in the shop by products (trash included) or variations, by their keys (`skuKey`), each with the error
 * that says by whom. `free` are the product's own SKUs that this write releases.
 */
export async function findTakenSkus(
  ctx: Ctx,
  product: { id: number; shop_id: number },
  skus: readonly string[],
  free: { product: boolean; variations: readonly number[] },
): Promise<Map<string, string>> {
  if (skus.length === 0) return new Map();
  const { rows } = await sql<{ key: string; isRemoved: boolean }>`
    select s.key, p.deleted_at is not null as "isRemoved"
    from product_skus s join products p on p.id = s.product_id
    where s.shop_id = ${product.shop_id} and s.key = any(${skus.map(skuKey)}::text[])
      and not (s.product_id = ${product.id} and case when s.variation_id is null then ${free.product}::boolean
        else s.variation_id = any(${[...free.variations]}::bigint[]) end)`.execute(ctx.db);
  return new Map(rows.map(({ key, isRemoved }) => [key, isRemoved ? 'error-in-trash' : 'error-taken']));
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
    // Parses «Key (shop_id, key)=(1, a-1) already exists», in any language of the database.
    const [, sku = ''] = /^[^=]*=\(\d+, (.*)\)/.exec(detail ?? '') ?? [];
    return rejectField(keyOf(sku), 'error-taken');
  }
}
