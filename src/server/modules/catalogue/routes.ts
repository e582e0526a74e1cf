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
import { promptSchema } from '@/contract/catalogue/products/descriptions';
import {
  approveReviewSchema,
  approveReviewsSchema,
  rejectReviewSchema,
  rejectReviewsSchema,
} from '@/contract/catalogue/products/review-decision';
import { adminOnly, withStaff } from '@/contract/core/permissions';
import type { DescriptionDeps, FileDeps, RequestDeps } from '@/server/core/deps';
import { csvType } from '@/server/core/documents/csv-stream';
import { AppError } from '@/server/core/errors';
import { countImportFile } from '@/server/core/files/upload-limits';
import { route } from '@/server/core/http/route';
import { sendParts, startExport } from '@/server/core/http/send-export';
import { sendSold } from '@/server/core/http/send-stored';
import { withUpload } from '@/server/core/http/uploads';
import { parseId } from '@/server/core/numbers';
import { openWriter } from '@/server/integrations/descriptions/descriptions';
import { openFiles } from '@/server/integrations/files/open-files';
import { exportAttributes } from './attributes/export-attributes';
import { importAttributes } from './attributes/import-attributes';
import { bulkPrices } from './bulk/bulk-prices';
import { bulkCategories, bulkStatus } from './bulk/bulk-products';
import { bulkStock } from './bulk/bulk-stock';
import { moveCategory } from './categories/categories';
import { writeDescription } from './descriptions';
import {
  approveReview,
  approveReviews,
  rejectReview,
  rejectReviews,
  withdrawOwnReview,
} from './moderation/decide-review';
import { getReview, listReviews } from './moderation/review-queue';
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
  const allow = withStaff('catalogue');
  for (const path of ['/popular-products', '/best-selling-products']) {
    app.get(
      path,
      route(deps, { allow: 'public' }, (ctx, { query }) => listBestSelling(ctx, query)),
    );
  }
  app.get(
    '/products/counts',
    route(deps, { allow }, (ctx, { query }) => countTabs(ctx, query)),
  );
  app.get(
    '/draft-products',
    route(deps, { allow }, (ctx, { query }) => listDrafts(ctx, query)),
  );
  app.get(
    '/products-stock',
    route(deps, { allow }, (ctx, { query }) => listOutOrLow(ctx, query)),
  );
  app.get(
    '/low-stock-products',
    route(deps, { allow }, (ctx, { query }) => listLowest(ctx, query)),
  );
  app.get(
    '/top-rate-product',
    route(deps, { allow }, (ctx, { query }) => listTopRated(ctx, query)),
  );
  app.get(
    '/category-wise-product',
    route(deps, { allow }, (ctx, { query }) => countByCategory(ctx, query)),
  );
  app.get(
    '/category-wise-product-sale',
    route(deps, { allow }, (ctx, { query }) => countSalesByCategory(ctx, query)),
  );
  app.get(
    '/stock-movements',
    route(deps, { allow }, (ctx, { query }) => listMovements(ctx, query)),
  );
}

/** Single variations, and the sold file of a product. */
function variationRoutes(app: FastifyInstance, deps: RequestDeps & FileDeps): void {
  const stored = openFiles(deps);
  const allow = products.allow.update;

  app.get(
    '/products/:key/variations',
    route(deps, { allow }, (ctx, { params, query }) => listVariations(ctx, params.key ?? '', query)),
  );
  app.patch(
    '/products/:key/variations/:id',
    route(deps, { allow, write: true }, (ctx, { params: { key = '', id = '' }, body }) =>
      editVariation(ctx, { key, id }, body),
    ),
  );
  app.get(
    '/products/:key/digital-file',
    route(deps, { allow }, async (ctx, { params: { key = '' }, query, request, reply }) => {
      const file = await findSoldFile(ctx, key, query.variation_id);
      return sendSold(reply, await stored.get(file.path, request.headers.range), file);
    }),
  );
}

