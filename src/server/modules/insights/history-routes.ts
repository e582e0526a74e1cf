import type { FastifyInstance } from 'fastify';
import { withStaff } from '@/contract/core/permissions';
import { type Deps, route } from '@/server/core/http/route';
import { rowHistory } from './history';

/** History of a row (design §5). */
export function historyRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/audit',
    route(deps, { allow: withStaff('catalogue') }, (ctx, { query }) => rowHistory(ctx, query)),
  );
}
