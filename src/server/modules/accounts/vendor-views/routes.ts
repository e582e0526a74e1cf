import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/accounts/actions';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { consume } from '@/server/core/rate-limits';
import { listViews } from './list-views';
import { startView } from './start-view';

/** Views that one person begins in an hour. */
const maxViews = 30;

/** Looks of the team through a vendor's eyes. */
export function viewRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.startView, (ctx, { input }) => startView(ctx, input), {
    before: async (ctx) => {
      await consume(ctx, { key: `vendor-views:${ctx.user.id}`, hits: maxViews, minutes: 60 });
    },
  });
  api.on(actions.listShopViews, (ctx, { params: { key } }) => listViews(ctx, key));
}
