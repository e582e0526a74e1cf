import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/receipts/actions';
import type { Ctx } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { consume, identifyRequester } from '@/server/core/rate-limits';
import { resendReceipt } from './resend-receipt';
import { listReceipts, oneReceipt } from './views/list-receipts';
import { orderReceipts } from './views/order-receipts';
import { paperBySecret } from './views/receipt-paper';

/** Receipts to look at: of an order, of all orders, on paper; and copies for the buyer. */
export function receiptRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.orderReceipts, (ctx, { params }) => orderReceipts(ctx, params.key));
  api.on(actions.listReceipts, (ctx, { query }) => listReceipts(ctx, query), { mayLag: true });
  api.on(actions.oneReceipt, (ctx, { params }) => oneReceipt(ctx, params.key));
  // No `write`: limits stay counted when the request is refused.
  api.on(actions.resendReceipt, (ctx, { params, input }) => resendReceipt(ctx, params.key, input), {
    write: false,
  });
  api.on(actions.paperBySecret, (ctx, { params }) => paperBySecret(ctx, params.secret), {
    before: limitReads,
  });
}

async function limitReads(ctx: Ctx): Promise<void> {
  await consume(ctx, { key: `receipt-pages:${identifyRequester(ctx)}`, hits: 60, minutes: 1 });
}
