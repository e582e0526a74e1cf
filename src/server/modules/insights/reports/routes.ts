import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/insights/actions';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { listRuns, readDelivery, readFile, startRun } from './report-runs';
import { addReport, changeReport, getReport, listReceivers, listReports, removeReport } from './reports';

/** Saved reports of a person, and the files that runs wrote for a reader. */
export function reportRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.listReports, (ctx) => listReports(ctx));
  api.on(actions.getReport, (ctx, { params }) => getReport(ctx, params.key));
  api.on(actions.listRuns, (ctx, { params }) => listRuns(ctx, params.key));
  api.on(actions.listReceivers, (ctx, { params }) => listReceivers(ctx, params.key));
  api.on(actions.addReport, async (ctx, { body, input, reply }) => {
    reply.status(201);
    return addReport(ctx, body, input);
  });
  api.on(actions.startRun, (ctx, { params, body }) => startRun(ctx, params.key, body));
  api.on(actions.changeReport, (ctx, { params, body }) => changeReport(ctx, params.key, body));
  api.on(actions.removeReport, async (ctx, { params }) => {
    await removeReport(ctx, params.key);
    return true;
  });
  fileRoutes(app, deps);
}

function fileRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.readDelivery, (ctx, { params }) => readDelivery(ctx, params.key));
  api.on(actions.downloadReport, async (ctx, { params, reply }) => {
    const { name, type, content } = await readFile(ctx, params.key);
    return reply
      .type(type)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, no-store')
      .send(content);
  });
}
