import { products } from '@/contract/catalogue/products';
import { type ProductStatus, reviewedFields } from '@/contract/catalogue/products/moderation';
import { defaultLanguage } from '@/contract/core/languages';
import { audit, changesBetween } from '@/server/core/audit';
import { type Ctx, isAdmin, type UserCtx } from '@/server/core/context';
import { AppError, rejectValue } from '@/server/core/errors';
import { type JsonRecord, pick } from '@/server/core/resource/query';
import { freeSlug, isTaken } from '@/server/core/resource/slugs';
import { submitChange, submitProduct } from '../moderation/product-reviews';
import { mayEditProducts } from './policy';
import { getProduct } from './presenter';
import { addProduct, changeProduct, writeColumns } from './product-changes';
import { storedInput } from './product-columns';
import { withFiles } from './product-files';
import { readProduct, readTexts } from './product-input';
import { checkLinks } from './product-links';
import { conflict, lockProduct, type StoredProduct } from './product-lock';
import {
  assertSellable,
  isOffered,
  isWatched,
  settleReview,
  situationOf,
  statusAfter,
} from './product-status';

const family = 'products';

/**
 * `POST products`. Texts of another language under a slug that is there are the translation of that product (reference
 * rules R-032). Throws NOT_FOUND for somebody else's shop, VALIDATION_FAILED with the fields.
 */
export async function createProduct(ctx: Ctx, body: JsonRecord): Promise<JsonRecord> {
  const user = asUser(ctx);
  if (ctx.locale !== defaultLanguage && typeof body.slug === 'string') {
    const slug = body.slug.trim().toLowerCase();
    if (slug !== '' && (await isTaken(ctx, 'products', slug, 0))) return updateProduct(ctx, slug, body);
  }
  const read = await readProduct(body);
  const shop_id = await givenShop(ctx, read.input.shop_id);
  const situation = await situationOf(ctx);
  const status = statusAfter(situation, read.input.status as ProductStatus);
  await checkLinks(ctx, read.input, {});
  const values = await withFiles(ctx, shop_id, { ...read.input, shop_id, status }, {});
  const { id, changes } = await addProduct(ctx, values, read);
  await audit(ctx, { family, id, action: 'create', changes });
  if (isOffered(status)) await assertSellable(ctx, id);
  await settleReview(user, { id, shop_id }, { after: status, isAsked: true });
  return getProduct(ctx, String(id));
}

/**
 * `PUT products/{id or slug}`: what was sent is changed, everything else stays. What a vendor changes of what is on sale
 * waits for an administrator while the setting is on. Throws NOT_FOUND, CONFLICT, VALIDATION_FAILED.
 */
export async function updateProduct(ctx: Ctx, key: string, body: JsonRecord): Promise<JsonRecord> {
  const user = asUser(ctx);
  const row = await lockProduct(ctx, key);
  if (body.version !== undefined && body.version !== null && Number(body.version) !== row.version) {
    throw await conflict(ctx, row.id);
  }
  if (ctx.locale === defaultLanguage) await edit(user, row, body);
  else await translate(user, row, body);
  return getProduct(ctx, String(row.id));
}

async function edit(ctx: UserCtx, row: StoredProduct, body: JsonRecord): Promise<void> {
  const before = await storedInput(ctx, row);
  const read = await readProduct(body, before);
  const sent = pick(
    read.input,
    read.sent.filter((key) => key !== 'shop_id' && key !== 'status'),
  );
  const was = row.status as ProductStatus;
  const situation = await situationOf(ctx, was);
  const isAsked = read.sent.includes('status');
  const status = statusAfter(situation, isAsked ? (read.input.status as ProductStatus) : undefined);
  await checkLinks(ctx, sent, before);
  const values = await withFiles(ctx, row.shop_id, sent, before);
  const isHeld = isWatched(situation);
  const own = isHeld ? pick(values, reviewedFields) : {};
  const applied = Object.fromEntries(Object.entries(values).filter(([key]) => !(key in own)));
  // Told now that it is taken, not when somebody decides.
  if ('slug' in own) own.slug = await freeSlug(ctx, products, 'products', { ...before, ...own }, row.id);
  const { changes, waiting: ofVariations } = await changeProduct(
    ctx,
    row,
    before,
    { ...applied, status },
    read,
    isHeld,
  );
  const waiting = { ...own, ...ofVariations };
  await audit(ctx, { family, id: row.id, action: 'update', changes });
  const isOffer = isOffered(status) && (status !== was || offerKeys.some((key) => key in applied));
  if (isOffer) await assertSellable(ctx, row.id);
  if (Object.keys(waiting).length > 0) await submitChange(ctx, row, waiting);
  await settleReview(ctx, row, { before: was, after: status, isAsked });
}

/** What decides whether a product can be bought. */
const offerKeys = ['product_type', 'price', 'type_id', 'variations', 'variation_options'];

/** Texts of another language: nothing else of a product has any. Those of what is on sale wait, too. */
async function translate(ctx: UserCtx, row: StoredProduct, body: JsonRecord): Promise<void> {
  const { translations: stored, ...base } = row;
  const all = stored as Record<string, JsonRecord>;
  const own = all[ctx.locale] ?? {};
  const before = { ...pick(base, products.translatable), ...own };
  const texts = await readTexts(body, before, products.translatable);
  const situation = await situationOf(ctx, row.status as ProductStatus);
  const isWaiting = isWatched(situation);
  const translations = isWaiting ? all : { ...all, [ctx.locale]: { ...own, ...texts } };
  await writeColumns(ctx, row, { translations });
  if (isWaiting) {
    await submitChange(ctx, row, { [`translations.${ctx.locale}`]: texts });
    return;
  }
  const changes = changesBetween(before, texts);
  await audit(ctx, { family, id: row.id, action: `translate:${ctx.locale}`, changes });
  if (row.status === 'under_review') await submitProduct(ctx, row);
}

/** The shop of a new product. Somebody else's is not there for a vendor. */
async function givenShop(ctx: Ctx, id: unknown): Promise<number> {
  if (typeof id !== 'number') return rejectValue('shop_id');
  if (!isAdmin(ctx) && !mayEditProducts(ctx, id)) throw new AppError('NOT_FOUND');
  const shop = await ctx.db
    .selectFrom('shops')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    // Not locked here: the count of its products is written later, and two that share a lock could not both write.
    .executeTakeFirst();
  return shop?.id ?? rejectValue('shop_id');
}

function asUser(ctx: Ctx): UserCtx {
  const { user } = ctx;
  if (!user) throw new AppError('NOT_AUTHENTICATED');
  return { ...ctx, user };
}
