import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/messaging/actions';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { confirmSubscription, subscribe, unsubscribe } from './newsletter';
import { sendNewsletter, stopNewsletter, testNewsletter } from './newsletters';

/** The newsletter form of shop fronts, the links of its letters, and the newsletters themselves. */
export function newsletterRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  // Not `write`: a refusal must not roll back the count of its limit.
  api.on(actions.subscribe, (ctx, { input }) => subscribe(ctx, input.email), { write: false });
  api.on(actions.confirmSubscription, (ctx, { input }) => confirmSubscription(ctx, input));
  api.on(actions.unsubscribe, (ctx, { input }) => unsubscribe(ctx, input));
  api.on(actions.sendNewsletter, (ctx, { params: { key }, body }) => sendNewsletter(ctx, key, body.version));
  api.on(actions.stopNewsletter, (ctx, { params: { key } }) => stopNewsletter(ctx, key));
  api.on(actions.testNewsletter, (ctx, { params: { key } }) => testNewsletter(ctx, key));
}
