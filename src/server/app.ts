import compress from '@fastify/compress';
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { resourceNames, resources } from '@/contract';
import { ownValue } from '@/contract/core/own-value';
import { jobRoutes } from '@/server/core/jobs/job-routes';
import type { Deps } from './core/deps';
import { parseForm } from './core/dialect/form-body';
import { AppError } from './core/errors';
import { measureEvents } from './core/events/event-metrics';
import { eventJobs } from './core/events/read-events';
import { apiBase } from './core/files/attachments';
import { attachmentRoutes } from './core/http/attachment-routes';
import { bulkRoutes } from './core/http/bulk-routes';
import { compression } from './core/http/compression';
import { logError } from './core/http/error-reports';
import { guardRoutes } from './core/http/guard';
import { healthRoutes } from './core/http/health-routes';
import { liveRoutes } from './core/http/live-routes';
import { metricsRoutes } from './core/http/metrics';
import { monitoringRoutes } from './core/http/monitoring-routes';
import { completeForOthers } from './core/http/other-clients';
import { presenceRoutes } from './core/http/presence-routes';
import { resourceRoutes } from './core/http/resource-routes';
import { limitBodies } from './core/http/route';
import { createServer } from './core/http/server';
import { coreJobs } from './core/jobs/core-jobs';
import { measureJobs } from './core/jobs/job-metrics';
import { startJobs } from './core/jobs/runner';
import { measureReplica } from './core/scale/replica-metrics';
import { settingsOptions } from './core/settings';
import { openWatch } from './integrations/health';
import { modules, services } from './modules';
import { measureReceipts } from './modules/receipts/queue/queue-metrics';

/** The whole API as a value: tests call it with `inject`, the server listens. Everything is below `/admin/rest`. */
export async function createApp(given: Deps): Promise<FastifyInstance> {
  const deps = { ...given, watch: given.watch ?? openWatch(given) };
  const app = createServer(deps);
  const metrics = metricsRoutes(app, deps);
  if (metrics) measureJobs(metrics, deps);
  if (metrics) measureEvents(metrics, deps);
  if (metrics) measureReceipts(metrics, deps);
  if (metrics && deps.replica) measureReplica(metrics, deps.replica);
  await app.register((api) => apiRoutes(api, deps), { prefix: apiBase });
  await monitoringRoutes(app, deps);
  startJobs(app, deps, [
    ...[coreJobs, ...modules.flatMap(({ jobs }) => jobs ?? [])].flatMap((jobs) =>
      jobs(deps, app.log, services),
    ),
    ...eventJobs(
      deps,
      modules.flatMap(({ consumers }) => consumers ?? []),
    ),
  ]);
  // Business days follow the time zone of the settings, so it is loaded before the first request.
  app.addHook('onReady', async () => {
    await settingsOptions(deps).catch((error: unknown) => logError(app.log, error, 'time zone'));
  });
  return app;
}

async function apiRoutes(api: FastifyInstance, deps: Deps): Promise<void> {
  limitBodies(api);
  guardRoutes(api);
  await api.register(cors, {
    // Shop fronts have addresses of their own. They bring no cookies, and a session is a header that only its owner sends.
    origin: deps.corsOrigins.length > 0 ? deps.corsOrigins : '*',
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['retry-after', 'x-ignored-keys', 'x-request-id'],
    maxAge: 3600,
  });
  await api.register(compress, { ...compression, customTypes: /^(application\/json|text\/csv)/ });
  acceptEmptyBodies(api);
  acceptForms(api);
  completeForOthers(api, deps);
  api.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  api.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  // A route instead of the not-found handler: when the web runs in the same process, all other addresses below /admin
  // are pages.
  for (const path of ['/', '/*']) {
    api.all(path, () => {
      throw new AppError('NOT_FOUND');
    });
  }

  healthRoutes(api, deps);
  await attachmentRoutes(
    api,
    deps,
    modules.flatMap(({ withheldFiles }) => withheldFiles ?? []),
  );
  jobRoutes(api, deps);
  liveRoutes(api, deps);
  presenceRoutes(api, deps, (name) => {
    const [resource, service] = [ownValue(resources, name), ownValue(services, name)];
    return resource && service && { resource, service };
  });
  for (const { routes } of modules) for (const addRoutes of routes) await addRoutes(api, deps, services);
  for (const name of resourceNames) {
    resourceRoutes(api, deps, resources[name], services[name]);
    bulkRoutes(api, deps, resources[name], services[name]);
  }
}

/** Clients of this dialect send an empty body with a JSON content type on DELETE and POST: it means `{}`. */
function acceptEmptyBodies(api: FastifyInstance): void {
  const parse = api.getDefaultJsonParser('error', 'error');
  api.removeContentTypeParser('application/json');
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, {});
    else void parse(request, String(text), done);
  });
}

/** Phone apps of the dialect send forms: flat keys, `address[city]`, `ids[]`, `products[0][product_id]`. */
function acceptForms(api: FastifyInstance): void {
  api.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, text: string) => parseForm(text),
  );
}
