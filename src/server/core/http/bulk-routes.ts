import type { FastifyInstance } from 'fastify';
import type { AnyResource } from '@/contract/core/define';
import { bulkActions } from '@/contract/family-actions';
import { businessDay } from '@/contract/settings/business-day';
import { previewBulkSet } from '@/server/core/bulk/preview-bulk';
import { csvParts, csvType } from '@/server/core/documents/csv-stream';
import { isId } from '@/server/core/numbers';
import type { ResourceService } from '@/server/core/resource/service';
import type { UserCtx } from '../context';
import type { RequestDeps } from '../deps';
import { AppError } from '../errors';
import { inTransaction } from '../transaction';
import { assertExport } from './export-guard';
import { type Call, router } from './route';
import { sendParts, startExport } from './send-export';

/** Bulk actions of a list: export, remove, set a field, undo. */
export function bulkRoutes(
  app: FastifyInstance,
  deps: RequestDeps,
  resource: AnyResource,
  service: ResourceService,
): void {
  const api = router(app, deps);
  const actions = bulkActions(resource);

  const exportList = async (ctx: UserCtx, call: Call) => {
    const parts = await startExport(ctx, call.reply, service.exportList(ctx, call.query));
    // On the primary: what it keeps is written.
    await inTransaction({ ...ctx, db: deps.db }, (inside) => assertExport(inside, resource, call.query));
    const name = `${resource.name}-${businessDay(ctx.now)}.csv`;
    return sendParts(call.reply, csvParts(parts, ctx.locale), { name, type: csvType });
  };
  api.on(actions.exportList, exportList, { mayLag: true });
  api.on(actions.bulkRemove, (ctx, { body }) => service.bulkRemove(ctx, body));
  api.on(actions.bulkUses, (ctx, { body }) => service.bulkUses(ctx, body), { write: false });
  api.on(actions.bulkSet, (ctx, { body }) => service.bulkSet(ctx, body));
  api.on(actions.previewBulkSet, (ctx, { body }) => previewBulkSet(ctx, resource, service, body));
  api.on(actions.bulkUndo, (ctx, { params: { key } }) => {
    if (!isId(key)) throw new AppError('NOT_FOUND');
    return service.bulkUndo(ctx, Number(key));
  });
}
