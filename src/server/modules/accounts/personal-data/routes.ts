import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/accounts/actions';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import type { Services } from '@/server/core/module';
import { countReveal, reveal } from './reveal';
import { listViews } from './views';

/** Contacts of customers: shown one by one, and who looked at them. */
export function personalDataRoutes(app: FastifyInstance, deps: RequestDeps, services: Services): void {
  const api = router(app, deps);
  api.on(actions.reveal, (ctx, { input }) => reveal(ctx, services, input), { before: countReveal });
  api.on(actions.listPersonalDataViews, (ctx, { query }) => listViews(ctx, query));
}
