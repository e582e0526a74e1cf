import type { FastifyInstance } from 'fastify';

export interface Endpoint {
  method: string;
  /** Path below the base, such as `boxes/:key`. */
  path: string;
}

/** Not of the API: the rest of its base, and the tunnel of error reports. */
const outside = ['', '*', '/*', '/admin/monitoring'];

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Every endpoint from the API's route table, so that none can be forgotten. */
export function endpointsOf(app: FastifyInstance): Endpoint[] {
  const found: Endpoint[] = [];
  const open: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = '', own = ''] = /^([\s│└├─]*)(\S*) \(([^)]+)\)$/.exec(line) ?? [];
    open.splice(indent.length / 4 - 1, Number.POSITIVE_INFINITY, part);
    const path = open.join('').replace(/^\/+admin\/rest\/?/, '');
    if (outside.includes(path)) continue;
    for (const method of own.split(', ')) if (methods.includes(method)) found.push({ method, path });
  }
  return found;
}
