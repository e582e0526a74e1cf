import type { FastifyInstance } from 'fastify';
import { adminOwnerStaff } from '@/contract/core/permissions';
import { reportRunsEndpoint, savedReportsEndpoint } from '@/contract/insights/saved-reports';
import { savedReportSchema } from '@/contract/insights/saved-reports/schema';
import type { RequestDeps } from '@/server/core/deps';
import { route } from '@/server/core/http/route';
import { listRuns, readDelivery, readFile, startRun } from './report-runs';
import { addReport, changeReport, getReport, listReceivers, listReports, removeReport } from './reports';

const allow = adminOwnerStaff;

/** Saved reports of a person, and the files that runs wrote for a reader. */
export function reportRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const all = `/${savedReportsEndpoint}`;
  const one = `${all}/:key`;
  app.get(
    all,
    route(deps, { allow }, (ctx) => listReports(ctx)),
  );
  app.get(
    one,
    route(deps, { allow }, (ctx, { params }) => getReport(ctx, params.key ?? '')),
  );
  app.get(
    `${one}/runs`,
    route(deps, { allow }, (ctx, { params }) => listRuns(ctx, params.key ?? '')),
  );
  app.get(
    `${one}/receivers`,
    route(deps, { allow }, (ctx, { params }) => listReceivers(ctx, params.key ?? '')),
  );
  app.post(
    all,
    route(deps, { allow, write: true, body: savedReportSchema }, async (ctx, { body, input, reply }) => {
      reply.status(201);
      return addReport(ctx, body, input);
    }),
  );
  app.post(
    `${one}/run`,
    route(deps, { allow, write: true }, (ctx, { params, body }) => startRun(ctx, params.key ?? '', body)),
  );
  app.patch(
    one,
    route(deps, { allow, write: true }, (ctx, { params, body }) => changeReport(ctx, params.key ?? '', body)),
  );
  app.delete(
    one,
    route(deps, { allow, write: true }, async (ctx, { params }) => {
      await removeReport(ctx, params.key ?? '');
      return true;
    }),
  );
  fileRoutes(app, deps);
}

function fileRoutes(app: FastifyInstance, deps: RequestDeps): void {
  app.get(
    `/${reportRunsEndpoint}/:key`,
    route(deps, { allow }, (ctx, { params }) => readDelivery(ctx, params.key ?? '')),
  );
  app.get(
    `/${reportRunsEndpoint}/:key/file`,
    route(deps, { allow }, async (ctx, { params, reply }) => {
      const { name, type, content } = await readFile(ctx, params.key ?? '');
      return reply
        .type(type)
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'private, no-store')
        .send(content);
    }),
  );
}
