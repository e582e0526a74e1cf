import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import {
  giveLineSchema,
  giveToPayoutsSchema,
  maxReconciliationBytes,
  nameSenderSchema,
  ownerSchema,
  postFileSchema,
  repairSchema,
} from '@/contract/payments/reconciliation';
import type { FileDeps, RequestDeps } from '@/server/core/deps';
import { AppError } from '@/server/core/errors';
import { countImportFile } from '@/server/core/files/upload-limits';
import { router } from '@/server/core/http/route';
import { clientSignal, withUpload } from '@/server/core/http/uploads';
import { readPathId } from '@/server/core/numbers';
import { listDifferences, ownDifference, repairDifference } from './differences';
import { applyTransfer, readChoices } from './giving/apply-transfer';
import { giveLine } from './giving/give-line';
import { nameSender } from './giving/name-sender';
import { listFiles } from './list-files';
import { listBankLines } from './list-lines';
import { readNights } from './nights';
import { giveToPayouts } from './payouts/give-to-payouts';
import { listPayoutChoices } from './payouts/payout-choices';
import { discardFile, postFile } from './post-file';
import { previewFile } from './preview-file';
import { forgetColumns, listColumns, readAccount, readColumns } from './statement/remembered-columns';
import { readTableColumns, uploadFile } from './upload-file';

export function reconciliationRoutes(app: FastifyInstance, deps: RequestDeps & FileDeps): void {
  const api = router(app, deps);
  const allow = adminOnly;
  api.get('/reconciliation', { allow, mayLag: true }, (ctx) => readNights(ctx));
  api.get('/reconciliation/lines', { allow, mayLag: true }, (ctx, { query }) => listBankLines(ctx, query));
  api.post('/reconciliation/lines/:id/apply', { allow, confirm: true, write: true }, (ctx, { params }) =>
    applyTransfer(ctx, readPathId(params.id)),
  );
  api.get('/reconciliation/lines/:id/choices', { allow }, (ctx, { params, query }) =>
    readChoices(ctx, readPathId(params.id), query),
  );
  api.post(
    '/reconciliation/lines/:id/give',
    { allow, confirm: true, write: true, body: giveLineSchema },
    (ctx, { params, input }) => giveLine(ctx, readPathId(params.id), input),
  );
  api.post(
    '/reconciliation/lines/:id/sender',
    { allow, confirm: true, write: true, body: nameSenderSchema },
    (ctx, { params, input }) => nameSender(ctx, readPathId(params.id), input),
  );
  api.get('/reconciliation/lines/:id/payouts', { allow }, (ctx, { params, query }) =>
    listPayoutChoices(ctx, readPathId(params.id), query),
  );
  api.post(
    '/reconciliation/lines/:id/payouts',
    { allow, confirm: true, write: true, body: giveToPayoutsSchema },
    (ctx, { params, input }) => giveToPayouts(ctx, readPathId(params.id), input),
  );
  const differences = '/reconciliation/differences';
  api.get(differences, { allow, mayLag: true }, (ctx, { query }) => listDifferences(ctx, query));
  api.post(`${differences}/:id/owner`, { allow, write: true, body: ownerSchema }, (ctx, { params, input }) =>
    ownDifference(ctx, readPathId(params.id), input),
  );
  api.post(
    `${differences}/:id/repair`,
    { allow, confirm: true, write: true, body: repairSchema },
    (ctx, { params, input }) => repairDifference(ctx, readPathId(params.id), input),
  );
  fileRoutes(app, deps);
}

function fileRoutes(app: FastifyInstance, deps: RequestDeps & FileDeps): void {
  const api = router(app, deps);
  const allow = adminOnly;
  const files = '/reconciliation/files';
  api.get(files, { allow, mayLag: true }, (ctx, { query }) => listFiles(ctx, query));
  api.get(`${files}/:id`, { allow }, (ctx, { params }) => previewFile(ctx, readPathId(params.id)));
  // Not `write`: the transaction begins after the upload.
  api.post(files, { allow }, async (ctx, { request, reply }) => {
    await countImportFile(ctx);
    const signal = clientSignal(reply);
    const form = { dataDir: deps.dataDir, request };
    return withUpload(form, maxReconciliationBytes, async ({ path, name, fields }) => {
      if (!path) throw new AppError('VALIDATION_FAILED', { fields: { file: ['error-file-missing'] } });
      const [columns, account] = [readColumns(fields.columns), readAccount(fields.account)];
      const { provider } = fields;
      const given = { path, name, provider, columns, account, signal };
      const { preview, isNew } = await uploadFile(ctx, given);
      if (isNew) reply.code(201);
      return preview;
    });
  });
  api.post('/reconciliation/tables', { allow }, async (ctx, { request, reply }) => {
    await countImportFile(ctx);
    const signal = clientSignal(reply);
    return withUpload({ dataDir: deps.dataDir, request }, maxReconciliationBytes, async ({ path }) => {
      if (!path) throw new AppError('VALIDATION_FAILED', { fields: { file: ['error-file-missing'] } });
      return readTableColumns(ctx, { path, signal });
    });
  });
  const columns = '/reconciliation/columns';
  api.get(columns, { allow }, (ctx) => listColumns(ctx));
  api.delete(`${columns}/:id`, { allow, write: true }, async (ctx, { params }) => {
    await forgetColumns(ctx, readPathId(params.id));
    return true;
  });
  api.post(
    `${files}/:id/post`,
    { allow, confirm: true, write: true, body: postFileSchema },
    (ctx, { params, input }) => postFile(ctx, readPathId(params.id), input),
  );
  api.delete(`${files}/:id`, { allow, write: true }, (ctx, { params }) =>
    discardFile(ctx, readPathId(params.id)),
  );
}
