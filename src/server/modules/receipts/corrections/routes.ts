import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import { correctReceiptSchema, madeReceiptSchema } from '@/contract/receipts/correction';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { unissuedMoney } from '../check/unissued';
import { correctReceipt, noteMade } from './correct-receipt';

/** Money without receipts, and corrections. */
export function correctionRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.get('/receipts/unissued', { allow: adminOnly }, (ctx) => unissuedMoney(ctx));
  api.post(
    '/receipts/:key/correct',
    { allow: adminOnly, confirm: true, write: true, body: correctReceiptSchema },
    async (ctx, { reply, params, input }) => {
      reply.code(201);
      return correctReceipt(ctx, params.key, input);
    },
  );
  api.post(
    '/receipts/:key/made',
    { allow: adminOnly, confirm: true, write: true, body: madeReceiptSchema },
    (ctx, { params, input }) => noteMade(ctx, params.key, input),
  );
}
