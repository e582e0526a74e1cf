import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import { approvalSchema, rejectionSchema } from '@/contract/promotions/review-banners/schema';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { countBanner } from './advertising-banners';
import { approveBanner, rejectBanner } from './review-banners';

/** Routes of banners beyond the engine's: counters, and decisions on submitted banners. */
export function bannerRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.post('/advertising-banners/:key/view', { allow: 'public', write: true }, async (ctx, { params }) => {
    await countBanner(ctx, params.key, 'views_count');
    return true;
  });
  api.post('/advertising-banners/:key/click', { allow: 'public', write: true }, (ctx, { params }) =>
    countBanner(ctx, params.key, 'clicks_count'),
  );
  api.post(
    '/approve-review-banner',
    { allow: adminOnly, write: true, body: approvalSchema },
    (ctx, { input }) => approveBanner(ctx, input),
  );
  api.post(
    '/disapprove-review-banner',
    { allow: adminOnly, write: true, body: rejectionSchema },
    (ctx, { input }) => rejectBanner(ctx, input),
  );
}
