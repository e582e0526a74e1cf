import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { maxCsvBytes } from '@/contract/catalogue/attributes/csv';
import { products } from '@/contract/catalogue/products';
import {
  categoryChangeSchema,
  priceChangeSchema,
  statusReasonSchema,
  stockChangeSchema,
} from '@/contract/catalogue/products/bulk';
import { characteristicChangeSchema } from '@/contract/catalogue/products/characteristics';
import { promptSchema } from '@/contract/catalogue/products/descriptions';
import {
  approveReviewSchema,
  approveReviewsSchema,
  rejectReviewSchema,
  rejectReviewsSchema,
  undoApprovalsSchema,
} from '@/contract/catalogue/products/review-decision';
import { adminOnly, withStaff } from '@/contract/core/permissions';
import type { DescriptionDeps, FileDeps, RequestDeps } from '@/server/core/deps';
import { csvType } from '@/server/core/documents/csv-stream';
import { rejectField } from '@/server/core/errors';
import { countImportFile } from '@/server/core/files/upload-limits';
import { route, router } from '@/server/core/http/route';
import { sendParts, startExport } from '@/server/core/http/send-export';
import { sendSold } from '@/server/core/http/send-stored';
import { withUpload } from '@/server/core/http/uploads';
import { parseId } from '@/server/core/numbers';
import { openWriter } from '@/server/integrations/descriptions/descriptions';
import { openFiles } from '@/server/integrations/files/open-files';
import { exportAttributes } from './attributes/export-attributes';
import { importAttributes } from './attributes/import-attributes';
import { bulkCharacteristics } from './bulk/bulk-characteristics';
import { bulkPrices } from './bulk/bulk-prices';
import { bulkCategories, bulkStatus } from './bulk/bulk-products';
import { bulkStock } from './bulk/bulk-stock';
import { stepOrPreview } from './bulk/preview-bulk';
import { moveCategory } from './categories/categories';
import { writeDescription } from './descriptions';
import {
  approveReview,
  approveReviews,
  previewApproval,
  rejectReview,
  rejectReviews,
  withdrawOwnReview,
} from './moderation/decide-review';
import { getReview, listReviews } from './moderation/review-queue';
import { undoApproval, undoApprovals } from './moderation/undo-approval';
import { listCharacteristics, listCharacteristicValues } from './products/characteristics';
import { findReviewedFile, findSoldFile } from './products/digital-files';
import { countTabs } from './products/list/count-tabs';
import { productOptions } from './products/list/product-options';
import { assertOwnShop } from './products/policy';
import {
  countByCategory,
  countSalesByCategory,
  listBestSelling,
  listDrafts,
  listLowest,
  listOutOrLow,
  listTopRated,
} from './products/storefront-lists';
import { listMovements } from './stock/list-movements';
import { editVariation, listVariations } from './variations/update-variation';

/** Routes of the catalogue beyond the engine's own for each family; product files are in `import/routes.ts`. */
export function catalogueRoutes(app: FastifyInstance, deps: RequestDeps & FileDeps & DescriptionDeps): void {
  productListRoutes(app, deps);
  variationRoutes(app, deps);
  bulkRoutes(app, deps);
  moderationRoutes(app, deps);
  categoryRoutes(app, deps);
  attributeRoutes(app, deps);
  descriptionRoutes(app, deps);
}

/** Lists of products besides the family's own. */
function productListRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  const allow = withStaff('catalogue');
  for (const path of ['/popular-products', '/best-selling-products']) {
    api.get(path, { allow: 'public' }, (ctx, { query }) => listBestSelling(ctx, query));
  }
  api.get('/products/counts', { allow }, (ctx, { query }) => countTabs(ctx, query));
  api.get('/draft-products', { allow }, (ctx, { query }) => listDrafts(ctx, query));
  api.get('/products-stock', { allow }, (ctx, { query }) => listOutOrLow(ctx, query));
  api.get('/low-stock-products', { allow }, (ctx, { query }) => listLowest(ctx, query));
  api.get('/top-rate-product', { allow }, (ctx, { query }) => listTopRated(ctx, query));
  api.get('/category-wise-product', { allow }, (ctx, { query }) => countByCategory(ctx, query));
  api.get('/category-wise-product-sale', { allow }, (ctx, { query }) => countSalesByCategory(ctx, query));
  api.get('/product-characteristics', { allow }, (ctx, { query }) => listCharacteristics(ctx, query));
  api.get('/product-characteristics/values', { allow }, (ctx, { query }) =>
    listCharacteristicValues(ctx, query),
  );
  api.get('/stock-movements', { allow }, (ctx, { query }) => listMovements(ctx, query));
}

/** Single variations, and the sold file of a product. */
function variationRoutes(app: FastifyInstance, deps: RequestDeps & FileDeps): void {
  const api = router(app, deps);
  const stored = openFiles(deps);
  const allow = products.allow.update;

  api.get('/products/:key/variations', { allow }, (ctx, { params, query }) =>
    listVariations(ctx, params.key, query),
  );
  api.patch('/products/:key/variations/:id', { allow, write: true }, (ctx, { params: { key, id }, body }) =>
    editVariation(ctx, { key, id }, body),
  );
  api.get(
    '/products/:key/digital-file',
    { allow },
    async (ctx, { params: { key }, query, request, reply }) => {
      const file = await findSoldFile(ctx, key, query.variation_id);
      return sendSold(reply, await stored.get(file.path, request.headers.range), file);
    },
  );
}

