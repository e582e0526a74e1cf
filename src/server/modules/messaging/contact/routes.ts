import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import { contactAnswerSchema, contactUsSchema } from '@/contract/messaging/contact-messages/schema';
import type { RequestDeps } from '@/server/core/deps';
import { route } from '@/server/core/http/route';
import { answerMessage, writeToUs } from './contact-messages';

/** The contact form of shop fronts, and its answers. */
export function contactRoutes(app: FastifyInstance, deps: RequestDeps): void {
  app.post(
    '/contact-us',
    // Not `write`: a refusal must not roll back the count of its limit.
    route(deps, { allow: 'public', body: contactUsSchema }, (ctx, { input }) => writeToUs(ctx, input)),
  );
  app.post(
    '/contact-messages/:key/answer',
    route(
      deps,
      { allow: adminOnly, write: true, body: contactAnswerSchema },
      (ctx, { params: { key = '' }, input, body }) => answerMessage(ctx, key, input, body.version),
    ),
  );
}