/** Bulk changes by step; the engine's routes remove and undo. */
function bulkRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const options = { allow: products.allow.update, write: true };
  app.post(
    '/products/bulk/price',
    route(deps, { ...options, body: priceChangeSchema }, (ctx, { body, input }) =>
      bulkPrices(productOptions, ctx, body, input),
    ),
  );
  app.post(
    '/products/bulk/categories',
    route(deps, { ...options, body: categoryChangeSchema }, (ctx, { body, input }) =>
      bulkCategories(productOptions, ctx, body, input),
    ),
  );
  app.post(
    '/products/bulk/status',
    route(deps, { ...options, body: statusReasonSchema }, (ctx, { body, input }) =>
      bulkStatus(productOptions, ctx, body, input),
    ),
  );
  app.post(
    '/products/bulk/stock',
    route(deps, { ...options, body: stockChangeSchema }, (ctx, { body, input }) =>
      bulkStock(productOptions, ctx, body, input),
    ),
  );
}

/** The review queue and decisions. */
function moderationRoutes(app: FastifyInstance, deps: RequestDeps & FileDeps): void {
  const vendors = withStaff('catalogue');
  const stored = openFiles(deps);
  app.get(
    '/product-reviews',
    route(deps, { allow: vendors }, (ctx, { query }) => listReviews(ctx, query)),
  );
  app.get(
    '/product-reviews/:key',
    route(deps, { allow: vendors }, (ctx, { params }) => getReview(ctx, params.key ?? '')),
  );
  app.get(
    '/product-reviews/:key/files/:id',
    route(deps, { allow: vendors }, async (ctx, { params: { key = '', id = '' }, request, reply }) => {
      const file = await findReviewedFile(ctx, key, id);
      return sendSold(reply, await stored.get(file.path, request.headers.range), file);
    }),
  );
  app.delete(
    '/product-reviews/:key',
    route(deps, { allow: vendors, write: true }, (ctx, { params }) =>
      withdrawOwnReview(ctx, params.key ?? ''),
    ),
  );
  app.post(
    '/product-reviews/:key/approve',
    route(deps, { allow: adminOnly, write: true, body: approveReviewSchema }, (ctx, { input, params }) =>
      approveReview(ctx, params.key ?? '', input),
    ),
  );
  app.post(
    '/product-reviews/:key/reject',
    route(deps, { allow: adminOnly, write: true, body: rejectReviewSchema }, (ctx, { input, params }) =>
      rejectReview(ctx, params.key ?? '', input),
    ),
  );
  app.post(
    '/product-reviews/bulk/approve',
    route(deps, { allow: adminOnly, write: true, body: approveReviewsSchema }, (ctx, { input }) =>
      approveReviews(ctx, input),
    ),
  );
  app.post(
    '/product-reviews/bulk/reject',
    route(deps, { allow: adminOnly, write: true, body: rejectReviewsSchema }, (ctx, { input }) =>
      rejectReviews(ctx, input),
    ),
  );
}

/** `{parent, position}` moves a category in the tree. */
function categoryRoutes(app: FastifyInstance, deps: RequestDeps): void {
  app.post(
    '/categories/:key/move',
    route(deps, { allow: adminOnly, write: true }, (ctx, { params: { key = '' }, body }) =>
      moveCategory(ctx, key, body),
    ),
  );
}

/** Attributes as CSV files. */
function attributeRoutes(app: FastifyInstance, deps: RequestDeps & FileDeps): void {
  app.get(
    '/export-attributes/:shop_id',
    route(deps, { allow: withStaff('catalogue') }, async (ctx, { params, reply }) => {
      const shopId = parseId(params.shop_id);
      await assertOwnShop(ctx, shopId);
      const parts = await startExport(ctx, reply, exportAttributes(ctx, shopId));
      return sendParts(reply, parts, { name: `attributes-for-shop-id-${shopId}.csv`, type: csvType });
    }),
  );
  app.post(
    '/import-attributes',
    // Not `write`: the transaction begins after the upload.
    route(deps, { allow: withStaff('catalogue') }, async (ctx, { request, reply }) => {
      await countImportFile(ctx);
      return withUpload({ dataDir: deps.dataDir, request }, maxCsvBytes, async ({ path, fields }) => {
        if (!path) throw new AppError('VALIDATION_FAILED', { fields: { csv: ['error-file-missing'] } });
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
    }),
  );
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
