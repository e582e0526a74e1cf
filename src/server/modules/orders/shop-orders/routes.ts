import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/orders/actions';
import type { UserCtx } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import { type Call, router } from '@/server/core/http/route';
import { withIdempotencyKey } from '@/server/core/idempotency';
import { limitOrderAttempts } from '../checkout/verify-checkout';
import { placeShopOrder } from './place-shop-order';
import { quoteShopOrder, shopOrderInfo } from './quote-shop-order';

const limitOrders = (ctx: UserCtx, { body }: Call) => limitOrderAttempts(ctx, body);

/** Orders that a shop takes for customers. Goods, scans and customers are read at `till/{shop}`. */
export function shopOrderRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.shopOrderInfo, (ctx, { params }) => shopOrderInfo(ctx, params.shop));
  api.on(actions.quoteShopOrder, (ctx, { params, input }) => quoteShopOrder(ctx, params.shop, input), {
    write: false,
  });
  api.on(
    actions.placeShopOrder,
    (ctx, call) => withIdempotencyKey(ctx, call, () => placeShopOrder(ctx, call.params.shop, call.input)),
    { before: limitOrders },
  );
}
