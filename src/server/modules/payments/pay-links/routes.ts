import type { FastifyInstance } from 'fastify';
import * as actions from '@/contract/payments/actions';
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
  api.on(actions.createLink, (ctx, { params, input }) => createLink(ctx, params.key, input), {
    write: false,
  });
  api.on(actions.listSentLinks, (ctx, { params }) => listSentLinks(ctx, params.key));
  // No `write`: the acquirer is asked outside of transactions.
  api.on(actions.checkPayment, (ctx, { params }) => checkPayment(deps, ctx, params.key), {
    before: limitChecks,
    write: false,
  });
  api.on(actions.readLink, (ctx, { params }) => readLink(ctx, params.secret), { before: limitReads });
  api.on(actions.openLink, (ctx, { params, input }) => openLink(deps, ctx, params.secret, input), {
    before: limitReads,
    write: false,
  });
}

/** Each asks the acquirer. */
async function limitChecks(ctx: Ctx): Promise<void> {
  await consume(ctx, { key: `payment-check:${identifyRequester(ctx)}`, hits: 30, minutes: 1 });
}

/** Public: a page that waits asks a few times a minute. */
async function limitReads(ctx: Ctx): Promise<void> {
  await consume(ctx, { key: `payment-links:${identifyRequester(ctx)}`, hits: 120, minutes: 1 });
}
