import { type SqlBool, sql } from 'kysely';
import type { ProductStatus } from '@/contract/catalogue/products/moderation';
import { productSchema } from '@/contract/catalogue/products/schema';
import { type Variation, variationSchema } from '@/contract/catalogue/products/variations';
import type { Page } from '@/contract/core/paging';
import { audit } from '@/server/core/audit';
import type { UserCtx } from '@/server/core/context';
import { updateRow } from '@/server/core/db/rows';
import { saysIn } from '@/server/core/db/search';
import { AppError } from '@/server/core/errors';
import type { JsonRecord } from '@/server/core/json-record';
import { isId } from '@/server/core/numbers';
import { listRules, wrapPage } from '@/server/core/page-envelope';
import { checkList } from '@/server/core/resource/list-query';
import { submitChange } from '../moderation/product-reviews';
import { productPolicy } from '../products/policy';
import { validateFields } from '../products/product-input';
import { lockProduct, type StoredProduct } from '../products/product-lock';
import { findTakenSkus } from '../products/product-skus';
import { assertSellable, describeSituation, isOffered, needsReview } from '../products/product-status';
import { applyVariationEdit, ErrorCollector, resolveVariationFiles } from './apply-edit';
import { holdForReview, valuesUnderReview } from './hold-variations';
import {
  auditedChanges,
  type EditedVariation,
  listVariationRows,
  lockVariations,
  type StoredVariation,
  writeVariations,
} from './variation-rows';

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
  const rules = listRules(`products/${id}/variations`, { defaultSort: { orderBy: 'id', sortedBy: 'asc' } });
  const checked = checkList(rules, query, ctx);
  const text = typeof search === 'string' ? search.trim().slice(0, 100) : '';
  const where = text === '' ? sql<SqlBool>`true` : saysIn(sql`concat_ws(E'\n', v.title, v.sku)`, text);
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from variation_options v
    where v.product_id = ${id} and v.deleted_at is null and ${where}`.execute(ctx.db);
  const offset = (checked.page - 1) * checked.limit;
  const data = await listVariationRows(ctx, id, { mayEdit: true, where, limit: checked.limit, offset });
  return wrapPage(rules, checked, query, { data, total: rows[0]?.total ?? 0 });
}

/** A product that the user may write. Throws NOT_FOUND. */
export async function findProduct(
  ctx: UserCtx,
  key: string,
): Promise<{ id: number; digital_file_id: number | null }> {
  const own = productPolicy(ctx, 'write');
  return ctx.db
    .selectFrom('products')
    .select(['id', 'digital_file_id'])
    .where('deleted_at', 'is', null)
    .where((eb) => (isId(key) ? eb('id', '=', Number(key)) : eb('slug', '=', key)))
    .where((eb) => own?.(eb) ?? eb.val(true))
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND'));
}

/** Keys editable in the list; a combination changes only in the form, which shows all of them. */
const editableKeys = (
  ['price', 'sale_price', 'quantity', 'quantity_was', 'sku', 'barcode', 'is_disable', 'image'] as const
).slice();

/** The edited variation and the derived values of its product. */
interface EditedVariationResult {
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
): Promise<EditedVariationResult> {
  const product = await lockProduct(ctx, key);
  const [before] = isId(id) ? await lockVariations(ctx, product.id, [Number(id)]) : [];
  if (!before) throw new AppError('NOT_FOUND');
  if (typeof body.version === 'number' && body.version !== before.version) {
    throw new AppError('CONFLICT', { current: await findVariation(ctx, product.id, before.id) });
  }
  const edit = await parseEdit(ctx, product, before, body);
  const situation = await describeSituation(ctx, product.status as ProductStatus);
  const held = needsReview(situation) ? holdForReview([edit]) : [];
  const { quantity_reason: reason } = await validateFields(productSchema.pick(['quantity_reason']), body);
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
  const changes = auditedChanges([], [edit]);
  const isSubmitted =
    held.length > 0 && (await submitChange(ctx, product, await valuesUnderReview(ctx, product.id, held)));
  const isSame = Object.keys(changes).length === 0 && !isSubmitted;
  if (!isSame) {
    // Open forms of the product become stale.
    await updateRow(ctx, 'products', product.id, {});
    await audit(ctx, { family: 'products', id: product.id, action: 'update', changes });
  }
  return {
    variation: await findVariation(ctx, product.id, before.id),
    product: await ctx.db
      .selectFrom('products')
      .select(['id', 'version', 'quantity', 'min_price', 'max_price'])
      .where('id', '=', product.id)
      .executeTakeFirstOrThrow(),
  };
}

async function parseEdit(
  ctx: UserCtx,
  product: StoredProduct,
  before: StoredVariation,
  body: JsonRecord,
): Promise<EditedVariation> {
  const sent = editableKeys.filter((key) => key in body);
  const input = await validateFields(variationSchema.pick(sent), body);
  const given = { index: 0, input, sent };
  const files = await resolveVariationFiles(ctx, product.shop_id, [given], [before]);
  const mistakes = new ErrorCollector();
  const edit = applyVariationEdit(given, before, {
    path: '',
    files,
    mistakes,
    isFree: product.is_free,
  });
  const skus = edit.after.sku === before.sku ? [] : [edit.after.sku];
  const free = { product: false, variations: [before.id] };
  const [error] = (await findTakenSkus(ctx, product, skus, free)).values();
  if (error) mistakes.add('sku', error);
  mistakes.throwIfAny();
  return edit;
}

async function findVariation(ctx: UserCtx, productId: number, id: number): Promise<Variation | undefined> {
  const where = sql<SqlBool>`v.id = ${id}`;
  return (await listVariationRows(ctx, productId, { mayEdit: true, where }))[0];
}
