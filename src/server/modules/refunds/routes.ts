import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/refunds/actions';
import type { UserCtx } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { withIdempotencyKey } from '@/server/core/idempotency';
import { answerRefund } from './answer-refund';
import { assignMarks, returnedMarks } from './assign-marks';
import { completeRefund, sendRefundCode } from './complete-refund';
import { exchange, offerExchange } from './exchange';
import { moveGoods } from './move-goods';
import { openReturn } from './open-return';
import { getRefundable } from './refundable';
import { refundsService } from './refunds';

export function refundRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.getRefundable, (ctx, { params }) => getRefundable(ctx, params.key));
  api.on(actions.sendRefundCode, (ctx, { params }) => sendRefundCode(ctx, params.key), { write: false });
  api.on(
    actions.completeRefund,
    async (ctx, { params, body, input }) => {
      await completeRefund(ctx, params.key, { ...input, restock: body.restock === true });
      return refundsService.get(ctx, params.key);
    },
    { write: false },
  );
  returnRoutes(app, deps);
}

/** Returns that shops accept, their answers, the way of the goods, and exchanges. */
function returnRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.openReturn, (ctx, call) =>
    withIdempotencyKey(ctx, call, async () => read(ctx, await openReturn(ctx, call.params.key, call.input))),
  );
  api.on(actions.offerExchange, (ctx, { params, query }) => offerExchange(ctx, params.key, query));
  api.on(actions.exchange, (ctx, call) =>
    withIdempotencyKey(ctx, call, async () => read(ctx, await exchange(ctx, call.params.key, call.input))),
  );
  api.on(actions.answerRefund, async (ctx, { params, input }) => {
    await answerRefund(ctx, params.key, input);
    return refundsService.get(ctx, params.key);
  });
  api.on(actions.moveGoods, async (ctx, { params, input }) => {
    await moveGoods(ctx, params.key, input);
    return refundsService.get(ctx, params.key);
  });
  api.on(actions.returnedMarks, (ctx, { params }) => returnedMarks(ctx, params.key));
  api.on(actions.assignMarks, async (ctx, { params, input }) => {
    await assignMarks(ctx, params.key, input);
    return refundsService.get(ctx, params.key);
  });
}

const read = (ctx: UserCtx, id: number) => refundsService.get(ctx, String(id));
