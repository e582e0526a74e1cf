import type { FastifyInstance } from 'fastify';
import { adminOnly, adminOwner, withStaff } from '@/contract/core/permissions';
import { flashSaleRequests } from '@/contract/promotions/flash-sale/requests';
import { AppError } from '@/server/core/errors';
import { resourceRoutes } from '@/server/core/http/resource-routes';
import { type Deps, route } from '@/server/core/http/route';
import { productsBySale, salesOfProduct } from './flash-sale';
import { answerInvitation, withdrawConsent } from './flash-sale-invitations';
import { decideRequest, flashSaleRequestsService, requestedProducts } from './flash-sale-requests';

/** Routes of flash sales beyond the engine's (reference endpoints §6, §14). */
export function flashSaleRoutes(app: FastifyInstance, deps: Deps): void {
  resourceRoutes(app, deps, flashSaleRequests, flashSaleRequestsService);
  app.get(
    '/products-by-flash-sale',
    route(deps, { allow: withStaff('promotions') }, (ctx, { query }) => productsBySale(ctx, query)),
  );
  app.get(
    '/requested-products-for-flash-sale',
    route(deps, { allow: withStaff('promotions') }, (ctx, { query }) => requestedProducts(ctx, query)),
  );
  app.get(
    '/product-flash-sale-info',
    route(deps, { allow: adminOwner }, (ctx, { query }) => salesOfProduct(ctx, idIn(query))),
  );
  app.post(
    '/answer-flash-sale-invitation',
    route(deps, { allow: withStaff('promotions'), write: true }, (ctx, { body }) =>
      answerInvitation(ctx, body),
    ),
  );
  app.post(
    '/withdraw-flash-sale-consent',
    route(deps, { allow: withStaff('promotions'), write: true }, (ctx, { body }) =>
      withdrawConsent(ctx, body),
    ),
  );
  for (const [path, isApproved] of [
    ['/approve-flash-sale-requested-products', true],
    ['/disapprove-flash-sale-requested-products', false],
  ] as const) {
    app.post(
      path,
      route(deps, { allow: adminOnly, write: true }, (ctx, { body }) =>
        decideRequest(ctx, idIn(body), isApproved),
      ),
    );
  }
}

function idIn(values: Record<string, unknown>): number {
  const id = Number(values.id);
  if (!Number.isSafeInteger(id) || id < 1) {
    throw new AppError('VALIDATION_FAILED', { fields: { id: ['error-wrong-value'] } });
  }
  return id;
}
