import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/core/actions';
import type { RequestDeps } from '@/server/core/deps';
import { wholeNumber } from '@/server/core/numbers';
import { router } from '../http/route';
import { listJobs, retryJob } from './list-jobs';

export function jobRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.listJobs, (ctx) => listJobs(ctx));
  api.on(actions.retryJob, (ctx, { params }) => retryJob(ctx, wholeNumber(params.id) ?? 0));
}
