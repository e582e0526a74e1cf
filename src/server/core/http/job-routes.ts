import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import type { RequestDeps } from '@/server/core/deps';
import { wholeNumber } from '@/server/core/numbers';
import { listJobs, retryJob } from '../jobs/list-jobs';
import { router } from './route';

export function jobRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.get('/jobs', { allow: adminOnly }, (ctx) => listJobs(ctx));
  api.post('/jobs/:id/retry', { allow: adminOnly, write: true }, (ctx, { params }) =>
    retryJob(ctx, wholeNumber(params.id) ?? 0),
  );
}
