import type { FastifyInstance, FastifyRequest } from 'fastify';
import { signedIn } from '@/contract/core/permissions';
import { orders } from '@/contract/orders';
import {
  completeSchema,
  deliveryDateSchema,
  editLinesSchema,
  orderNoteSchema,
  type PlaceInput,
  parcelSchema,
  placeSchema,
  verifySchema,
} from '@/contract/orders/schema';
import { type Ctx, isOtherClient } from '@/server/core/context';
import type { FileDeps, RequestDeps } from '@/server/core/deps';
import { AppError } from '@/server/core/errors';
import { nameOf } from '@/server/core/files/attachments';
import { bearerOf, type Call, route } from '@/server/core/http/route';
import { sendStored } from '@/server/core/http/send-stored';
import { idempotencyKey, requestHash, withIdempotencyKey } from '@/server/core/idempotency';
import { openFiles } from '@/server/integrations/files/open-files';
import { countCartCheck } from '@/server/modules/promotions/coupons/cart-checks';
import { addNote } from './add-note';
import { bulkMoveOrders, bulkStatusSchema } from './bulk-move-orders';
import { type PlacedOrder, placeOrder } from './checkout/place-order';
import { limitOrderAttempts, verifyCheckout } from './checkout/verify-checkout';
import { completeByCode, sendCompletionCode } from './complete-by-code';
import { createDownloadUrl, listDownloads, openDownloadToken } from './downloads';
import { editLines, sendLinesCode } from './edit-lines';
import { guestOrder, newGuestToken, placeOnceForGuest } from './guest-orders';
import { orderByNumber, orderCounts } from './orders';
import { resendEmail } from './resend-email';
import { setDeliveryDate } from './set-delivery-date';
import { setParcel } from './set-parcel';
import { lateParts } from './ship-by/late-parts';
import { undoShipping } from './shipping/undo-shipping';

/** Checkout. Public, because guests buy too; the services decide who may do what. */
export function checkoutRoutes(app: FastifyInstance, deps: RequestDeps): void {
  app.post(
    '/orders/checkout/verify',
    route(deps, { allow: 'public', before: limitCartChecks, body: verifySchema }, (ctx, { input }) =>
      verifyCheckout(ctx, input),
    ),
  );
  app.get(
    '/orders/guest/:token',
    route(deps, { allow: 'public' }, (ctx, { params }) => guestOrder(ctx, params.token ?? '')),
  );
  app.post(
    '/orders',
    route(deps, { allow: 'public', write: true, before: limitOrders, body: placeSchema }, (ctx, call) =>
      ctx.user
        ? withIdempotencyKey(ctx, call, async () => {
            const order = await placeOrder(ctx, call.input);
            call.reply.code(201);
            return order;
          })
        : placeAsGuest(ctx, call),
    ),
  );
}

async function limitCartChecks(ctx: Ctx, { request }: Call): Promise<void> {
  assertLiveSession(ctx, request);
  await countCartCheck(ctx);
}

async function limitOrders(ctx: Ctx, { request, body }: Call): Promise<void> {
  assertLiveSession(ctx, request);
  await limitOrderAttempts(ctx, body);
  if (ctx.user?.mustVerifyEmail) throw new AppError('EMAIL_NOT_VERIFIED');
}

/** An expired session gets an error instead of silently buying as a guest. */
function assertLiveSession(ctx: Ctx, request: FastifyRequest): void {
  if (bearerOf(request) && !ctx.user) throw new AppError('NOT_AUTHENTICATED');
}

async function placeAsGuest(
  ctx: Ctx,
  { request, reply, body, input }: Call<PlaceInput>,
): Promise<PlacedOrder> {
  const key = idempotencyKey(request);
  if (key === undefined) {
    const order = await placeOrder(ctx, input, newGuestToken());
    reply.code(201);
    return asGuestReads(ctx, order);
  }
  const guestRequest = {
    key,
    contact: String(body.customer_contact ?? ''),
    hash: requestHash({ request, body }),
  };
  const { order, isReplay } = await placeOnceForGuest(ctx, guestRequest, (token) =>
    placeOrder(ctx, input, token),
  );
  reply.code(201);
  if (isReplay) reply.header('idempotency-replayed', 'true');
  return asGuestReads(ctx, order);
}

