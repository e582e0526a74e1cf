import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import type { RequestDeps } from '@/server/core/deps';
import { wholeNumber } from '@/server/core/numbers';
import { listJobs, retryJob } from '../jobs/list-jobs';
import { route } from './route';

/** Background jobs, for administrators. */
export function jobRoutes(app: FastifyInstance, deps: RequestDeps): void {
  app.get(
    '/jobs',
    route(deps, { allow: adminOnly }, (ctx) => listJobs(ctx)),
  );
  app.post(
    '/jobs/:id/retry',
    route(deps, { allow: adminOnly, write: true }, (ctx, { params }) =>
      retryJob(ctx, wholeNumber(params.id) ?? 0),
    ),
  );
}
