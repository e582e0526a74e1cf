import { sql } from 'kysely';
import { products } from '@/contract/catalogue/products';
import { type Ctx, isAdmin } from '@/server/core/context';
import type { Cell } from '@/server/core/documents/cells';
import { exportList } from '@/server/core/documents/list-csv';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import type { RowFilter } from '@/server/core/resource/policy';
import type { RelationTo } from '@/server/core/resource/relations';
import { type ResourceService, resourceService } from '@/server/core/resource/service';
import { assertPresent } from '@/server/core/trash/restore';
import { setStatuses } from '../bulk/bulk-products';
import { undoBulk } from '../bulk/undo-bulk';
import { saleFilter } from './list/flash-sale-filter';
import { listProducts, productRows } from './list/list-products';
import { productOptions } from './list/product-options';
import { catalogueShopIds } from './policy';
import { getProduct } from './presenter';
import { createProduct, updateProduct } from './save-product';

const engine = resourceService(products, productOptions);

/** Records without which a product cannot be restored. */
const required: readonly RelationTo[] = [
  { column: 'shop_id', table: 'shops' },
  { column: 'type_id', table: 'groups' },
  { column: 'author_id', table: 'authors' },
  { column: 'manufacturer_id', table: 'manufacturers' },
  { column: 'box_id', table: 'boxes' },
  { column: 'delivery_class_id', table: 'delivery_classes' },
];

async function restoreProduct(ctx: Ctx, key: string): Promise<JsonRecord> {
  const product = await engine.restore(ctx, key);
  const row = await ctx.db
    .selectFrom('products')
    .selectAll()
    .where('id', '=', Number(product.id))
    .executeTakeFirstOrThrow();
  await assertPresent(ctx, required, row);
  return product;
}

/** Stock is moved by differences, and variations have rows of their own: neither is set to a former value. */
const notOpen = [
  ...['shop_id', 'product_type', 'quantity', 'quantity_was', 'quantity_reason'],
  ...['variations', 'variation_options'],
];

/**
 * `GET products/export`: only one's own products; those of other shops can be browsed but not exported.
 * Throws FORBIDDEN.
 */
function exportProducts(ctx: Ctx, query: JsonRecord): AsyncIterable<Cell[][]> {
  const shops = isAdmin(ctx) ? undefined : catalogueShopIds(ctx);
  if (shops?.length === 0) throw new AppError('FORBIDDEN');
  const own: RowFilter | undefined =
    shops && (() => sql<boolean>`products.shop_id = any(${shops}::bigint[])`);
  return exportList(products, ctx, query, (asked) => productRows(ctx, asked, own));
}

export const productsService: ResourceService = {
  ...engine,
  list: (ctx, query) => listProducts(ctx, query, saleFilter(ctx, query)),
  get: getProduct,
  create: createProduct,
  update: updateProduct,
  restore: restoreProduct,
  exportList: exportProducts,
  openFields: async (ctx) => (await engine.openFields(ctx)).filter((key) => !notOpen.includes(key)),
  bulkSet: (ctx, body) => setStatuses(productOptions, ctx, body),
  bulkUndo: async (ctx, id) => (await undoBulk(productOptions, ctx, id)) ?? engine.bulkUndo(ctx, id),
};
