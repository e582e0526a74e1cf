import type { FastifyInstance } from 'fastify';
import { isRecord } from '@/contract/core/own-value';
import * as actions from '@/contract/orders/actions';
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
} from './change-gateway';
import { decidePayment } from './receive-payment';

/** Saved cards of the dialect: SBP, the only online gateway, has none (rules/accounts: there are no cards). */
function cardRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.listCards, async () => []);
  const { addCard, changeCard, removeCard, setDefaultCard, savePaymentMethod } = actions;
  for (const action of [addCard, changeCard, removeCard, setDefaultCard, savePaymentMethod])
    api.on(
      action,
      () => {
        throw new AppError('SAVED_CARDS_OFF');
      },
      { write: false },
    );
}

/** Payments. Public, because guests pay too; the services check access to the order. */
export function paymentRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.checkPayment, (ctx, { body }) => checkPayment(ctx, body));
  const ownOrder = (ctx: Ctx, { params, query, body }: Call) =>
    findOwnOrder(ctx, { tracking_number: params.key, token: body.token ?? query.token });
  api.on(actions.paymentState, async (ctx, call) => paymentState(ctx, await ownOrder(ctx, call)), {
    write: true,
  });
  api.on(actions.changeGateway, async (ctx, call) => {
    const id = await ownOrder(ctx, call);
    await countOpening(ctx, id);
    return changeGateway(ctx, id, call.input);
  });
  api.on(actions.decidePayment, (ctx, { params, input }) => decidePayment(ctx, params.key, input));
  cardRoutes(app, deps);
  if (deps.sbpSecret) webhookRoutes(app, deps, deps.sbpSecret);
  if (!deps.demo) return;
  api.on(actions.simulateBank, (ctx, { params, input }) => simulateBank(ctx, params.id, input));
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
