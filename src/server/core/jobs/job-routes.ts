import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import type { RequestDeps } from '../deps';
import { router } from '../http/route';
import { wholeNumber } from '../numbers';
import { listJobs, retryJob } from './list-jobs';

export function jobRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.get('/jobs', { allow: adminOnly }, (ctx) => listJobs(ctx));
  api.post('/jobs/:id/retry', { allow: adminOnly, write: true }, (ctx, { params }) =>
    retryJob(ctx, wholeNumber(params.id) ?? 0),
  );
}
