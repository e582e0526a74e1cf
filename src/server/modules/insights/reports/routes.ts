import type { FastifyInstance } from 'fastify';
import { adminOwnerStaff } from '@/contract/core/permissions';
import { reportRunsEndpoint, savedReportsEndpoint } from '@/contract/insights/saved-reports';
import { savedReportSchema } from '@/contract/insights/saved-reports/schema';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { listRuns, readDelivery, readFile, startRun } from './report-runs';
import { addReport, changeReport, getReport, listReceivers, listReports, removeReport } from './reports';

const allow = adminOwnerStaff;

/** Saved reports of a person, and the files that runs wrote for a reader. */
export function reportRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  const all = `/${savedReportsEndpoint}`;
  const one = `${all}/:key`;
  api.get(all, { allow }, (ctx) => listReports(ctx));
  api.get(one, { allow }, (ctx, { params }) => getReport(ctx, params.key));
  api.get(`${one}/runs`, { allow }, (ctx, { params }) => listRuns(ctx, params.key));
  api.get(`${one}/receivers`, { allow }, (ctx, { params }) => listReceivers(ctx, params.key));
  api.post(all, { allow, write: true, body: savedReportSchema }, async (ctx, { body, input, reply }) => {
    reply.status(201);
    return addReport(ctx, body, input);
  });
  api.post(`${one}/run`, { allow, write: true }, (ctx, { params, body }) => startRun(ctx, params.key, body));
  api.patch(one, { allow, write: true }, (ctx, { params, body }) => changeReport(ctx, params.key, body));
  api.delete(one, { allow, write: true }, async (ctx, { params }) => {
    await removeReport(ctx, params.key);
    return true;
  });
  fileRoutes(app, deps);
}

function fileRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.get(`/${reportRunsEndpoint}/:key`, { allow }, (ctx, { params }) => readDelivery(ctx, params.key));
  api.get(`/${reportRunsEndpoint}/:key/file`, { allow }, async (ctx, { params, reply }) => {
    const { name, type, content } = await readFile(ctx, params.key);
    return reply
      .type(type)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, no-store')
      .send(content);
  });
}
