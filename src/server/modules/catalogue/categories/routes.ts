import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import { type Deps, route } from '@/server/core/http/route';
import { moveCategory } from './categories';

/** What categories have beyond the engine's routes: `{parent, position}` moves one in the tree. */
export function categoryRoutes(app: FastifyInstance, deps: Deps): void {
  app.post(
    '/categories/:key/move',
    route(deps, { allow: adminOnly, write: true }, (ctx, { params: { key = '' }, body }) =>
      moveCategory(ctx, key, body),
    ),
  );
}
