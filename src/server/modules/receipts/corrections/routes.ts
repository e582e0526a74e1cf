import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/receipts/actions';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { unissuedMoney } from '../check/unissued';
import { correctReceipt, noteMade } from './correct-receipt';

/** Money without receipts, and corrections. */
export function correctionRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.unissuedMoney, (ctx) => unissuedMoney(ctx));
  api.on(actions.correctReceipt, async (ctx, { reply, params, input }) => {
    reply.code(201);
    return correctReceipt(ctx, params.key, input);
  });
  api.on(actions.noteMade, (ctx, { params, input }) => noteMade(ctx, params.key, input));
}
