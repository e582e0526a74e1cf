import type { FastifyInstance } from 'fastify';
import { withStaff } from '@/contract/core/permissions';
import { shopOrderQuoteSchema, shopOrderSchema } from '@/contract/orders/shop-order';
import type { UserCtx } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import { type Call, router } from '@/server/core/http/route';
import { withIdempotencyKey } from '@/server/core/idempotency';
import { limitOrderAttempts } from '../checkout/verify-checkout';
import { placeShopOrder } from './place-shop-order';
import { quoteShopOrder, shopOrderInfo } from './quote-shop-order';

const allow = withStaff('orders');
const limitOrders = (ctx: UserCtx, { body }: Call) => limitOrderAttempts(ctx, body);

/** Orders that a shop takes for customers. Goods, scans and customers are read at `till/{shop}`. */
export function shopOrderRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.get('/shop-orders/:shop', { allow }, (ctx, { params }) => shopOrderInfo(ctx, params.shop));
  api.post('/shop-orders/:shop/quote', { allow, body: shopOrderQuoteSchema }, (ctx, { params, input }) =>
    quoteShopOrder(ctx, params.shop, input),
  );
  api.post(
    '/shop-orders/:shop',
    { allow, write: true, created: true, before: limitOrders, body: shopOrderSchema },
    (ctx, call) => withIdempotencyKey(ctx, call, () => placeShopOrder(ctx, call.params.shop, call.input)),
  );
}
