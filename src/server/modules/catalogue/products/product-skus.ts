import { sql } from 'kysely';
import type { Ctx } from '@/server/core/context';
import { refuse } from './product-input';

/**
 * Those of the numbers that something else in the shop has: a product, one in the trash too, or a variation. `free` are
 * the variations whose numbers this very write gives back.
 */
export async function takenSkus(
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

/**
 * Runs a write of numbers; when somebody else has taken one of them since it was looked for, that is told at the field
 * which `keyOf` names for it.
 */
export async function namingTaken<Result>(
  keyOf: (sku: string) => string,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const { constraint, detail } = error as { constraint?: string; detail?: string };
    if (constraint !== 'product_skus_pkey') throw error;
    // «Key (shop_id, sku)=(1, A-1) already exists», in whatever language the database speaks.
    const [, sku = ''] = /=\(\d+, (.*)\)/.exec(detail ?? '') ?? [];
    return refuse(keyOf(sku), 'error-taken');
  }
}
