import type { FastifyInstance } from 'fastify';
import { isRecord } from '@/contract/core/own-value';
import { adminOnly, signedIn } from '@/contract/core/permissions';
import { changeGatewaySchema, decidePaymentSchema } from '@/contract/orders/schema';
import type { Ctx } from '@/server/core/context';
import type { RequestDeps } from '@/server/core/deps';
import { AppError } from '@/server/core/errors';
import { type Call, route, router } from '@/server/core/http/route';
import { parseJson } from '@/server/core/json-record';
import { isSignedSbp } from '@/server/integrations/sbp/sbp-payments';
import {
  changeGateway,
  checkPayment,
  countOpening,
  findOwnOrder,
  paymentState,
  receiveSbpEvent,
  simulateBank,
  simulationSchema,
} from './change-gateway';
import { decidePayment } from './receive-payment';

/** Saved cards of the dialect: SBP, the only online gateway, has none (rules/accounts: there are no cards). */
function cardRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.get('/cards', { allow: signedIn }, async () => []);
  const refuse = route(deps, { allow: signedIn }, async () => {
    throw new AppError('SAVED_CARDS_OFF');
  });
  for (const path of ['/cards', '/set-default-card', '/save-payment-method']) app.post(path, refuse);
  app.route({ method: ['PUT', 'DELETE'], url: '/cards/:key', handler: refuse });
}

/** Payments. Public, because guests pay too; the services check access to the order. */
export function paymentRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  const byAdmin = { allow: adminOnly, write: true } as const;
  api.post('/orders/payment', { allow: 'public', write: true }, (ctx, { body }) => checkPayment(ctx, body));
  const ownOrder = (ctx: Ctx, { params, query, body }: Call) =>
    findOwnOrder(ctx, { tracking_number: params.key, token: body.token ?? query.token });
  api.get('/orders/:key/payment', { allow: 'public', write: true }, async (ctx, call) =>
    paymentState(ctx, await ownOrder(ctx, call)),
  );
  api.put(
    '/orders/:key/gateway',
    { allow: 'public', write: true, body: changeGatewaySchema },
    async (ctx, call) => {
      const id = await ownOrder(ctx, call);
      await countOpening(ctx, id);
      return changeGateway(ctx, id, call.input);
    },
  );
  api.post(
    '/orders/:key/payment-decision',
    { ...byAdmin, body: decidePaymentSchema },
    (ctx, { params, input }) => decidePayment(ctx, params.key, input),
  );
  cardRoutes(app, deps);
  if (deps.sbpSecret) webhookRoutes(app, deps, deps.sbpSecret);
  if (!deps.demo) return;
  api.post('/dev/payments/:id', { ...byAdmin, body: simulationSchema }, (ctx, { params, input }) =>
    simulateBank(ctx, params.id, input),
  );
}

/** Own scope with a raw body parser: the signature covers the exact bytes. */
function webhookRoutes(app: FastifyInstance, deps: RequestDeps, secret: string): void {
  void app.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
      done(null, { text: String(text) });
    });
    scope.post(
      '/webhooks/sbp',
      route(deps, { allow: 'public', write: true }, (ctx, { body, request }) => {
        const text = String(body.text ?? '');
        if (!isSignedSbp(secret, text, request.headers['x-signature'])) throw new AppError('FORBIDDEN');
        return receiveSbpEvent(ctx, parseBody(text));
      }),
    );
  });
}

function parseBody(text: string): Record<string, unknown> {
  const value = parseJson(text);
  if (!isRecord(value)) throw new AppError('BAD_REQUEST');
  return value;
}
