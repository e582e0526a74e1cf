import type { FastifyInstance } from 'fastify';
import { orders } from '@/contract/orders';
import { answerChangeSchema, editOrderSchema } from '@/contract/orders/schema';
import type { Ctx } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { consume, identifyRequester } from '@/server/core/rate-limits';
import { answerChange, readChange } from './answer-change';
import { editOrder, previewEdit, sendEditCode, withdrawQuestion } from './edit-order';

/** Changes of placed orders, and what their customers say. */
export function editRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  const allow = orders.allow.update;
  const write = { allow, write: true } as const;
  // No `write`: limits and wrong codes stay counted when the request is refused.
  api.put('/orders/:key/lines', { allow, body: editOrderSchema }, editOrder);
  api.post('/orders/:key/lines/code', { allow, body: editOrderSchema }, (ctx, { params, input }) =>
    sendEditCode(ctx, params.key, input),
  );
  api.post('/orders/:key/lines/preview', { ...write, body: editOrderSchema }, (ctx, { params, input }) =>
    previewEdit(ctx, params.key, input),
  );
  api.delete('/orders/:key/change', write, async (ctx, { params }) => {
    await withdrawQuestion(ctx, params.key);
    return { success: true };
  });
  api.get('/order-changes/:secret', { allow: 'public', write: true, before: limitReads }, (ctx, { params }) =>
    readChange(ctx, params.secret),
  );
  api.post(
    '/order-changes/:secret',
    { allow: 'public', write: true, before: limitReads, body: answerChangeSchema },
    (ctx, { params, input }) => answerChange(ctx, params.secret, input.answer),
  );
}

/** Public, so nobody keeps orders locked by asking. */
async function limitReads(ctx: Ctx): Promise<void> {
  await consume(ctx, { key: `order-changes:${identifyRequester(ctx)}`, hits: 120, minutes: 1 });
}
