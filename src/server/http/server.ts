import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { errorCodes } from '@/contract/errors';
import { AppError, errorBody, statusOf, toAppError } from '../errors';
import { cutSlowBodies, hangUp, timeouts } from './slow-clients';

/** A body beyond this is refused; uploads have a limit of their own. */
const bodyLimit = 2 * 1024 * 1024;

/** While the server stops: new requests are answered with 503 for so long before it stops listening. */
const lingerMs = 1000;
/** Requests still under way after that are cut off. */
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
    ...timeouts,
    // `stopGently` answers with the usual body.
    return503OnClosing: false,
    logger: { level: logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    // An address that cannot be decoded is refused before there is a route.
    frameworkErrors: (error, request, reply) => void refuse(error, request, reply),
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else hangUp(socket, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'BAD_REQUEST');
    },
  });
  app.setErrorHandler(refuse);
  app.setNotFoundHandler((request, reply) => refuse(new AppError('NOT_FOUND'), request, reply));
  stopGently(app);
  cutSlowBodies(app);
  return app;
}

/** One shape for every refusal and every failure (design §4). */
function refuse(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = toAppError(thrown);
  if (errorCodes[error.code].report) request.log.error({ err: thrown }, error.code);
  else request.log.info({ code: error.code, fields: error.fields }, 'refused');
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
  return reply.code(statusOf(error)).send(errorBody(error, String(request.id)));
}

/**
 * While the server stops: requests under way are finished, new ones are answered with 503 for a moment, so that who
 * balances between servers turns to another one. Then kept-alive connections are closed as soon as they are idle.
 */
function stopGently(app: FastifyInstance): void {
  const timers: NodeJS.Timeout[] = [];
  let isStopping = false;
  // Fastify adds `connection: close` by then.
  app.addHook('onRequest', async () => {
    if (isStopping) throw new AppError('UNAVAILABLE');
  });
  app.addHook('preClose', async () => {
    isStopping = true;
    if (!app.server.listening) return;
    timers.push(setTimeout(() => app.server.closeAllConnections(), patienceMs));
    await new Promise((resolve) => setTimeout(resolve, lingerMs));
    timers.push(setInterval(() => app.server.closeIdleConnections(), 50));
  });
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
  });
}
