import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { requestPayment } from './attempts/request-payment';
import { listExchanges } from './list-exchanges';

/** What was said to providers, and what they answered. */
export function exchangeRoutes(app: FastifyInstance, deps: RequestDeps): void {
  router(app, deps).get('/exchanges', { allow: adminOnly, mayLag: true }, (ctx, { query }) =>
    listExchanges(ctx, query),
  );
}

/** Public, because guests pay too; the service checks access to the order. */
export function attemptRoutes(app: FastifyInstance, deps: RequestDeps): void {
  router(app, deps).get('/payment-intent', { allow: 'public' }, (ctx, { query }) =>
    requestPayment(deps, ctx, query),
  );
}
