import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/promotions/actions';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { countBanner } from './advertising-banners';
import { approveBanner, rejectBanner } from './review-banners';

/** Routes of banners beyond the engine's: counters, and decisions on submitted banners. */
export function bannerRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.countBannerView, async (ctx, { params }) => {
    await countBanner(ctx, params.key, 'views_count');
    return true;
  });
  api.on(actions.countBannerClick, (ctx, { params }) => countBanner(ctx, params.key, 'clicks_count'));
  api.on(actions.approveBanner, (ctx, { input }) => approveBanner(ctx, input));
  api.on(actions.rejectBanner, (ctx, { input }) => rejectBanner(ctx, input));
}
