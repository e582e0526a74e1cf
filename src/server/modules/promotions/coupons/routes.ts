import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import type { UserCtx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { type Deps, route } from '@/server/core/http/route';
import { verifyCoupon } from './coupon-redemption';
import { couponsService } from './coupons';

/** Routes of coupons beyond the engine's (reference endpoints §10). */
export function couponRoutes(app: FastifyInstance, deps: Deps): void {
  app.post(
    '/coupons/verify',
    route(deps, { allow: 'public' }, (ctx, { body }) => verifyCoupon(ctx, body)),
  );
  app.post(
    '/approve-coupon',
    route(deps, { allow: adminOnly, write: true }, (ctx, { body }) => setApproved(ctx, body.id, true)),
  );
  app.post(
    '/disapprove-coupon',
    route(deps, { allow: adminOnly, write: true }, (ctx, { body }) => setApproved(ctx, body.id, false)),
  );
}

function setApproved(ctx: UserCtx, id: unknown, is_approve: boolean) {
  if (!/^\d{1,15}$/.test(String(id))) {
    throw new AppError('VALIDATION_FAILED', { fields: { id: ['error-wrong-value'] } });
  }
  return couponsService.update(ctx, String(id), { is_approve });
}
