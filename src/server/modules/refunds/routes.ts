import type { FastifyInstance } from 'fastify';
import { adminOnly, signedIn } from '@/contract/core/permissions';
import type { RequestDeps } from '@/server/core/deps';
import { route } from '@/server/core/http/route';
import { completeRefund, refundCodeSchema, sendRefundCode } from './complete-refund';
import { refundsService } from './refunds';
import { getRefundable } from './request-refund';

/** Routes of refunds besides those of every family. */
export function refundRoutes(app: FastifyInstance, deps: RequestDeps): void {
  app.get(
    '/orders/:key/refundable',
    route(deps, { allow: signedIn }, (ctx, { params }) => getRefundable(ctx, params.key ?? '')),
  );
  app.post(
    '/refunds/:key/code',
    route(deps, { allow: adminOnly }, (ctx, { params }) => sendRefundCode(ctx, params.key ?? '')),
  );
  app.post(
    '/refunds/:key/complete',
    route(deps, { allow: adminOnly, body: refundCodeSchema }, async (ctx, { params, body, input }) => {
      await completeRefund(ctx, params.key ?? '', { ...input, restock: body.restock === true });
      return refundsService.get(ctx, params.key ?? '');
    }),
  );
}
