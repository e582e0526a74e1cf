import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import { type Deps, route } from '@/server/core/http/route';
import { listOutboxMessages, retryOutboxMessage, retryOutboxMessages } from '@/server/modules/messaging/outbox-list';
import { outsideState } from './services-health';

/** How services outside stand, and what was sent through them (design §8). */
export function outsideRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/outside',
    route(deps, { allow: adminOnly }, (ctx) => outsideState(ctx, deps)),
  );
  app.get(
    '/outside/outbox',
    route(deps, { allow: adminOnly }, (ctx, { query }) => listOutboxMessages(ctx, query)),
  );
  app.post(
    '/outside/outbox/retry',
    route(deps, { allow: adminOnly, write: true }, (ctx) => retryOutboxMessages(ctx)),
  );
  app.post(
    '/outside/outbox/:id/retry',
    route(deps, { allow: adminOnly, write: true }, (ctx, { params }) => retryOutboxMessage(ctx, params.id)),
  );
}
