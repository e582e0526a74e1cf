import { sql } from 'kysely';
import { draftStatuses } from '@/contract/catalogue/products';
import type { Page } from '@/contract/core/paging';
import type { Ctx, UserCtx } from '@/server/core/context';
import { rejectValue } from '@/server/core/errors';
import type { RowFilter } from '@/server/core/resource/policy';
import type { JsonRecord } from '@/server/core/resource/query';
import { productPolicy } from './policy';
import { isShort } from './product-filters';
import { productsFor } from './products';

/** Products whose catalogue the person works on, and of them those that fits; never what is on sale elsewhere. */
function own(ctx: Ctx, fits: RowFilter): RowFilter {
  const mine = productPolicy(ctx, 'write');
  return (eb) => eb.and([...(mine ? [mine(eb)] : []), fits(eb)]);
}

/**
 * `GET draft-products`: what is not on sale, of one's own shops, an administrator's being all; with `user_id` of those
 * that this person owns. A `status` that is asked for is one of these (reference rules R-054, S-14).
 */
export function listDrafts(ctx: UserCtx, { user_id, ...query }: JsonRecord): Promise<Page<JsonRecord>> {
  const owner = idOf('user_id', user_id);
  const fits: RowFilter = (eb) =>
    eb.and([
      sql<boolean>`products.status = any(${[...draftStatuses]})`,
      ...(owner === undefined
        ? []
        : [sql<boolean>`products.shop_id in (select id from shops where owner_id = ${owner})`]),
    ]);
  return productsFor(own(ctx, fits), 'draft-products').list(ctx, query);
}

/** `GET products-stock`: what is out of stock or low (reference rules R-053). */
export function listShort(ctx: UserCtx, query: JsonRecord): Promise<Page<JsonRecord>> {
  return productsFor(
    own(ctx, () => isShort),
    'products-stock',
  ).list(ctx, query);
}

/** `GET low-stock-products`: the same as a bare list, the emptiest first. */
export function listLow(ctx: UserCtx, query: JsonRecord): Promise<JsonRecord[]> {
  return shelf(
    ctx,
    query,
    'quantity',
    'asc',
    own(ctx, () => isShort),
  );
}

/**
 * `GET popular-products` and `GET best-selling-products`: a bare list of what is on sale, the most sold first. Both go by
 * what was sold of a product ever: which orders fall within `range` days is known when there are orders.
 */
export function listBestSelling(ctx: Ctx, { range, ...query }: JsonRecord): Promise<JsonRecord[]> {
  idOf('range', range);
  const onSale: RowFilter = () => sql<boolean>`(products.status = 'publish' and exists (select 1 from shops
    where shops.id = products.shop_id and shops.is_active and shops.deleted_at is null))`;
  return shelf(ctx, query, 'sold_quantity', 'desc', onSale);
}

/** Ten products, or `limit`, in an order of the shelf's own; `type_id`, `type_slug`, `shop_id` and search keys narrow it. */
async function shelf(
  ctx: Ctx,
  { limit = '10', type_id, type_slug = '', ...query }: JsonRecord,
  orderBy: string,
  sortedBy: 'asc' | 'desc',
  fits: RowFilter,
): Promise<JsonRecord[]> {
  const group = idOf('type_id', type_id);
  const rows = productsFor((eb) =>
    group === undefined ? fits(eb) : eb.and([fits(eb), eb('type_id', '=', group)]),
  );
  return rows.rows(ctx, { ...query, limit, 'type.slug': type_slug, orderBy, sortedBy });
}

/** A whole number in a query; undefined when there is none. Throws VALIDATION_FAILED. */
export function idOf(key: string, value: unknown): number | undefined {
  if (value === undefined || value === '' || value === 'undefined' || value === 'null') return undefined;
  return /^\d{1,15}$/.test(String(value)) ? Number(value) : rejectValue(key);
}
