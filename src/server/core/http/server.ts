import { randomUUID } from 'node:crypto';
import { Server as NetServer } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { ServerDeps } from '../deps';
import type { TrustProxy } from '../env';
import { AppError, errorBody, httpStatus, toAppError } from '../errors';
import { drainAnsweredRequests } from './drain';
import { logError } from './error-reports';
import { redactedKeys, requestForLog } from './log';
import { refusalForOthers } from './other-clients';
import { cutSlowBodies, hangUp, timeouts } from './slow-clients';
import { bodySizes } from './untrusted';

/** How long a stopping server answers new requests with 503 before it stops listening. */
const lingerMs = 1000;
/** Requests that take longer while the server stops are cut off. */
const patienceMs = 10_000;

/** One year. Not for subdomains: they may belong to another product. */
const hstsSeconds = 365 * 24 * 3600;

interface ServerOptions extends ServerDeps {
  /** Public address of the panel: if it is https, every response has the HSTS header. */
  publicUrl: string;
}

/** A server without routes: logging, errors and shutdown, the same for the API and for the web alone. */
export function createServer({ trustProxy, logLevel, publicUrl, logTo }: ServerOptions): FastifyInstance {
  const app = Fastify({
    bodyLimit: bodySizes.public,
    trustProxy: trusts(trustProxy),
    ...timeouts,
    // `stopGently` answers with the usual body.
    return503OnClosing: false,
    logger: {
      level: logLevel,
      redact: redactedKeys,
      serializers: { req: requestForLog },
      ...(logTo && { stream: logTo }),
    },
    genReqId: () => randomUUID(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    // An address that cannot be decoded fails before routing.
    frameworkErrors: (error, request, reply) => {
      commonHeaders(request, reply, publicUrl);
      void refuse(error, request, reply);
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else hangUp(socket, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'BAD_REQUEST');
    },
  });
  app.addHook('onRequest', async (request, reply) => commonHeaders(request, reply, publicUrl));
  app.setErrorHandler(refuse);
  app.setNotFoundHandler((request, reply) => refuse(new AppError('NOT_FOUND'), request, reply));
  stopGently(app);
  drainAnsweredRequests(app);
  cutSlowBodies(app);
  return app;
}

/** Fastify ignores a bare number, because it cannot check the peer: only the proxy may reach this port then. */
function trusts(proxies: TrustProxy): string[] | false | ((address: string, hop: number) => boolean) {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies;
}

/** Headers of every response. Set on the raw one, because Next's responses bypass Fastify. */
function commonHeaders(request: FastifyRequest, { raw }: FastifyReply, publicUrl: string): void {
  raw.setHeader('x-content-type-options', 'nosniff');
  // Addresses may hold secrets: they must not reach another site, or this server's access log.
  raw.setHeader('referrer-policy', 'no-referrer');
  // `protocol` uses X-Forwarded-Proto of a trusted proxy only. A browser ignores the header over http.
  if (request.protocol === 'https' || publicUrl.startsWith('https:'))
    raw.setHeader('strict-transport-security', `max-age=${hstsSeconds}`);
}

/** Gives every error the same format. */
async function refuse(thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const error = toAppError(thrown);
  // Failures of ours, not of the request.
  if (httpStatus(error) >= 500) {
    const { method, route } = requestForLog(request);
    logError(request.log, thrown, error.code, { method, route });
  } else request.log.info({ code: error.code, fields: error.fields }, 'refused');
  if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
  // Headers of a file may already be set.
  for (const name of ['content-encoding', 'content-disposition']) reply.removeHeader(name);
  const body = await refusalForOthers(request, errorBody(error, String(request.id)));
  return reply.code(httpStatus(error)).type('application/json; charset=utf-8').send(body);
}

const replaced = new WeakSet<FastifyInstance>();

/**
 * Another process of this machine accepts new connections from now on, so `close` refuses no request of the open ones.
 */
export function leaveConnectionsToOthers(app: FastifyInstance): void {
  replaced.add(app);
  // `close` of an HTTP server also cuts idle connections, on which a request may be in transit.
  NetServer.prototype.close.call(app.server);
}

/**
 * Graceful shutdown: requests under way finish, new ones get 503 for a moment, so that a load balancer turns to another
 * server. Then kept-alive connections are closed as soon as they are idle.
 */
function stopGently(app: FastifyInstance): void {
  const timers: NodeJS.Timeout[] = [];
  let isStopping = false;
  // Fastify adds `connection: close` by now.
  app.addHook('onRequest', async () => {
    if (isStopping) throw new AppError('UNAVAILABLE');
  });
  app.addHook('preClose', async () => {
    const isReplaced = replaced.has(app);
    isStopping = !isReplaced;
    if (!app.server.listening && !isReplaced) return;
    timers.push(setTimeout(() => app.server.closeAllConnections(), patienceMs));
    await new Promise((resolve) => setTimeout(resolve, lingerMs));
    timers.push(setInterval(() => app.server.closeIdleConnections(), 50));
  });
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
  });
}
