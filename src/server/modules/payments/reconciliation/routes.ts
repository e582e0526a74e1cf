import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/payments/actions';
import { maxReconciliationBytes } from '@/contract/payments/reconciliation';
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
  api.on(actions.readNights, (ctx) => readNights(ctx), { mayLag: true });
  api.on(actions.listBankLines, (ctx, { query }) => listBankLines(ctx, query), { mayLag: true });
  api.on(actions.applyTransfer, (ctx, { params }) => applyTransfer(ctx, readPathId(params.id)));
  api.on(actions.readChoices, (ctx, { params, query }) => readChoices(ctx, readPathId(params.id), query));
  api.on(actions.giveLine, (ctx, { params, input }) => giveLine(ctx, readPathId(params.id), input));
  api.on(actions.nameSender, (ctx, { params, input }) => nameSender(ctx, readPathId(params.id), input));
  api.on(actions.listPayoutChoices, (ctx, { params, query }) =>
    listPayoutChoices(ctx, readPathId(params.id), query),
  );
  api.on(actions.giveToPayouts, (ctx, { params, input }) => giveToPayouts(ctx, readPathId(params.id), input));
  api.on(actions.listDifferences, (ctx, { query }) => listDifferences(ctx, query), { mayLag: true });
  api.on(actions.ownDifference, (ctx, { params, input }) => ownDifference(ctx, readPathId(params.id), input));
  api.on(actions.repairDifference, (ctx, { params, input }) =>
    repairDifference(ctx, readPathId(params.id), input),
  );
  fileRoutes(app, deps);
}

function fileRoutes(app: FastifyInstance, deps: RequestDeps & FileDeps): void {
  const api = router(app, deps);
  api.on(actions.listFiles, (ctx, { query }) => listFiles(ctx, query), { mayLag: true });
  api.on(actions.previewFile, (ctx, { params }) => previewFile(ctx, readPathId(params.id)));
  // Not `write`: the transaction begins after the upload.
  api.on(
    actions.uploadFile,
    async (ctx, { request, reply }) => {
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
    },
    { write: false },
  );
  api.on(
    actions.readTableColumns,
    async (ctx, { request, reply }) => {
      await countImportFile(ctx);
      const signal = clientSignal(reply);
      return withUpload({ dataDir: deps.dataDir, request }, maxReconciliationBytes, async ({ path }) => {
        if (!path) throw new AppError('VALIDATION_FAILED', { fields: { file: ['error-file-missing'] } });
        return readTableColumns(ctx, { path, signal });
      });
    },
    { write: false },
  );
  api.on(actions.listColumns, (ctx) => listColumns(ctx));
  api.on(actions.forgetColumns, async (ctx, { params }) => {
    await forgetColumns(ctx, readPathId(params.id));
    return true;
  });
  api.on(actions.postFile, (ctx, { params, input }) => postFile(ctx, readPathId(params.id), input));
  api.on(actions.discardFile, (ctx, { params }) => discardFile(ctx, readPathId(params.id)));
}
