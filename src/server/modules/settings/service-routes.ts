import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import { type Deps, handle } from '@/server/core/http/route';
import { listLetters, retryLetter, retryLetters } from '@/server/modules/messaging/outbox-letters';
import { outsideState } from './services-health';

/** How services outside stand, and what was sent through them (design §8). */
export function outsideRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/outside',
    handle(deps, { allow: adminOnly }, (ctx) => outsideState(ctx, deps)),
  );
  app.get(
    '/outside/outbox',
    handle(deps, { allow: adminOnly }, (ctx, { query }) => listLetters(ctx, query)),
  );
  app.post(
    '/outside/outbox/retry',
    handle(deps, { allow: adminOnly, write: true }, (ctx) => retryLetters(ctx)),
  );
  app.post(
    '/outside/outbox/:id/retry',
    handle(deps, { allow: adminOnly, write: true }, (ctx, { params }) => retryLetter(ctx, params.id)),
  );
}
