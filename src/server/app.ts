import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { resourceNames, resources } from '@/contract';
import { errorCodes } from '@/contract/errors';
import { errorBody, statusOf, toAppError } from './errors';
import type { Deps } from './http/handle';
import { resourceRoutes } from './http/resource-routes';
import { attachmentRoutes } from './http/routes/attachments';
import { authRoutes } from './http/routes/auth';
import { monitoringRoutes } from './http/routes/monitoring';
import { settingsRoutes } from './http/routes/settings';
import { shopRoutes } from './http/routes/shops';
import { storeNoticeRoutes } from './http/routes/store-notices';
import { services } from './services';
import { apiBase } from './services/attachments';

/** A body beyond this is refused; uploads have a limit of their own. */
const bodyLimit = 2 * 1024 * 1024;

/** The whole API as a value (design §2): callable with `inject`, or listening. Everything lies below `/admin/rest`. */
export async function createApp(deps: Deps): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit,
    trustProxy: deps.trustProxy,
    logger: { level: deps.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
  });
  answerErrors(app);
  letGoOfConnections(app);
  await app.register((api) => apiRoutes(api, deps), { prefix: apiBase });
  await monitoringRoutes(app, deps.sentryDsn);
  return app;
}

/**
 * While the server stops: a kept-alive connection that was busy at first is ended as soon as its answer is out, else the
 * stop would wait for the client to tire of it, a minute and more.
 */
function letGoOfConnections(app: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    timer = setInterval(() => app.server.closeIdleConnections(), 50);
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

/** One shape for every refusal and every failure (design §4). */
function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown);
    if (errorCodes[error.code].report) request.log.error({ err: thrown }, error.code);
    else request.log.info({ code: error.code, fields: error.fields }, 'refused');
    if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
    return reply.code(statusOf(error)).send(errorBody(error, String(request.id)));
  });
}

async function apiRoutes(api: FastifyInstance, deps: Deps): Promise<void> {
  if (deps.corsOrigins.length > 0)
    await api.register(cors, { origin: deps.corsOrigins, exposedHeaders: ['retry-after'] });
  acceptEmptyBodies(api);
  api.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
  });
  api.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  api.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ message: 'NOT_FOUND', request_id: String(request.id) }),
  );

  api.get('/health', async () => {
    await sql`select 1`.execute(deps.db);
    return { status: 'ok', database: deps.databaseKind, version: deps.version };
  });
  authRoutes(api, deps);
  settingsRoutes(api, deps);
  shopRoutes(api, deps);
  storeNoticeRoutes(api, deps);
  await attachmentRoutes(api, deps);
  for (const name of resourceNames) resourceRoutes(api, deps, resources[name], services[name]);
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
