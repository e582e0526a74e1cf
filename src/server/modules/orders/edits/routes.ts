import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/orders/actions';
import type { Ctx } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { consume, identifyRequester } from '@/server/core/rate-limits';
import { answerChange, readChange } from './answer-change';
import { editOrder, previewEdit, sendEditCode, withdrawQuestion } from './edit-order';

/** Changes of placed orders, and what their customers say. */
export function editRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  // No `write`: limits and wrong codes stay counted when the request is refused.
  api.on(actions.editOrder, editOrder, { write: false });
  api.on(actions.sendEditCode, (ctx, { params, input }) => sendEditCode(ctx, params.key, input), {
    write: false,
  });
  api.on(actions.previewEdit, (ctx, { params, input }) => previewEdit(ctx, params.key, input));
  api.on(actions.withdrawQuestion, async (ctx, { params }) => {
    await withdrawQuestion(ctx, params.key);
    return { success: true };
  });
  api.on(actions.readChange, (ctx, { params }) => readChange(ctx, params.secret), {
    before: limitReads,
    write: true,
  });
  api.on(actions.answerChange, (ctx, { params, input }) => answerChange(ctx, params.secret, input.answer), {
    before: limitReads,
  });
}

/** Public, so nobody keeps orders locked by asking. */
async function limitReads(ctx: Ctx): Promise<void> {
  await consume(ctx, { key: `order-changes:${identifyRequester(ctx)}`, hits: 120, minutes: 1 });
}
