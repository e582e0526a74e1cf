import { sql } from 'kysely';
import * as yup from 'yup';
import type { StockMovement } from '@/contract/catalogue/products/stock';
import { exactTotalLimit, type Page } from '@/contract/core/paging';
import { isAdmin, type UserCtx } from '@/server/core/context';
import { prepared } from '@/server/core/db/prepared';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { wrapPage } from '@/server/core/page-envelope';
import { validate } from '@/server/core/validate';
import { catalogueShopIds } from '../products/policy';

const positiveId = () =>
  yup.number().integer('error-wrong-value').positive('error-wrong-value').typeError('error-wrong-value');
const querySchema = yup.object({
  product_id: positiveId(),
  variation_id: positiveId(),
  shop_id: positiveId(),
  page: positiveId().max(1_000_000, 'error-wrong-value').default(1),
  limit: positiveId().max(100, 'error-wrong-value').default(15),
});

type MovementQuery = yup.InferType<typeof querySchema>;

/**
 * `GET stock-movements`: the journal of a product, a variation, a shop or all own shops, newest first. Throws
 * NOT_FOUND for another shop's.
 */
export async function listMovements(ctx: UserCtx, query: JsonRecord): Promise<Page<StockMovement>> {
  const asked = await validate(querySchema, query);
  await assertReadable(ctx, asked);
  const found = selectMovements(ctx, asked);
  // One index fits whatever the values are, except for a list of shops; planning a scan of every month takes longer than
  // running it.
  const isOneIndex = (asked.product_id ?? asked.variation_id ?? asked.shop_id) !== undefined;
  const isPlannedOnce = isAdmin(ctx) || isOneIndex;
  const counted = ctx.db
    .selectFrom(
      found
        .select('m.id')
        .limit(sql.lit(exactTotalLimit + 1))
        .as('matching'),
    )
    .select(sql<number>`count(*)::int`.as('total'));
  const { total } = await counted
    .$if(isPlannedOnce, (query) => query.modifyFront(prepared))
    .executeTakeFirstOrThrow();
  const rows = await found
    .$if(isPlannedOnce && asked.page === 1, (query) => query.modifyFront(prepared))
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .leftJoin('variation_options as o', 'o.id', 'm.variation_id')
    .select(['m.id', 'm.at', 'm.product_id', 'm.variation_id', 'o.title', 'm.kind', 'm.change', 'm.quantity'])
    .select(['m.reason', 'm.family', 'm.row_id', 'u.id as user_id', 'u.name'])
    .orderBy('m.id', 'desc')
    .limit(sql.lit(asked.limit))
    .offset(asked.page === 1 ? sql.lit(0) : (asked.page - 1) * asked.limit)
    .execute();
  const data = rows.map(({ user_id, name, at, kind, ...row }) => ({
    ...row,
    at: at.toISOString(),
    kind: kind as StockMovement['kind'],
    user: user_id === null || name === null ? null : { id: user_id, name },
  }));
  const isEstimate = total > exactTotalLimit;
  return wrapPage({ endpoint: 'stock-movements' }, asked, query, { data, total, isEstimate });
}

function selectMovements(ctx: UserCtx, { product_id, variation_id, shop_id }: MovementQuery) {
  let found = ctx.db.selectFrom('stock_movements as m');
  if (product_id !== undefined) found = found.where('m.product_id', '=', product_id);
  if (variation_id !== undefined) {
    found = found
      .where('m.variation_id', '=', variation_id)
      // The index of the journal begins with the product.
      .where('m.product_id', '=', (eb) =>
        eb.selectFrom('variation_options').select('product_id').where('id', '=', variation_id),
      );
  }
  if (shop_id !== undefined) found = found.where('m.shop_id', '=', shop_id);
  if (isAdmin(ctx)) return found;
  return found.where('m.shop_id', '=', sql<number>`any(${catalogueShopIds(ctx)}::bigint[])`);
}

async function assertReadable(
  ctx: UserCtx,
  { product_id, variation_id, shop_id }: MovementQuery,
): Promise<void> {
  const mine = isAdmin(ctx) ? sql`true` : sql`shop_id = any(${catalogueShopIds(ctx)}::bigint[])`;
  const { rows } = await sql`select 1 where
    (${product_id ?? null}::bigint is null or exists (select 1 from products where id = ${product_id ?? null} and ${mine}))
    and (${variation_id ?? null}::bigint is null
      or exists (select 1 from variation_options where id = ${variation_id ?? null} and ${mine}))
    and (${shop_id ?? null}::bigint is null
      or exists (select 1 from (select id as shop_id from shops) s where shop_id = ${shop_id ?? null} and ${mine}))`.execute(
    ctx.db,
  );
  if (rows.length === 0) throw new AppError('NOT_FOUND');
}
