import type { FastifyInstance } from 'fastify';
import { orders } from '@/contract/orders';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { captureNow } from './decide-capture';

/** Held money of an order. */
export function holdRoutes(app: FastifyInstance, deps: RequestDeps): void {
  router(app, deps).post(
    '/orders/:key/capture',
    { allow: orders.allow.update, write: true },
    (ctx, { params }) => captureNow(ctx, params.key),
  );
}
