import type { FastifyInstance } from 'fastify';
import { newsletterLinkSchema, subscribeSchema } from '@/contract/messaging/newsletter-subscribers/schema';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { confirmSubscription, subscribe, unsubscribe } from './newsletter';

/** The newsletter form of shop fronts, and the links of its letters. */
export function newsletterRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  // Not `write`: a refusal must not roll back the count of its limit.
  api.post('/subscribe-to-newsletter', { allow: 'public', body: subscribeSchema }, (ctx, { input }) =>
    subscribe(ctx, input.email),
  );
  const byLink = { allow: 'public', write: true, body: newsletterLinkSchema } as const;
  api.post('/newsletter/confirm', byLink, (ctx, { input }) => confirmSubscription(ctx, input));
  api.post('/newsletter/unsubscribe', byLink, (ctx, { input }) => unsubscribe(ctx, input));
}
