import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import { answerTaskSchema, openDisputeSchema } from '@/contract/payments/tasks';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { listDisputes } from '../disputes/list-disputes';
import { openDispute } from '../disputes/open-dispute';
import { answerTask } from './answer-task';
import { listTasks } from './list-tasks';

/** Money that a person decides about, and claims of buyers' banks. */
export function taskRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.get('/payment-tasks', { allow: adminOnly }, (ctx, { query }) => listTasks(ctx, query));
  api.post(
    '/payment-tasks/:id/answer',
    { allow: adminOnly, confirm: true, write: true, body: answerTaskSchema },
    (ctx, { params, input }) => answerTask(ctx, params.id, input),
  );
  api.get('/disputes', { allow: adminOnly }, (ctx, { query }) => listDisputes(ctx, query));
  api.post(
    '/disputes',
    { allow: adminOnly, confirm: true, write: true, body: openDisputeSchema },
    async (ctx, { reply, input }) => {
      reply.code(201);
      return openDispute(ctx, input);
    },
  );
}
