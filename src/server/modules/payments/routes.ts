import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { listExchanges } from './list-exchanges';

/** What was said to providers, and what they answered. */
export function exchangeRoutes(app: FastifyInstance, deps: RequestDeps): void {
  router(app, deps).get('/exchanges', { allow: adminOnly, mayLag: true }, (ctx, { query }) =>
    listExchanges(ctx, query),
  );
}
