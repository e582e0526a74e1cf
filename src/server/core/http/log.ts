import type { FastifyRequest } from 'fastify';

/** Route parameters that are secrets: they grant access without a session. */
const secretParams = ['token', 'secret'];

/** A guest's secret may stand in the place of an order's number; a slug as long as one is left out with it. */
const secretValue = /^[\w-]{43}$/;

/**
 * The logged form of a request: the route instead of the address, because addresses carry secrets (links to reset a
 * password, to a guest's order, to a file) and personal data (searches). A wildcard may hold anything, so it is left
 * out.
 */
export function requestForLog(request: FastifyRequest) {
  const params = Object.entries((request.params ?? {}) as Record<string, string>).filter(
    ([name, value]) => name !== '*' && !secretParams.includes(name) && !secretValue.test(value),
  );
  return {
    method: request.method,
    route: request.routeOptions?.url,
    params: Object.fromEntries(params),
    remoteAddress: request.ip,
  };
}

/** Properties of errors that may hold personal data: query values, and bytes of a malformed request. */
export const redactedKeys = ['err.params', 'err.parameters', 'err.query', 'err.rawPacket'];
