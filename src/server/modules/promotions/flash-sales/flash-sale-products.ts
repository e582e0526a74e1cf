import { sql } from 'kysely';
import type { Ctx } from '@/server/core/context';
import { AppError, collectFieldErrors, rejectField } from '@/server/core/errors';

/** Products of a sale; no product is in two overlapping sales. */

export async function productsOfSale(ctx: Ctx, saleId: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('flash_sale_products')
    .select('product_id')
    .where('flash_sale_id', '=', saleId)
    .orderBy('product_id')
    .execute();
  return rows.map(({ product_id }) => product_id);
}

export interface Candidate {
  id: number;
  status: string;
  shop_id: number;
}

/** Locks products in id order to prevent deadlocks. Trashed products are left out. */
export async function lockProducts(ctx: Ctx, ids: readonly number[]): Promise<Map<number, Candidate>> {
  const rows = await ctx.db
    .selectFrom('products')
    .select(['id', 'status', 'shop_id', 'deleted_at'])
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.filter((row) => row.deleted_at === null).map((row) => [row.id, row]));
}

/** Products that an overlapping sale holds. Call with the products locked. */
export async function overlappingProducts(
  ctx: Ctx,
  saleId: number,
  ids: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct l.product_id as id
    from flash_sale_products l
      join flash_sale other on other.id = l.flash_sale_id
      join flash_sale mine on mine.id = ${saleId}
    where l.product_id = any(${[...ids]}::bigint[]) and other.id <> mine.id
      and other.deleted_at is null and mine.deleted_at is null
      and other.start_date < mine.end_date and other.end_date > mine.start_date`.execute(ctx.db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Throws VALIDATION_FAILED with a message at `<path>.<index>` for each invalid product. `wrong` returns the message
 * key of a product's problem.
 */
export function rejectProduct(
  path: string,
  ids: readonly number[],
  wrong: (id: number) => string | undefined,
): void {
  const found = ids.flatMap((id, index) => {
    const key = wrong(id);
    return key ? [[`${path}.${index}`, key] as const] : [];
  });
  if (found.length > 0) throw new AppError('VALIDATION_FAILED', { fields: collectFieldErrors(found) });
}

/** Why a product cannot join any sale; undefined when it can. */
export function joinProblem(product: Candidate | undefined): string | undefined {
  if (!product) return 'error-wrong-value';
  return product.status === 'publish' ? undefined : 'error-product-unpublished';
}

interface Candidates {
  saleId: number;
  ids: readonly number[];
  /** Path of the list in the request body. */
  path: string;
  /** Products that already participate: one that is no longer on sale does not block saving the others. */
  known?: readonly number[];
  /** Products to lock, if more than the list. */
  locked?: readonly number[];
}

/** Locks products and throws VALIDATION_FAILED at each one that cannot join. */
export async function checkCandidates(ctx: Ctx, candidates: Candidates): Promise<Map<number, Candidate>> {
  const { saleId, ids, path, known = [], locked = ids } = candidates;
  const products = await lockProducts(ctx, locked);
  const busy = await overlappingProducts(ctx, saleId, ids);
  rejectProduct(path, ids, (id) => {
    const reason = known.includes(id) ? undefined : joinProblem(products.get(id));
    return reason ?? (busy.has(id) ? 'error-product-in-sale' : undefined);
  });
  return products;
}

/**
 * Throws VALIDATION_FAILED when a product of the sale is in an overlapping one: after a change of dates, or a
 * restore.
 */
export async function assertNoOverlap(ctx: Ctx, saleId: number): Promise<void> {
  const ids = await productsOfSale(ctx, saleId);
  await lockProducts(ctx, ids);
  if ((await overlappingProducts(ctx, saleId, ids)).size > 0) rejectField('start_date', 'error-dates-taken');
}

/** Removes the products of a request from the sale; the consent stays. */
export async function removeRequestProducts(ctx: Ctx, requestId: number): Promise<void> {
  const { rows } = await sql<{ product_id: number }>`
    select distinct product_id from flash_sale_consents where request_id = ${requestId}`.execute(ctx.db);
  const ids = rows.map(({ product_id }) => product_id);
  await lockProducts(ctx, ids);
  await sql`delete from flash_sale_products where consent_id in
    (select id from flash_sale_consents where request_id = ${requestId})`.execute(ctx.db);
}

export async function requestedIds(ctx: Ctx, requestId: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('flash_sale_request_products')
    .select('product_id')
    .where('request_id', '=', requestId)
    .orderBy('product_id')
    .execute();
  return rows.map(({ product_id }) => product_id);
}
