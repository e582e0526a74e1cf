import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/payments/actions';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { requestPayment } from './attempts/request-payment';
import { listExchanges } from './list-exchanges';

/** What was said to providers, and what they answered. */
export function exchangeRoutes(app: FastifyInstance, deps: RequestDeps): void {
  router(app, deps).on(actions.listExchanges, (ctx, { query }) => listExchanges(ctx, query), {
    mayLag: true,
  });
}

/** Public, because guests pay too; the service checks access to the order. */
export function attemptRoutes(app: FastifyInstance, deps: RequestDeps): void {
  router(app, deps).on(actions.requestPayment, (ctx, { query }) => requestPayment(deps, ctx, query));
}
