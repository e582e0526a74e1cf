import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import { type Deps, route } from '@/server/core/http/route';
import { listOutbox } from './outbox';

/** Demo only: emails and SMS that nobody sends (design §2). Otherwise the address does not exist. */
export function devRoutes(app: FastifyInstance, deps: Deps): void {
  if (!deps.demo) return;
  app.get(
    '/dev/outbox',
    route(deps, { allow: adminOnly }, (ctx, { query }) => listOutbox(ctx, query)),
  );
}
