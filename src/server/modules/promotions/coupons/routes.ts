import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/promotions/actions';
import type { UserCtx } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { bodySizes } from '@/server/core/http/untrusted';
import { readWhole } from '@/server/core/numbers';
import { countCartCheck } from './cart-checks';
import { couponsService } from './coupons';
import { verifyCoupon } from './verify-coupon';

export function couponRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  // Storefronts of the dialect send whole lines of the cart, with pictures and texts.
  api.on(actions.verifyCoupon, (ctx, { input }) => verifyCoupon(ctx, input), {
    before: countCartCheck,
    maxBody: bodySizes.usual,
    write: false,
  });
  api.on(actions.approveCoupon, (ctx, { body }) => setApproved(ctx, body.id, true));
  api.on(actions.disapproveCoupon, (ctx, { body }) => setApproved(ctx, body.id, false));
}

function setApproved(ctx: UserCtx, id: unknown, is_approve: boolean) {
  return couponsService.update(ctx, String(readWhole('id', id)), { is_approve });
}
