import type { FastifyInstance } from 'fastify';
import { newsletterLinkSchema, subscribeSchema } from '@/contract/messaging/newsletter-subscribers/schema';
import type { RequestDeps } from '@/server/core/deps';
import { route } from '@/server/core/http/route';
import { confirmSubscription, subscribe, unsubscribe } from './newsletter';

/** The newsletter form of shop fronts, and the links of its letters. */
export function newsletterRoutes(app: FastifyInstance, deps: RequestDeps): void {
  app.post(
    '/subscribe-to-newsletter',
    // Not `write`: a refusal must not roll back the count of its limit.
    route(deps, { allow: 'public', body: subscribeSchema }, (ctx, { input }) => subscribe(ctx, input.email)),
  );
  const byLink = { allow: 'public', write: true, body: newsletterLinkSchema } as const;
  app.post(
    '/newsletter/confirm',
    route(deps, byLink, (ctx, { input }) => confirmSubscription(ctx, input)),
  );
  app.post(
    '/newsletter/unsubscribe',
    route(deps, byLink, (ctx, { input }) => unsubscribe(ctx, input)),
  );
}
