import type { FastifyInstance } from 'fastify';
import { orders } from '@/contract/orders';
import { type Deps, route } from '@/server/core/http/route';
import { bulkOrderStatus } from './bulk-move-orders';
import { completeByCode, sendCompletionCode } from './complete-by-code';
import { editLines } from './edit-lines';
import { setDeliveryDate } from './set-delivery-date';

/**
 * The life of an order beside the family's own `PUT orders/{id}` (reference endpoints §9): by administrators, and in parts
 * by who works on a shop's orders.
 */
export function orderRoutes(app: FastifyInstance, deps: Deps): void {
  const allow = orders.allow.update;
  // No `write`: each order is a transaction of its own.
  app.post(
    '/orders/bulk/status',
    route(deps, { allow }, (ctx, { body }) => bulkOrderStatus(ctx, body)),
  );
  app.post(
    '/orders/:key/delivery-date',
    route(deps, { allow, write: true }, (ctx, { params, body }) =>
      setDeliveryDate(ctx, params.key ?? '', body),
    ),
  );
  app.put(
    '/orders/:key/lines',
    route(deps, { allow, write: true }, (ctx, { params, body }) => editLines(ctx, params.key ?? '', body)),
  );
  // No `write`: a wrong code is counted though it is refused, and so is a code that is asked for too often.
  app.post(
    '/orders/:key/code',
    route(deps, { allow }, (ctx, { params }) => sendCompletionCode(ctx, params.key ?? '')),
  );
  app.post(
    '/orders/:key/complete',
    route(deps, { allow }, (ctx, { params, body }) => completeByCode(ctx, params.key ?? '', body)),
  );
}
