import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/messaging/actions';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { answerMessage, writeToUs } from './contact-messages';

/** The contact form of shop fronts, and its answers. */
export function contactRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  // Not `write`: a refusal must not roll back the count of its limit.
  api.on(actions.writeToUs, (ctx, { input }) => writeToUs(ctx, input), { write: false });
  api.on(actions.answerMessage, (ctx, { params: { key }, input, body }) =>
    answerMessage(ctx, key, input, body.version),
  );
}
