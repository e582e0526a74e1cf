import type { FastifyInstance } from 'fastify';
import { viewSchema } from '@/contract/accounts/vendor-views/schema';
import { adminOnly, adminOwnerStaff } from '@/contract/core/permissions';
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
  api.post(
    '/vendor-views',
    {
      allow: adminOnly,
      before: async (ctx) => {
        await consume(ctx, { key: `vendor-views:${ctx.user.id}`, hits: maxViews, minutes: 60 });
      },
      body: viewSchema,
      write: true,
      created: true,
    },
    (ctx, { input }) => startView(ctx, input),
  );
  api.get('/shops/:key/views', { allow: adminOwnerStaff }, (ctx, { params: { key } }) => listViews(ctx, key));
}
