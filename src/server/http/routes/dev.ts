import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/permissions';
import { listOutbox } from '../../services/outbox';
import { type Deps, handle } from '../handle';

/** What only a demo shows: letters and SMS that nobody sends (design §2). Elsewhere the address does not exist. */
export function devRoutes(app: FastifyInstance, deps: Deps): void {
  if (!deps.demo) return;
  app.get(
    '/dev/outbox',
    handle(deps, { allow: adminOnly }, (ctx, { query }) => listOutbox(ctx, query)),
  );
}
