import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/catalogue/actions';
import { maxCsvBytes } from '@/contract/catalogue/attributes/csv';
import type { DescriptionDeps, FileDeps, RequestDeps } from '@/server/core/deps';
import { csvType } from '@/server/core/documents/csv-stream';
import { rejectField } from '@/server/core/errors';
import { countImportFile } from '@/server/core/files/upload-limits';
import { router } from '@/server/core/http/route';
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
  for (const list of [actions.listPopular, actions.listBestSelling])
    api.on(list, (ctx, { query }) => listBestSelling(ctx, query));
  api.on(actions.countTabs, (ctx, { query }) => countTabs(ctx, query));
  api.on(actions.listDrafts, (ctx, { query }) => listDrafts(ctx, query));
  api.on(actions.listOutOrLow, (ctx, { query }) => listOutOrLow(ctx, query));
  api.on(actions.listLowest, (ctx, { query }) => listLowest(ctx, query));
  api.on(actions.listTopRated, (ctx, { query }) => listTopRated(ctx, query));
  api.on(actions.countByCategory, (ctx, { query }) => countByCategory(ctx, query));
  api.on(actions.countSalesByCategory, (ctx, { query }) => countSalesByCategory(ctx, query));
  api.on(actions.listCharacteristics, (ctx, { query }) => listCharacteristics(ctx, query));
  api.on(actions.listCharacteristicValues, (ctx, { query }) => listCharacteristicValues(ctx, query));
  api.on(actions.listMovements, (ctx, { query }) => listMovements(ctx, query));
}

/** Single variations, and the sold file of a product. */
function variationRoutes(app: FastifyInstance, deps: RequestDeps & FileDeps): void {
  const api = router(app, deps);
  const stored = openFiles(deps);

  api.on(actions.listVariations, (ctx, { params, query }) => listVariations(ctx, params.key, query));
  api.on(actions.editVariation, (ctx, { params: { key, id }, body }) =>
    editVariation(ctx, { key, id }, body),
  );
  api.on(actions.downloadSoldFile, async (ctx, { params: { key }, query, request, reply }) => {
    const file = await findSoldFile(ctx, key, query.variation_id);
    return sendSold(reply, await stored.get(file.path, request.headers.range), file);
  });
}

/** Bulk changes by step; the engine's routes remove and undo. */
function bulkRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.bulkPrices, (ctx, { body, input }) => bulkPrices(productOptions, ctx, body, input));
  api.on(actions.bulkCategories, (ctx, { body, input }) =>
    stepOrPreview(ctx, body, () => bulkCategories(productOptions, ctx, body, input)),
  );
  api.on(actions.bulkCharacteristics, (ctx, { body, input }) =>
    stepOrPreview(ctx, body, () => bulkCharacteristics(productOptions, ctx, body, input)),
  );
  api.on(actions.bulkStatus, (ctx, { body, input }) =>
    stepOrPreview(ctx, body, () => bulkStatus(productOptions, ctx, body, input)),
  );
  api.on(actions.bulkStock, (ctx, { body, input }) =>
    stepOrPreview(ctx, body, () => bulkStock(productOptions, ctx, body, input)),
  );
}

/** The review queue and decisions. */
function moderationRoutes(app: FastifyInstance, deps: RequestDeps & FileDeps): void {
  const api = router(app, deps);
  const stored = openFiles(deps);
  api.on(actions.listReviews, (ctx, { query }) => listReviews(ctx, query));
  api.on(actions.getReview, (ctx, { params }) => getReview(ctx, params.key));
  api.on(actions.downloadReviewedFile, async (ctx, { params: { key, id }, request, reply }) => {
    const file = await findReviewedFile(ctx, key, id);
    return sendSold(reply, await stored.get(file.path, request.headers.range), file);
  });
  api.on(actions.withdrawOwnReview, (ctx, { params }) => withdrawOwnReview(ctx, params.key));
  api.on(actions.approveReview, (ctx, { input, params }) => approveReview(ctx, params.key, input));
  api.on(actions.undoApproval, (ctx, { params }) => undoApproval(ctx, params.key));
  api.on(actions.rejectReview, (ctx, { input, params }) => rejectReview(ctx, params.key, input));
  api.on(actions.previewApproval, (ctx, { input }) => previewApproval(ctx, input));
  api.on(actions.approveReviews, (ctx, { input }) => approveReviews(ctx, input));
  api.on(actions.undoApprovals, (ctx, { input }) => undoApprovals(ctx, input));
  api.on(actions.rejectReviews, (ctx, { input }) => rejectReviews(ctx, input));
}

/** `{parent, position}` moves a category in the tree. */
function categoryRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.moveCategory, (ctx, { params: { key }, body }) => moveCategory(ctx, key, body));
}

/** Attributes as CSV files. */
function attributeRoutes(app: FastifyInstance, deps: RequestDeps & FileDeps): void {
  const api = router(app, deps);
  api.on(actions.exportAttributes, async (ctx, { params, reply }) => {
    const shopId = parseId(params.shop_id);
    await assertOwnShop(ctx, shopId);
    const parts = await startExport(ctx, reply, exportAttributes(ctx, shopId));
    return sendParts(reply, parts, { name: `attributes-for-shop-id-${shopId}.csv`, type: csvType });
  });
  // Not `write`: the transaction begins after the upload.
  api.on(
    actions.importAttributes,
    async (ctx, { request, reply }) => {
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
    },
    { write: false },
  );
}

function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true';
}

/** Generated descriptions; clients of this dialect use two addresses. */
function descriptionRoutes(app: FastifyInstance, deps: RequestDeps & DescriptionDeps): void {
  const api = router(app, deps);
  const writer = openWriter(deps);
  // No transaction: generation takes longer than any row may stay locked.
  for (const write of [actions.writeDescription, actions.writeDescriptionForOthers])
    api.on(write, (ctx, { input }) => writeDescription(ctx, writer, input), { write: false });
}
