import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Ctx } from '@/server/core/context';
import { AppError } from '@/server/core/errors';
import { type Deps, route } from '@/server/core/http/route';
import { withIdempotencyKey } from '@/server/core/idempotency';
import { guestOrder, onceForGuest } from '../guest-orders';
import { placeOrder } from './place-order';
import { guardOrder, verifyCheckout } from './verify-checkout';

/** Checkout (reference endpoints §9): open to all, because guests may buy; who may what is decided behind the doors. */
export function checkoutRoutes(app: FastifyInstance, deps: Deps): void {
  app.post(
    '/orders/checkout/verify',
    route(deps, { allow: 'public' }, (ctx, { body, request }) => {
      assertLiveSession(ctx, request);
      return verifyCheckout(ctx, body);
    }),
  );
  app.get(
    '/orders/guest/:token',
    route(deps, { allow: 'public' }, (ctx, { params }) => guestOrder(ctx, params.token ?? '')),
  );
  // What is tried is counted outside of the transaction: a refusal would take the count with it.
  const guard = route(deps, { allow: 'public' }, (ctx, { body, request }) => {
    assertLiveSession(ctx, request);
    return guardOrder(ctx, body);
  });
  app.post(
    '/orders',
    {
      preHandler: async (request, reply) => {
        await guard(request, reply);
      },
    },
    route(deps, { allow: 'public', write: true }, (ctx, call) => {
      const run = async (guestToken?: string) => {
        const order = await placeOrder(ctx, call.body, guestToken);
        call.reply.code(201);
        return order;
      };
      return ctx.user ? withIdempotencyKey(ctx, call, run) : onceForGuest(ctx, call, run);
    }),
  );
}

/** Whose session has ended is told so, and does not buy as a guest unawares. */
function assertLiveSession(ctx: Ctx, { headers }: FastifyRequest): void {
  if (headers.authorization && !ctx.user) throw new AppError('NOT_AUTHENTICATED');
}
