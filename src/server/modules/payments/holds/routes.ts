import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/payments/actions';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { captureNow } from './decide-capture';

/** Held money of an order. */
export function holdRoutes(app: FastifyInstance, deps: RequestDeps): void {
  router(app, deps).on(actions.captureNow, (ctx, { params }) => captureNow(ctx, params.key));
}
