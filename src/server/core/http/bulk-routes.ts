import type { FastifyInstance } from 'fastify';
import type { AnyResource } from '@/contract/core/define';
import { type Allow, adminOnly, withStaff, adminOwnerStaff as workers } from '@/contract/core/permissions';
import { businessDay } from '@/contract/settings/business-day';
import { previewBulkSet } from '@/server/core/bulk/preview-bulk';
import { csvParts, csvType } from '@/server/core/documents/csv-stream';
import { isId } from '@/server/core/numbers';
import type { ResourceService } from '@/server/core/resource/service';
import type { RequestDeps } from '../deps';
import { AppError } from '../errors';
import { inTransaction } from '../transaction';
import { assertExport } from './export-guard';
import { router } from './route';
import { sendParts, startExport } from './send-export';

/** Bulk actions of a list: export, remove, set a field, undo. */
export function bulkRoutes(
  app: FastifyInstance,
  deps: RequestDeps,
  resource: AnyResource,
  service: ResourceService,
): void {
  const api = router(app, deps);
  const { allow } = resource;
  const all = `/${resource.endpoint}`;

  // The storefront may read such a list page by page; the full export is for the panel.
  api.get(`${all}/export`, { allow: allowedExporters(resource), mayLag: true }, async (ctx, call) => {
    const parts = await startExport(ctx, call.reply, service.exportList(ctx, call.query));
    // On the primary: what it keeps is written.
    await inTransaction({ ...ctx, db: deps.db }, (inside) => assertExport(inside, resource, call.query));
    const name = `${resource.name}-${businessDay(ctx.now)}.csv`;
    return sendParts(call.reply, csvParts(parts, ctx.locale), { name, type: csvType });
  });
  api.post(`${all}/bulk/remove`, { allow: allow.remove, write: true }, (ctx, { body }) =>
    service.bulkRemove(ctx, body),
  );
  api.post(`${all}/bulk/uses`, { allow: allow.remove }, (ctx, { body }) => service.bulkUses(ctx, body));
  api.post(`${all}/bulk/set`, { allow: allow.update, write: true }, (ctx, { body }) =>
    service.bulkSet(ctx, body),
  );
  api.post(`${all}/bulk/set/preview`, { allow: allow.update, write: true }, (ctx, { body }) =>
    previewBulkSet(ctx, resource, service, body),
  );
  api.post(`${all}/bulk/:key/undo`, { allow: workers, write: true }, (ctx, { params: { key } }) => {
    if (!isId(key)) throw new AppError('NOT_FOUND');
    return service.bulkUndo(ctx, Number(key));
  });
}

/** Who may take a list out as a file. */
export function allowedExporters({ allow, scope }: AnyResource): Allow {
  if (scope && allow.list !== adminOnly) return withStaff(scope);
  return allow.list === 'public' ? workers : allow.list.filter((each) => each !== 'customer');
}
