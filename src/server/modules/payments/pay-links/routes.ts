import type { FastifyInstance } from 'fastify';
import { adminOnly } from '@/contract/core/permissions';
import { orders } from '@/contract/orders';
import { openLinkSchema, paymentLinkSchema } from '@/contract/payments/links';
import type { Ctx } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { consume, identifyRequester } from '@/server/core/rate-limits';
import { checkPayment } from '../attempts/check-payment';
import { createLink } from './create-link';
import { openLink, readLink } from './read-link';
import { listSentLinks } from './sent-links';

/** Links by which whoever has them pays an order. */
export function payLinkRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  // No `write`: limits stay counted when the request is refused.
  api.post(
    '/orders/:key/payment-links',
    { allow: orders.allow.update, body: paymentLinkSchema },
    (ctx, { params, input }) => createLink(ctx, params.key, input),
  );
  api.get('/orders/:key/payment-links', { allow: orders.allow.update }, (ctx, { params }) =>
    listSentLinks(ctx, params.key),
  );
  // No `write`: the acquirer is asked outside of transactions.
  api.post('/orders/:key/payment-check', { allow: adminOnly, before: limitChecks }, (ctx, { params }) =>
    checkPayment(deps, ctx, params.key),
  );
  api.get('/payment-links/:secret', { allow: 'public', before: limitReads }, (ctx, { params }) =>
    readLink(ctx, params.secret),
  );
  api.post(
    '/payment-links/:secret',
    { allow: 'public', before: limitReads, body: openLinkSchema },
    (ctx, { params, input }) => openLink(deps, ctx, params.secret, input),
  );
}

/** Each asks the acquirer. */
async function limitChecks(ctx: Ctx): Promise<void> {
  await consume(ctx, { key: `payment-check:${identifyRequester(ctx)}`, hits: 30, minutes: 1 });
}

/** Public: a page that waits asks a few times a minute. */
async function limitReads(ctx: Ctx): Promise<void> {
  await consume(ctx, { key: `payment-links:${identifyRequester(ctx)}`, hits: 120, minutes: 1 });
}
