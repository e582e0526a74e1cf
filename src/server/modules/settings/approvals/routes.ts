import type { FastifyInstance } from 'fastify';
import { adminOnly, adminOwner } from '@/contract/core/permissions';
import {
  approvalRulesSchema,
  confirmApprovalSchema,
  declineApprovalSchema,
} from '@/contract/settings/approvals';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { confirmRequest, declineRequest, withdrawRequest } from './decide-request';
import { getRequest, listRequests } from './list-requests';
import { presentRules } from './rules';
import { saveRules } from './save-rules';

export function approvalRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  const byAdmin = { allow: adminOnly, write: true } as const;
  api.get('/approvals/rules', { allow: adminOnly }, (ctx) => presentRules(ctx));
  api.put('/approvals/rules', { ...byAdmin, body: approvalRulesSchema }, (ctx, { input }) =>
    saveRules(ctx, input),
  );
  // Vendors see what they have prepared themselves.
  api.get('/approvals', { allow: adminOwner }, (ctx, { query }) => listRequests(ctx, query));
  api.get('/approvals/:key', { allow: adminOwner }, (ctx, { params }) => getRequest(ctx, params.key));
  // Runs its own transactions, so that a refusal can end the request.
  api.post(
    '/approvals/:key/confirm',
    { allow: adminOnly, confirm: true, body: confirmApprovalSchema },
    (ctx, call) => confirmRequest(ctx, call.params.key, call.input.hash, call),
  );
  api.post('/approvals/:key/decline', { ...byAdmin, body: declineApprovalSchema }, (ctx, { params, input }) =>
    declineRequest(ctx, params.key, input.reason),
  );
  api.post('/approvals/:key/withdraw', { allow: adminOwner, write: true }, (ctx, { params }) =>
    withdrawRequest(ctx, params.key),
  );
}
