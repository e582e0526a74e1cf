import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import { couponCheckSchema } from '@/contract/promotions/coupons/schema';
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
  api.post(
    '/coupons/verify',
    { allow: 'public', maxBody: bodySizes.usual, before: countCartCheck, body: couponCheckSchema },
    (ctx, { input }) => verifyCoupon(ctx, input),
  );
  api.post('/approve-coupon', { allow: adminOnly, write: true }, (ctx, { body }) =>
    setApproved(ctx, body.id, true),
  );
  api.post('/disapprove-coupon', { allow: adminOnly, write: true }, (ctx, { body }) =>
    setApproved(ctx, body.id, false),
  );
}

function setApproved(ctx: UserCtx, id: unknown, is_approve: boolean) {
  return couponsService.update(ctx, String(readWhole('id', id)), { is_approve });
}
