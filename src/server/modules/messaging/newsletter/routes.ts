import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import { newsletterLinkSchema, subscribeSchema } from '@/contract/messaging/newsletter-subscribers/schema';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { confirmSubscription, subscribe, unsubscribe } from './newsletter';
import { sendNewsletter, stopNewsletter, testNewsletter } from './newsletters';

/** The newsletter form of shop fronts, the links of its letters, and the newsletters themselves. */
export function newsletterRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  // Not `write`: a refusal must not roll back the count of its limit.
  api.post('/subscribe-to-newsletter', { allow: 'public', body: subscribeSchema }, (ctx, { input }) =>
    subscribe(ctx, input.email),
  );
  const byLink = { allow: 'public', write: true, body: newsletterLinkSchema } as const;
  api.post('/newsletter/confirm', byLink, (ctx, { input }) => confirmSubscription(ctx, input));
  api.post('/newsletter/unsubscribe', byLink, (ctx, { input }) => unsubscribe(ctx, input));

  const byAdmin = { allow: adminOnly, write: true } as const;
  api.post('/newsletters/:key/send', byAdmin, (ctx, { params: { key }, body }) =>
    sendNewsletter(ctx, key, body.version),
  );
  api.post('/newsletters/:key/stop', byAdmin, (ctx, { params: { key } }) => stopNewsletter(ctx, key));
  api.post('/newsletters/:key/test', byAdmin, (ctx, { params: { key } }) => testNewsletter(ctx, key));
}
