import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import { orders } from '@/contract/orders';
import { resendReceiptSchema } from '@/contract/receipts/views';
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
  const { update: allow } = orders.allow;
  api.get('/orders/:key/receipts', { allow }, (ctx, { params }) => orderReceipts(ctx, params.key));
  api.get('/receipts', { allow: adminOnly, mayLag: true }, (ctx, { query }) => listReceipts(ctx, query));
  api.get('/receipts/:key', { allow: adminOnly }, (ctx, { params }) => oneReceipt(ctx, params.key));
  // No `write`: limits stay counted when the request is refused.
  api.post('/receipts/:key/copies', { allow, body: resendReceiptSchema }, (ctx, { params, input }) =>
    resendReceipt(ctx, params.key, input),
  );
  api.get('/receipt-pages/:secret', { allow: 'public', before: limitReads }, (ctx, { params }) =>
    paperBySecret(ctx, params.secret),
  );
}

async function limitReads(ctx: Ctx): Promise<void> {
  await consume(ctx, { key: `receipt-pages:${identifyRequester(ctx)}`, hits: 60, minutes: 1 });
}
