import type { FastifyInstance } from 'fastify';
import { adminOnly, signedIn, withStaff } from '@/contract/core/permissions';
import { namedMarksSchema } from '@/contract/orders/marks';
import {
  answerRefundSchema,
  exchangeSchema,
  openReturnSchema,
  returnStageSchema,
} from '@/contract/refunds/schema';
import type { UserCtx } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { withIdempotencyKey } from '@/server/core/idempotency';
import { answerRefund } from './answer-refund';
import { completeRefund, refundCodeSchema, sendRefundCode } from './complete-refund';
import { exchange, offerExchange } from './exchange';
import { moveGoods } from './move-goods';
import { nameReturned, returnedMarks } from './name-returned';
import { openReturn } from './open-return';
import { getRefundable } from './refundable';
import { refundsService } from './refunds';

export function refundRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.get('/orders/:key/refundable', { allow: [...signedIn, 'staff:orders'] }, (ctx, { params }) =>
    getRefundable(ctx, params.key),
  );
  api.post('/refunds/:key/code', { allow: adminOnly }, (ctx, { params }) => sendRefundCode(ctx, params.key));
  api.post(
    '/refunds/:key/complete',
    { allow: adminOnly, confirm: true, body: refundCodeSchema },
    async (ctx, { params, body, input }) => {
      await completeRefund(ctx, params.key, { ...input, restock: body.restock === true });
      return refundsService.get(ctx, params.key);
    },
  );
  returnRoutes(app, deps);
}

const shopPeople = withStaff('orders');

/** Returns that shops accept, their answers, the way of the goods, and exchanges. */
function returnRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  const write = { allow: shopPeople, write: true } as const;
  api.post('/orders/:key/returns', { ...write, created: true, body: openReturnSchema }, (ctx, call) =>
    withIdempotencyKey(ctx, call, async () => read(ctx, await openReturn(ctx, call.params.key, call.input))),
  );
  api.get('/orders/:key/exchange', { allow: shopPeople }, (ctx, { params, query }) =>
    offerExchange(ctx, params.key, query),
  );
  api.post('/orders/:key/exchange', { ...write, created: true, body: exchangeSchema }, (ctx, call) =>
    withIdempotencyKey(ctx, call, async () => read(ctx, await exchange(ctx, call.params.key, call.input))),
  );
  api.post('/refunds/:key/answer', { ...write, body: answerRefundSchema }, async (ctx, { params, input }) => {
    await answerRefund(ctx, params.key, input);
    return refundsService.get(ctx, params.key);
  });
  api.post('/refunds/:key/stage', { ...write, body: returnStageSchema }, async (ctx, { params, input }) => {
    await moveGoods(ctx, params.key, input);
    return refundsService.get(ctx, params.key);
  });
  api.get('/refunds/:key/marks', { allow: shopPeople }, (ctx, { params }) => returnedMarks(ctx, params.key));
  api.put('/refunds/:key/marks', { ...write, body: namedMarksSchema }, async (ctx, { params, input }) => {
    await nameReturned(ctx, params.key, input);
    return refundsService.get(ctx, params.key);
  });
}

const read = (ctx: UserCtx, id: number) => refundsService.get(ctx, String(id));
