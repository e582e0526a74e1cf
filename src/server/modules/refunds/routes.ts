import type { FastifyInstance } from 'fastify';
import { adminOnly, signedIn, withStaff } from '@/contract/core/permissions';
import {
  answerRefundSchema,
  exchangeSchema,
  openReturnSchema,
  returnStageSchema,
} from '@/contract/refunds/schema';
import type { UserCtx } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import { type Call, route } from '@/server/core/http/route';
import { withIdempotencyKey } from '@/server/core/idempotency';
import { answerRefund } from './answer-refund';
import { completeRefund, refundCodeSchema, sendRefundCode } from './complete-refund';
import { exchange, offerExchange } from './exchange';
import { moveGoods } from './move-goods';
import { openReturn } from './open-return';
import { getRefundable } from './refundable';
import { refundsService } from './refunds';

/** Routes of refunds besides those of every family. */
export function refundRoutes(app: FastifyInstance, deps: RequestDeps): void {
  app.get(
    '/orders/:key/refundable',
    route(deps, { allow: [...signedIn, 'staff:orders'] }, (ctx, { params }) =>
      getRefundable(ctx, params.key ?? ''),
    ),
  );
  app.post(
    '/refunds/:key/code',
    route(deps, { allow: adminOnly }, (ctx, { params }) => sendRefundCode(ctx, params.key ?? '')),
  );
  app.post(
    '/refunds/:key/complete',
    route(deps, { allow: adminOnly, body: refundCodeSchema }, async (ctx, { params, body, input }) => {
      await completeRefund(ctx, params.key ?? '', { ...input, restock: body.restock === true });
      return refundsService.get(ctx, params.key ?? '');
    }),
  );
  returnRoutes(app, deps);
}

const shopPeople = withStaff('orders');

/** Returns that shops accept, their answers, the way of the goods, and exchanges. */
function returnRoutes(app: FastifyInstance, deps: RequestDeps): void {
  app.post(
    '/orders/:key/returns',
    route(deps, { allow: shopPeople, write: true, body: openReturnSchema }, (ctx, call) =>
      withIdempotencyKey(ctx, call, async () =>
        created(ctx, call, await openReturn(ctx, keyOf(call), call.input)),
      ),
    ),
  );
  app.get(
    '/orders/:key/exchange',
    route(deps, { allow: shopPeople }, (ctx, { params, query }) =>
      offerExchange(ctx, params.key ?? '', query),
    ),
  );
  app.post(
    '/orders/:key/exchange',
    route(deps, { allow: shopPeople, write: true, body: exchangeSchema }, (ctx, call) =>
      withIdempotencyKey(ctx, call, async () =>
        created(ctx, call, await exchange(ctx, keyOf(call), call.input)),
      ),
    ),
  );
  app.post(
    '/refunds/:key/answer',
    route(deps, { allow: shopPeople, write: true, body: answerRefundSchema }, async (ctx, call) => {
      await answerRefund(ctx, keyOf(call), call.input);
      return refundsService.get(ctx, keyOf(call));
    }),
  );
  app.post(
    '/refunds/:key/stage',
    route(deps, { allow: shopPeople, write: true, body: returnStageSchema }, async (ctx, call) => {
      await moveGoods(ctx, keyOf(call), call.input);
      return refundsService.get(ctx, keyOf(call));
    }),
  );
}

const keyOf = ({ params }: Pick<Call, 'params'>) => params.key ?? '';

async function created(ctx: UserCtx, { reply }: Pick<Call, 'reply'>, id: number) {
  reply.code(201);
  return refundsService.get(ctx, String(id));
}
