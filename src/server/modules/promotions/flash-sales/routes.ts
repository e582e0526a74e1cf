import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/promotions/actions';
import { flashSaleRequests } from '@/contract/promotions/flash-sale/requests';
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
  api.on(actions.productsBySale, (ctx, { query }) => productsBySale(ctx, query));
  api.on(actions.requestedProducts, (ctx, { query }) => requestedProducts(ctx, query));
  api.on(actions.salesOfProduct, (ctx, { query }) => salesOfProduct(ctx, readWhole('id', query.id)));
  api.on(actions.answerInvitation, (ctx, { input }) => answerInvitation(ctx, input));
  api.on(actions.withdrawConsent, (ctx, { input }) => withdrawConsent(ctx, input));
  api.on(actions.approveSaleRequest, (ctx, { body }) => decideRequest(ctx, readWhole('id', body.id), true));
  api.on(actions.declineSaleRequest, (ctx, { body }) => decideRequest(ctx, readWhole('id', body.id), false));
}
