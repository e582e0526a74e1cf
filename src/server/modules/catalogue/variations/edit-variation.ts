import { type SqlBool, sql } from 'kysely';
import type { ProductStatus } from '@/contract/catalogue/products/moderation';
import { productSchema } from '@/contract/catalogue/products/schema';
import { type Variation, variationSchema } from '@/contract/catalogue/products/variations';
import type { Page } from '@/contract/core/paging';
import { audit } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { checkList } from '@/server/core/http/list-query';
import { type JsonRecord, pageOf } from '@/server/core/resource/query';
import { holdBack, waitingOfVariations } from '../moderation/hold-variations';
import { submitChange } from '../moderation/product-reviews';
import { productPolicy } from '../products/policy';
import { checkedBy } from '../products/product-input';
import { lockProduct, type StoredProduct } from '../products/product-lock';
import { takenSkus } from '../products/product-skus';
import { assertSellable, isOffered, isWatched, situationOf } from '../products/product-status';
import { type EditedVariation, edited, filesOfVariations, Mistakes } from './variation-edit';
import {
  changesOfVariations,
  lockVariations,
  readVariations,
  type StoredVariation,
  writeVariations,
} from './variation-rows';

const listRules = {
  columns: [],
  filters: [],
  search: {},
  defaultSort: { orderBy: 'id', sortedBy: 'asc' as const },
  translatable: [],
};

/**
 * `GET products/{id or slug}/variations`: a page of an own product's variations, searched by title or SKU.
 * Throws NOT_FOUND.
 */
export async function listVariations(
  ctx: UserCtx,
  key: string,
  { search = '', ...query }: JsonRecord,
): Promise<Page<Variation>> {
  const { id } = await findProduct(ctx, key);
  const endpoint = `products/${id}/variations`;
  const checked = checkList({ ...listRules, endpoint }, query);
  const text = typeof search === 'string' ? search.trim().slice(0, 100) : '';
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const where = sql<SqlBool>`(${text} = '' or v.title ilike ${pattern} or v.sku ilike ${pattern})`;
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from variation_options v
    where v.product_id = ${id} and v.deleted_at is null and ${where}`.execute(ctx.db);
  const offset = (checked.page - 1) * checked.limit;
  const data = await readVariations(ctx, id, { mayEdit: true, where, limit: checked.limit, offset });
  return pageOf({ endpoint }, checked, query, { data, total: rows[0]?.total ?? 0, isEstimate: false });
}

/** A product that the user may write. Throws NOT_FOUND. */
export async function findProduct(
  ctx: UserCtx,
  key: string,
): Promise<{ id: number; digital_file_id: number | null }> {
  const own = productPolicy(ctx, 'write');
  const isId = /^\d{1,15}$/.test(key);
  const row = await ctx.db
    .selectFrom('products')
    .select(['id', 'digital_file_id'])
    .where('deleted_at', 'is', null)
    .where((eb) => (isId ? eb('id', '=', Number(key)) : eb('slug', '=', key)))
    .where((eb) => own?.(eb) ?? eb.val(true))
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_FOUND');
  return row;
}

/** Keys editable in the list; a combination changes only in the form, which shows all of them. */
const editable = (
  ['price', 'sale_price', 'quantity', 'quantity_was', 'sku', 'barcode', 'is_disable', 'image'] as const
).slice();

/** The edited variation and the derived values of its product. */
interface EditAnswer {
  variation: Variation | undefined;
  product: Pick<StoredProduct, 'id' | 'version' | 'quantity' | 'min_price' | 'max_price'>;
}

/**
 * `PATCH products/{id or slug}/variations/{id}`: edits one variation without loading the others. Throws
 * NOT_FOUND, VALIDATION_FAILED, and CONFLICT with the current variation.
 */
export async function editVariation(
  ctx: UserCtx,
  { key, id }: { key: string; id: string },
  body: JsonRecord,
): Promise<EditAnswer> {
  const product = await lockProduct(ctx, key);
  const [before] = /^\d{1,15}$/.test(id) ? await lockVariations(ctx, product.id, [Number(id)]) : [];
  if (!before) throw new AppError('NOT_FOUND');
  if (typeof body.version === 'number' && body.version !== before.version) {
    throw new AppError('CONFLICT', { current: await showVariation(ctx, product.id, before.id) });
  }
  const edit = await readEdit(ctx, product, before, body);
  const situation = await situationOf(ctx, product.status as ProductStatus);
  const held = isWatched(situation) ? holdBack([edit]) : [];
  const { quantity_reason: reason } = await checkedBy(productSchema.pick(['quantity_reason']), body);
  await writeVariations(ctx, product, {
    removed: [],
    edits: [edit],
    renamed: [],
    reason: typeof reason === 'string' ? reason : null,
  });
  // The last enabled variation of an offered product cannot be disabled.
  const isOff = edit.after.is_disable && !before.is_disable;
  if (isOff && isOffered(product.status as ProductStatus))
    await assertSellable(ctx, product.id, 'is_disable');
  const changes = changesOfVariations([], [edit]);
  await audit(ctx, { family: 'products', id: product.id, action: 'update', changes });
  if (held.length > 0) await submitChange(ctx, product, await waitingOfVariations(ctx, product.id, held));
  return {
    variation: await showVariation(ctx, product.id, before.id),
    product: await touch(ctx, product.id),
  };
}

async function readEdit(
  ctx: UserCtx,
  product: StoredProduct,
  before: StoredVariation,
  body: JsonRecord,
): Promise<EditedVariation> {
  const sent = editable.filter((key) => key in body);
  const input = await checkedBy(variationSchema.pick(sent), body);
  const given = { index: 0, input, sent };
  const files = await filesOfVariations(ctx, product.shop_id, [given], [before]);
  const mistakes = new Mistakes();
  const edit = edited(given, before, { path: '', files, mistakes });
  const skus = edit.after.sku === before.sku ? [] : [edit.after.sku];
  const taken = await takenSkus(ctx, product, skus, { product: false, variations: [before.id] });
  if (taken.size > 0) mistakes.add('sku', 'error-taken');
  mistakes.refuse();
  return edit;
}

async function showVariation(ctx: UserCtx, productId: number, id: number): Promise<Variation | undefined> {
  const where = sql<SqlBool>`v.id = ${id}`;
  return (await readVariations(ctx, productId, { mayEdit: true, where }))[0];
}

/** Increments the product's version, so that open forms of it become stale. */
function touch(ctx: UserCtx, id: number): Promise<EditAnswer['product']> {
  return ctx.db
    .updateTable('products')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: ctx.now }))
    .where('id', '=', id)
    .returning(['id', 'version', 'quantity', 'min_price', 'max_price'])
    .executeTakeFirstOrThrow();
}
