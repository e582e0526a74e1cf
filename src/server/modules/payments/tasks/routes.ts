import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/payments/actions';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { listDisputes } from '../disputes/list-disputes';
import { openDispute } from '../disputes/open-dispute';
import { answerTask } from './answer-task';
import { listTasks } from './list-tasks';

/** Money that a person decides about, and claims of buyers' banks. */
export function taskRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.listTasks, (ctx, { query }) => listTasks(ctx, query));
  api.on(actions.answerTask, (ctx, { params, input }) => answerTask(ctx, params.id, input));
  api.on(actions.listDisputes, (ctx, { query }) => listDisputes(ctx, query));
  api.on(actions.openDispute, async (ctx, { reply, input }) => {
    reply.code(201);
    return openDispute(ctx, input);
  });
}
