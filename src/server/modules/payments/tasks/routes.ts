import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/payments/actions';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { listChargebacks } from '../chargebacks/list-chargebacks';
import { openChargeback } from '../chargebacks/open-chargeback';
import { answerTask } from './answer-task';
import { listTasks } from './list-tasks';

/** Money that a person decides about, and chargebacks of buyers' banks. */
export function taskRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.listTasks, (ctx, { query }) => listTasks(ctx, query));
  api.on(actions.answerTask, (ctx, { params, input }) => answerTask(ctx, params.id, input));
  api.on(actions.listChargebacks, (ctx, { query }) => listChargebacks(ctx, query));
  api.on(actions.openChargeback, async (ctx, { reply, input }) => {
    reply.code(201);
    return openChargeback(ctx, input);
  });
}
