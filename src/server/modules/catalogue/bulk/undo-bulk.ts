import { sql } from 'kysely';
import { products } from '@/contract/catalogue/products';
import type { BulkAnswer } from '@/contract/core/bulk';
import { auditRows } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import type { ServiceOptions } from '@/server/core/resource/options';
import { withdrawReview } from '../moderation/product-reviews';
import type { GivenCharacteristic } from '../products/characteristics';
import { writeCharacteristics } from './bulk-characteristics';
import { replaceCategories, submitProducts } from './bulk-products';
import { moveStockBack, type StockLineChange } from './bulk-stock';

const undoableKinds = ['price', 'categories', 'characteristics', 'status', 'stock'];

interface RestorableProduct {
  id: number;
  version: number;
  shop_id: number;
  before: {
    status?: string;
    price?: number;
    sale_price?: number | null;
    variations?: object[];
    categories?: number[];
    characteristics?: GivenCharacteristic[];
    stock?: StockLineChange[];
  };
}

/**
 * Restores the products of a bulk change that have not changed since. Undefined for operations of the engine.
 * Throws NOT_FOUND for another user's operation or one already undone.
 */
export async function undoBulk(
  options: ServiceOptions,
  ctx: UserCtx,
  id: number,
): Promise<Pick<BulkAnswer, 'done' | 'refused'> | undefined> {
  const operation = await ctx.db
    .selectFrom('bulk_operations')
    .select(['column', 'undone_at'])
    .where('id', '=', id)
    .where('family', '=', products.name)
    .where('user_id', '=', ctx.user.id)
    .forUpdate()
    .executeTakeFirst();
  if (!operation || !undoableKinds.includes(operation.column)) return undefined;
  if (operation.undone_at) throw new AppError('NOT_FOUND');
  await ctx.db.updateTable('bulk_operations').set({ undone_at: ctx.now }).where('id', '=', id).execute();
  const own = options.policy?.(ctx, 'write');
  const back = (await ctx.db
    .selectFrom('products')
    .innerJoin('bulk_operation_rows as kept', (join) =>
      join.onRef('kept.product_id', '=', 'products.id').onRef('kept.version', '=', 'products.version'),
    )
    .select(['products.id', 'products.version', 'products.shop_id', 'kept.before'])
    .where('kept.operation_id', '=', id)
    .where('products.deleted_at', 'is', null)
    .where((eb) => (own ? own(eb) : sql<boolean>`true`))
    .orderBy('products.id')
    .forUpdate('products')
    .execute()) as unknown as RestorableProduct[];
  const { count } = await ctx.db
    .selectFrom('bulk_operation_rows')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('operation_id', '=', id)
    .executeTakeFirstOrThrow();
  if (operation.column === 'price') await restorePrices(ctx, back);
  else if (operation.column === 'status') await restoreStatuses(ctx, back);
  else if (operation.column === 'categories') {
    const former = back.map(({ id: product, before }) => ({
      id: product,
      categories: before.categories ?? [],
    }));
    await replaceCategories(ctx, former);
  } else if (operation.column === 'characteristics') {
    const former = back.map(({ id: product, shop_id, before }) => ({
      id: product,
      shop_id,
      characteristics: before.characteristics ?? [],
    }));
    await writeCharacteristics(ctx, former);
  } else {
    const lines = back.flatMap(({ before }) => before.stock ?? []);
    await moveStockBack(ctx, lines);
  }
  const changes = { undone: [operation.column, null] };
  const entries = back.map(({ id: product }) => ({ id: product, action: 'update', changes }));
  await auditRows(ctx, products.name, entries);
  return { done: back.length, refused: Number(count) - back.length };
}

async function restorePrices(ctx: UserCtx, back: readonly RestorableProduct[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(back)}::jsonb) as b (id bigint, before jsonb)`;
  await sql`update variation_options v set price = o.price, sale_price = nullif(o.sale_price, 0), version = v.version + 1,
      updated_at = ${ctx.now}
    from ${given}, jsonb_to_recordset(b.before -> 'variations') as o (id bigint, version integer, price numeric, sale_price numeric)
    where v.id = o.id and v.version = o.version and v.deleted_at is null`.execute(ctx.db);
  await sql`update products p set price = coalesce((b.before ->> 'price')::numeric, p.price),
      sale_price = case when b.before ? 'sale_price' then nullif((b.before ->> 'sale_price')::numeric, 0) else p.sale_price end,
      version = p.version + 1, updated_at = ${ctx.now} from ${given} where p.id = b.id`.execute(ctx.db);
}

async function restoreStatuses(ctx: UserCtx, back: readonly RestorableProduct[]): Promise<void> {
  for (const [status, rows] of Map.groupBy(back, (row) => row.before.status)) {
    const ids = rows.map(({ id }) => id);
    await sql`update products set status = ${status}, version = version + 1, updated_at = ${ctx.now}
      where id = any(${ids}::bigint[])`.execute(ctx.db);
    if (status !== 'under_review') for (const id of ids) await withdrawReview(ctx, id);
    else await submitProducts(ctx, ids);
  }
}
