import type { FastifyInstance } from 'fastify';
import { adminOwnerStaff } from '@/contract/core/permissions';
import { type Deps, route } from '@/server/core/http/route';
import { searchEverything } from './search';

/** Global search (specification §2: search view). */
export function searchRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/search',
    route(deps, { allow: adminOwnerStaff }, (ctx, { query }) => searchEverything(ctx, query)),
  );
}
