import type { FastifyInstance, FastifyReply } from 'fastify';
import { adminOnly, moneyReaders } from '@/contract/core/permissions';
import { orders } from '@/contract/orders';
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
  api.get('/orders/:key/payments', { allow: orders.allow.update }, (ctx, { params }) =>
    orderPayments(ctx, params.key),
  );
  api.get('/payments', { allow: adminOnly, mayLag: true }, (ctx, { query }) => listPayments(ctx, query));
  api.get('/payments/export', { allow: adminOnly, mayLag: true }, async (ctx, { query, reply }) => {
    const { name, type, parts } = await exportPayments(ctx, query);
    return sendParts(reply, await startExport(ctx, reply, parts), { name, type });
  });
  api.get('/payments/providers', { allow: adminOnly }, (ctx) => providerViews(ctx, providers));
  // Not `write`: acquirers are asked outside of transactions.
  api.post('/payments/providers/:name/sweep', { allow: adminOnly }, (ctx, { params }) =>
    sweepProvider(deps, ctx, params.name),
  );
  api.post('/payments/providers/:name/test', { allow: adminOnly }, (ctx, { params }) =>
    testProvider(deps, ctx, params.name),
  );
  api.get('/payments/:key', { allow: adminOnly }, (ctx, { params }) => paymentTrail(ctx, params.key));
  api.get('/payments/:key/pdf', { allow: adminOnly }, async (ctx, { params, reply }) =>
    sendPaper(reply, await paymentPdf(ctx, params.key), `payment-${params.key}.pdf`),
  );
  api.get('/ledger/lines/:key/origin', { allow: moneyReaders }, (ctx, { params }) =>
    lineOrigin(ctx, params.key),
  );
  api.get('/ledger/lines/:key/origin/pdf', { allow: moneyReaders }, async (ctx, { params, reply }) =>
    sendPaper(reply, await originPdf(ctx, params.key), `origin-${params.key}.pdf`),
  );
}

function sendPaper(reply: FastifyReply, content: Buffer, name: string): Buffer {
  reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}"`);
  return content;
}
