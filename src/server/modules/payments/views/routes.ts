import type { FastifyInstance, FastifyReply } from 'fastify';
import * as actions from '@/contract/payments/actions';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { sendParts, startExport } from '@/server/core/http/send-export';
import { openProviders } from '@/server/integrations/acquirers/open-providers';
import { sweepProvider, testProvider } from '../providers/try-provider';
import { lineOrigin } from './line-origin';
import { exportPayments, listPayments } from './list-payments';
import { orderPayments } from './order-payments';
import { originPdf } from './origin-pdf';
import { paymentPdf } from './payment-pdf';
import { paymentTrail } from './payment-trail';
import { providerViews } from './provider-views';

/** Payments to look at: of an order, of all orders, of a provider, and behind a line of the books. */
export function paymentViewRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  // Only their names and methods are used.
  const providers = openProviders(deps, { repeats: 0 });
  api.on(actions.orderPayments, (ctx, { params }) => orderPayments(ctx, params.key));
  api.on(actions.listPayments, (ctx, { query }) => listPayments(ctx, query), { mayLag: true });
  api.on(
    actions.exportPayments,
    async (ctx, { query, reply }) => {
      const { name, type, parts } = await exportPayments(ctx, query);
      return sendParts(reply, await startExport(ctx, reply, parts), { name, type });
    },
    { mayLag: true },
  );
  api.on(actions.providerViews, (ctx) => providerViews(ctx, providers));
  // Not `write`: acquirers are asked outside of transactions.
  api.on(actions.sweepProvider, (ctx, { params }) => sweepProvider(deps, ctx, params.name), { write: false });
  api.on(actions.testProvider, (ctx, { params }) => testProvider(deps, ctx, params.name), { write: false });
  api.on(actions.paymentTrail, (ctx, { params }) => paymentTrail(ctx, params.key));
  api.on(actions.paymentPdf, async (ctx, { params, reply }) =>
    sendPaper(reply, await paymentPdf(ctx, params.key), `payment-${params.key}.pdf`),
  );
  api.on(actions.lineOrigin, (ctx, { params }) => lineOrigin(ctx, params.key));
  api.on(actions.originPdf, async (ctx, { params, reply }) =>
    sendPaper(reply, await originPdf(ctx, params.key), `origin-${params.key}.pdf`),
  );
}

function sendPaper(reply: FastifyReply, content: Buffer, name: string): Buffer {
  reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}"`);
  return content;
}
