import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/permissions';
import { moveCategory } from '../../services/categories';
import { type Deps, handle } from '../handle';

/** What categories have beyond the engine's routes: `{parent, position}` moves one in the tree. */
export function categoryRoutes(app: FastifyInstance, deps: Deps): void {
  app.post(
    '/categories/:key/move',
    handle(deps, { allow: adminOnly, write: true }, (ctx, { params: { key = '' }, body }) =>
      moveCategory(ctx, key, body),
    ),
  );
}
