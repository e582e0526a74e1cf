import type { FastifyInstance } from 'fastify';
import { adminOnly, adminOwner, withStaff } from '@/contract/core/permissions';
import { flashSaleRequests } from '@/contract/promotions/flash-sale/requests';
import { consentWithdrawalSchema, invitationAnswerSchema } from '@/contract/promotions/flash-sale/schema';
import type { RequestDeps } from '@/server/core/deps';
import { resourceRoutes } from '@/server/core/http/resource-routes';
import { router } from '@/server/core/http/route';
import { readWhole } from '@/server/core/numbers';
import { productsBySale, salesOfProduct } from './flash-sale';
import { answerInvitation, withdrawConsent } from './flash-sale-invitations';
import { decideRequest, flashSaleRequestsService, requestedProducts } from './flash-sale-requests';

export function flashSaleRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  resourceRoutes(app, deps, flashSaleRequests, flashSaleRequestsService);
  api.get('/products-by-flash-sale', { allow: withStaff('promotions') }, (ctx, { query }) =>
    productsBySale(ctx, query),
  );
  api.get('/requested-products-for-flash-sale', { allow: withStaff('promotions') }, (ctx, { query }) =>
    requestedProducts(ctx, query),
  );
  api.get('/product-flash-sale-info', { allow: adminOwner }, (ctx, { query }) =>
    salesOfProduct(ctx, readWhole('id', query.id)),
  );
  api.post(
    '/answer-flash-sale-invitation',
    { allow: withStaff('promotions'), write: true, body: invitationAnswerSchema },
    (ctx, { input }) => answerInvitation(ctx, input),
  );
  api.post(
    '/withdraw-flash-sale-consent',
    { allow: withStaff('promotions'), write: true, body: consentWithdrawalSchema },
    (ctx, { input }) => withdrawConsent(ctx, input),
  );
  for (const [path, isApproved] of [
    ['/approve-flash-sale-requested-products', true],
    ['/disapprove-flash-sale-requested-products', false],
  ] as const) {
    api.post(path, { allow: adminOnly, write: true }, (ctx, { body }) =>
      decideRequest(ctx, readWhole('id', body.id), isApproved),
    );
  }
}
