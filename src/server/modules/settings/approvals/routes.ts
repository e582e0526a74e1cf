import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/settings/actions';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { confirmRequest, declineRequest, withdrawRequest } from './decide-request';
import { getRequest, listRequests } from './list-requests';
import { presentRules } from './rules';
import { saveRules } from './save-rules';

export function approvalRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.readRules, (ctx) => presentRules(ctx));
  api.on(actions.saveRules, (ctx, { input }) => saveRules(ctx, input));
  // Vendors see what they have prepared themselves.
  api.on(actions.listRequests, (ctx, { query }) => listRequests(ctx, query));
  api.on(actions.getRequest, (ctx, { params }) => getRequest(ctx, params.key));
  // Runs its own transactions, so that a refusal can end the request.
  api.on(actions.confirmRequest, (ctx, call) => confirmRequest(ctx, call.params.key, call.input.hash, call), {
    write: false,
  });
  api.on(actions.declineRequest, (ctx, { params, input }) => declineRequest(ctx, params.key, input.reason));
  api.on(actions.withdrawRequest, (ctx, { params }) => withdrawRequest(ctx, params.key));
}
