import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import { contactAnswerSchema, contactUsSchema } from '@/contract/messaging/contact-messages/schema';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { answerMessage, writeToUs } from './contact-messages';

/** The contact form of shop fronts, and its answers. */
export function contactRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  // Not `write`: a refusal must not roll back the count of its limit.
  api.post('/contact-us', { allow: 'public', body: contactUsSchema }, (ctx, { input }) =>
    writeToUs(ctx, input),
  );
  api.post(
    '/contact-messages/:key/answer',
    { allow: adminOnly, write: true, body: contactAnswerSchema },
    (ctx, { params: { key }, input, body }) => answerMessage(ctx, key, input, body.version),
  );
}
