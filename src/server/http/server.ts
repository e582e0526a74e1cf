import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { errorCodes } from '@/contract/errors';
import { AppError, errorBody, statusOf, toAppError } from '../errors';
import { drainAnsweredRequests } from './drain';

/** A body beyond this is refused; uploads have a limit of their own. */
const bodyLimit = 2 * 1024 * 1024;

const patienceMs = 10_000;

/** A server without addresses: how it logs, refuses and stops, alike for the API and for the web apart from it (design §2). */
export function createServer({
  trustProxy,
  logLevel,
}: {
  trustProxy: boolean;
  logLevel: string;
}): FastifyInstance {
  const app = Fastify({
    bodyLimit,
    trustProxy,
    logger: { level: logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    // An address that cannot be decoded is refused before there is a route.
    frameworkErrors: (error, request, reply) => void refuse(error, request, reply),
  });
  app.setErrorHandler(refuse);
  app.setNotFoundHandler((request, reply) => refuse(new AppError('NOT_FOUND'), request, reply));
  drainAnsweredRequests(app);
  letGoOfConnections(app);
  return app;
}

/** One shape for every refusal and every failure (design §4). */
function refuse(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = toAppError(thrown);
  if (errorCodes[error.code].report) request.log.error({ err: thrown }, error.code);
  else request.log.info({ code: error.code, fields: error.fields }, 'refused');
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
  // A file may have been announced already.
  for (const name of ['content-encoding', 'content-disposition']) reply.removeHeader(name);
  return reply
    .code(statusOf(error))
    .type('application/json; charset=utf-8')
    .send(errorBody(error, String(request.id)));
}

/**
 * While the server stops: a kept-alive connection that was busy at first is ended as soon as its answer is out, else the
 * stop would wait for the client to tire of it, a minute and more. Who is not done after ten seconds is cut off.
 */
function letGoOfConnections(app: FastifyInstance): void {
  const timers: NodeJS.Timeout[] = [];
  app.addHook('preClose', async () => {
    timers.push(setInterval(() => app.server.closeIdleConnections(), 50));
    timers.push(setTimeout(() => app.server.closeAllConnections(), patienceMs));
  });
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
  });
}