/** Bulk changes by step; the engine's routes remove and undo. */
function bulkRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  const options = { allow: products.allow.update, write: true };
  api.post('/products/bulk/price', { ...options, body: priceChangeSchema }, (ctx, { body, input }) =>
    bulkPrices(productOptions, ctx, body, input),
  );
  api.post('/products/bulk/categories', { ...options, body: categoryChangeSchema }, (ctx, { body, input }) =>
    stepOrPreview(ctx, body, () => bulkCategories(productOptions, ctx, body, input)),
  );
  api.post(
    '/products/bulk/characteristics',
    { ...options, body: characteristicChangeSchema },
    (ctx, { body, input }) =>
      stepOrPreview(ctx, body, () => bulkCharacteristics(productOptions, ctx, body, input)),
  );
  api.post('/products/bulk/status', { ...options, body: statusReasonSchema }, (ctx, { body, input }) =>
    stepOrPreview(ctx, body, () => bulkStatus(productOptions, ctx, body, input)),
  );
  api.post('/products/bulk/stock', { ...options, body: stockChangeSchema }, (ctx, { body, input }) =>
    stepOrPreview(ctx, body, () => bulkStock(productOptions, ctx, body, input)),
  );
}

/** The review queue and decisions. */
function moderationRoutes(app: FastifyInstance, deps: RequestDeps & FileDeps): void {
  const api = router(app, deps);
  const vendors = withStaff('catalogue');
  const stored = openFiles(deps);
  api.get('/product-reviews', { allow: vendors }, (ctx, { query }) => listReviews(ctx, query));
  api.get('/product-reviews/:key', { allow: vendors }, (ctx, { params }) => getReview(ctx, params.key));
  api.get(
    '/product-reviews/:key/files/:id',
    { allow: vendors },
    async (ctx, { params: { key, id }, request, reply }) => {
      const file = await findReviewedFile(ctx, key, id);
      return sendSold(reply, await stored.get(file.path, request.headers.range), file);
    },
  );
  api.delete('/product-reviews/:key', { allow: vendors, write: true }, (ctx, { params }) =>
    withdrawOwnReview(ctx, params.key),
  );
  api.post(
    '/product-reviews/:key/approve',
    { allow: adminOnly, write: true, body: approveReviewSchema },
    (ctx, { input, params }) => approveReview(ctx, params.key, input),
  );
  api.post('/product-reviews/:key/undo-approval', { allow: adminOnly, write: true }, (ctx, { params }) =>
    undoApproval(ctx, params.key),
  );
  api.post(
    '/product-reviews/:key/reject',
    { allow: adminOnly, write: true, body: rejectReviewSchema },
    (ctx, { input, params }) => rejectReview(ctx, params.key, input),
  );
  api.post(
    '/product-reviews/bulk/approve/preview',
    { allow: adminOnly, write: true, body: approveReviewsSchema },
    (ctx, { input }) => previewApproval(ctx, input),
  );
  api.post(
    '/product-reviews/bulk/approve',
    { allow: adminOnly, write: true, body: approveReviewsSchema },
    (ctx, { input }) => approveReviews(ctx, input),
  );
  api.post(
    '/product-reviews/bulk/undo-approval',
    { allow: adminOnly, write: true, body: undoApprovalsSchema },
    (ctx, { input }) => undoApprovals(ctx, input),
  );
  api.post(
    '/product-reviews/bulk/reject',
    { allow: adminOnly, write: true, body: rejectReviewsSchema },
    (ctx, { input }) => rejectReviews(ctx, input),
  );
}

/** `{parent, position}` moves a category in the tree. */
function categoryRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.post('/categories/:key/move', { allow: adminOnly, write: true }, (ctx, { params: { key }, body }) =>
    moveCategory(ctx, key, body),
  );
}

/** Attributes as CSV files. */
function attributeRoutes(app: FastifyInstance, deps: RequestDeps & FileDeps): void {
  const api = router(app, deps);
  api.get(
    '/export-attributes/:shop_id',
    { allow: withStaff('catalogue') },
    async (ctx, { params, reply }) => {
      const shopId = parseId(params.shop_id);
      await assertOwnShop(ctx, shopId);
      const parts = await startExport(ctx, reply, exportAttributes(ctx, shopId));
      return sendParts(reply, parts, { name: `attributes-for-shop-id-${shopId}.csv`, type: csvType });
    },
  );
  // Not `write`: the transaction begins after the upload.
  api.post('/import-attributes', { allow: withStaff('catalogue') }, async (ctx, { request, reply }) => {
    await countImportFile(ctx);
    return withUpload({ dataDir: deps.dataDir, request }, maxCsvBytes, async ({ path, fields }) => {
      if (!path) rejectField('csv', 'error-file-missing');
      const isDryRun = isTrue(fields.dry_run);
      const { report, isStored } = await importAttributes(ctx, {
        shopId: parseId(fields.shop_id),
        content: await readFile(path),
        isDryRun,
        skipsWrong: isTrue(fields.skip_wrong),
      });
      if (isStored || isDryRun) return report;
      reply.code(422);
      return { message: 'VALIDATION_FAILED', request_id: ctx.requestId, ...report };
    });
  });
}

function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true';
}

/** Generated descriptions; clients of this dialect use two addresses. */
function descriptionRoutes(app: FastifyInstance, deps: RequestDeps & DescriptionDeps): void {
  const writer = openWriter(deps);
  // No transaction: generation takes longer than any row may stay locked.
  const write = route(deps, { allow: withStaff('catalogue'), body: promptSchema }, (ctx, { input }) =>
    writeDescription(ctx, writer, input),
  );
  app.post('/generate-descriptions', write);
  app.post('/generate-description', write);
}
