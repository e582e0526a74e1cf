import type { FastifyInstance } from 'fastify';
import { adminOnly, adminOwner, withStaff } from '@/contract/core/permissions';
import { flashSaleRequests } from '@/contract/promotions/flash-sale/requests';
import { consentWithdrawalSchema, invitationAnswerSchema } from '@/contract/promotions/flash-sale/schema';
import type { RequestDeps } from '@/server/core/deps';
import { resourceRoutes } from '@/server/core/http/resource-routes';
import { route } from '@/server/core/http/route';
import { readWhole } from '@/server/core/numbers';
import { productsBySale, salesOfProduct } from './flash-sale';
import { answerInvitation, withdrawConsent } from './flash-sale-invitations';
import { decideRequest, flashSaleRequestsService, requestedProducts } from './flash-sale-requests';

/** Routes of flash sales beyond the engine's. */
export function flashSaleRoutes(app: FastifyInstance, deps: RequestDeps): void {
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
    route(deps, { allow: adminOwner }, (ctx, { query }) => salesOfProduct(ctx, readWhole('id', query.id))),
  );
  app.post(
    '/answer-flash-sale-invitation',
    route(
      deps,
      { allow: withStaff('promotions'), write: true, body: invitationAnswerSchema },
      (ctx, { input }) => answerInvitation(ctx, input),
    ),
  );
  app.post(
    '/withdraw-flash-sale-consent',
    route(
      deps,
      { allow: withStaff('promotions'), write: true, body: consentWithdrawalSchema },
      (ctx, { input }) => withdrawConsent(ctx, input),
    ),
  );
  for (const [path, isApproved] of [
    ['/approve-flash-sale-requested-products', true],
    ['/disapprove-flash-sale-requested-products', false],
  ] as const) {
    app.post(
      path,
      route(deps, { allow: adminOnly, write: true }, (ctx, { body }) =>
        decideRequest(ctx, readWhole('id', body.id), isApproved),
      ),
    );
  }
}
