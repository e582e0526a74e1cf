import type { FastifyInstance } from 'fastify';
import { revealSchema } from '@/contract/accounts/personal-data';
import { adminOnly, adminOwnerStaff } from '@/contract/core/permissions';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import type { Services } from '@/server/core/module';
import { countReveal, reveal } from './reveal';
import { listViews } from './views';

/** Contacts of customers: shown one by one, and who looked at them. */
export function personalDataRoutes(app: FastifyInstance, deps: RequestDeps, services: Services): void {
  const api = router(app, deps);
  api.post(
    '/personal-data/reveal',
    { allow: adminOwnerStaff, write: true, before: countReveal, body: revealSchema },
    (ctx, { input }) => reveal(ctx, services, input),
  );
  api.get('/personal-data/views', { allow: adminOnly }, (ctx, { query }) => listViews(ctx, query));
}