/**
 * Shop fronts open the page of an order by the number that they got. A guest's number can be guessed, so a guest gets the
 * secret in its place; the page then shows the number.
 */
function asGuestReads(ctx: Ctx, order: PlacedOrder): PlacedOrder {
  const { guest_token } = order;
  return isOtherClient(ctx) && guest_token ? { ...order, tracking_number: guest_token } : order;
}

/** Actions on an order besides the family's own `PUT orders/{id}`. */
export function orderRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const allow = orders.allow.update;
  app.get(
    '/orders/tracking-number/:key',
    route(deps, { allow: 'public' }, (ctx, { params }) => orderByNumber(ctx, params.key ?? '')),
  );
  app.get(
    '/orders/counts',
    route(deps, { allow: orders.allow.list, mayLag: true }, (ctx, { query }) => orderCounts(ctx, query)),
  );
  app.get(
    '/orders/late',
    route(deps, { allow, mayLag: true }, (ctx) => lateParts(ctx)),
  );
  // No `write`: each order is moved in a transaction of its own.
  app.post(
    '/orders/bulk/status',
    route(deps, { allow, body: bulkStatusSchema }, (ctx, { body, input }) =>
      bulkMoveOrders(ctx, body, input),
    ),
  );
  app.post(
    '/orders/:key/delivery-date',
    route(deps, { allow, write: true, body: deliveryDateSchema }, (ctx, { params, input }) =>
      setDeliveryDate(ctx, params.key ?? '', input),
    ),
  );
  app.post(
    '/orders/:key/undo',
    route(deps, { allow, write: true }, (ctx, { params }) => undoShipping(ctx, params.key ?? '')),
  );
  app.put(
    '/orders/:key/parcel',
    route(deps, { allow, write: true, body: parcelSchema }, (ctx, { params, input }) =>
      setParcel(ctx, params.key ?? '', input),
    ),
  );
  app.post(
    '/orders/:key/notes',
    route(deps, { allow, write: true, body: orderNoteSchema }, (ctx, { params, input }) =>
      addNote(ctx, params.key ?? '', input),
    ),
  );
  // No `write`: the limit stays counted when the request is refused.
  app.post(
    '/orders/:key/letters/:letter/resend',
    route(deps, { allow }, (ctx, { params }) => resendEmail(ctx, params.key ?? '', params.letter ?? '')),
  );
  codeRoutes(app, deps);
}

/** Actions by a customer's code. No `write`: limits and wrong attempts stay counted when the request is refused. */
function codeRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const allow = orders.allow.update;
  app.put(
    '/orders/:key/lines',
    route(deps, { allow, body: editLinesSchema }, (ctx, { params, input }) =>
      editLines(ctx, params.key ?? '', input),
    ),
  );
  app.post(
    '/orders/:key/lines/code',
    route(deps, { allow, body: editLinesSchema }, (ctx, { params, input }) =>
      sendLinesCode(ctx, params.key ?? '', input),
    ),
  );
  app.post(
    '/orders/:key/code',
    route(deps, { allow }, (ctx, { params }) => sendCompletionCode(ctx, params.key ?? '')),
  );
  app.post(
    '/orders/:key/complete',
    route(deps, { allow, body: completeSchema }, (ctx, { params, input }) =>
      completeByCode(ctx, params.key ?? '', input),
    ),
  );
}

/** Purchased files. */
export function downloadRoutes(app: FastifyInstance, deps: RequestDeps & FileDeps): void {
  const storage = openFiles(deps);
  app.get(
    '/downloads',
    route(deps, { allow: signedIn }, (ctx, { query }) => listDownloads(ctx, query)),
  );
  app.post(
    '/downloads/digital_file',
    route(deps, { allow: signedIn, write: true }, (ctx, { body }) => createDownloadUrl(ctx, body)),
  );
  app.get(
    '/download_url/token/:token',
    route(deps, { allow: 'public' }, async (ctx, { params, reply }) => {
      const { file, redeem } = await openDownloadToken(ctx, params.token ?? '');
      const content = await storage.get(file.path);
      // A missing file does not use up the token.
      if (!content) throw new AppError('UNAVAILABLE');
      if (!(await redeem())) {
        content.stream.destroy();
        throw new AppError('NOT_FOUND');
      }
      // No range requests: the token is valid for one request.
      return sendStored(reply, content, { name: nameOf(file), cache: 'private, no-store' });
    }),
  );
}
