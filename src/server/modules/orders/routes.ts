import type { FastifyInstance, FastifyRequest } from 'fastify';
import { signedIn } from '@/contract/core/permissions';
import { orders } from '@/contract/orders';
import { orderMarksSchema } from '@/contract/orders/marks';
import {
  completeSchema,
  deliveryDateSchema,
  orderNoteSchema,
  type PlaceInput,
  parcelSchema,
  placeSchema,
  undoHandoversSchema,
  verifySchema,
} from '@/contract/orders/schema';
import { type Ctx, isOtherClient } from '@/server/core/context';
import type { FileDeps, RequestDeps } from '@/server/core/deps';
import { AppError } from '@/server/core/errors';
import { attachmentName } from '@/server/core/files/attachments';
import { bearerToken, type Call, router } from '@/server/core/http/route';
import { sendStored } from '@/server/core/http/send-stored';
import { idempotencyKey, requestHash, withIdempotencyKey } from '@/server/core/idempotency';
import { openFiles } from '@/server/integrations/files/open-files';
import { channelsOf } from '@/server/integrations/send-settings';
import { countCartCheck } from '@/server/modules/promotions/coupons/cart-checks';
import { addNote } from './add-note';
import { bulkMoveOrders, bulkStatusSchema, previewBulkMove, undoHandovers } from './bulk-move-orders';
import { type PlacedOrder, placeOrder } from './checkout/place-order';
import { limitOrderAttempts, verifyCheckout } from './checkout/verify-checkout';
import { completeByCode, sendCompletionCode } from './complete-by-code';
import { createDownloadUrl, listDownloads, openDownloadToken } from './downloads';
import { guestOrder, placeOnceByContact, repeatOf } from './guest-orders';
import { orderMarks, putMarks } from './marks/order-marks';
import { orderByNumber, orderCounts } from './orders';
import { ownGateway } from './payments/change-gateway';
import { worksOnOrders } from './policy';
import { resendEmail } from './resend-email';
import { lateParts } from './ship-by/late-parts';
import { setDeliveryDate } from './shipping/set-delivery-date';
import { setParcel } from './shipping/set-parcel';
import { undoShipping } from './shipping/undo-shipping';

/** Whether codes reach people. */
type SentDeps = RequestDeps & Parameters<typeof channelsOf>[0];

/** Checkout. Public, because guests buy too; the services decide who may do what. */
export function checkoutRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.post(
    '/orders/checkout/verify',
    { allow: 'public', before: limitCartChecks, body: verifySchema },
    (ctx, { input }) => verifyCheckout(ctx, input),
  );
  api.get('/orders/guest/:token', { allow: 'public' }, (ctx, { params }) => guestOrder(ctx, params.token));
  api.post(
    '/orders',
    { allow: 'public', write: true, before: limitOrders, body: placeSchema },
    (ctx, call) =>
      ctx.user && !isRepeatable(ctx, call)
        ? withIdempotencyKey(ctx, call, async () => {
            const order = await placeOrder(ctx, call.input);
            call.reply.code(201);
            return order;
          })
        : placeOnce(ctx, call),
  );
}

/** Other clients send no keys; who takes orders for others may take the same one twice. */
const isRepeatable = (ctx: Ctx, { request }: Call) =>
  isOtherClient(ctx) && idempotencyKey(request) === undefined && !worksOnOrders(ctx);

async function limitCartChecks(ctx: Ctx, { request }: Call): Promise<void> {
  assertLiveSession(ctx, request);
  await countCartCheck(ctx);
}

async function limitOrders(ctx: Ctx, { request, body }: Call): Promise<void> {
  body.payment_gateway = await ownGateway(ctx, body.payment_gateway);
  assertLiveSession(ctx, request);
  await limitOrderAttempts(ctx, body);
  if (ctx.user?.mustVerifyEmail) throw new AppError('EMAIL_NOT_VERIFIED');
}

/** An expired session gets an error instead of silently buying as a guest. */
function assertLiveSession(ctx: Ctx, request: FastifyRequest): void {
  if (bearerToken(request) && !ctx.user) throw new AppError('NOT_AUTHENTICATED');
}

async function placeOnce(ctx: Ctx, { request, reply, body, input }: Call<PlaceInput>): Promise<PlacedOrder> {
  const key = idempotencyKey(request);
  const { user } = ctx;
  const contact = user ? `account ${user.id}` : String(body.customer_contact ?? '');
  const asked =
    key === undefined
      ? { ...repeatOf(input), ...(user && { contact }) }
      : { key, contact, hash: requestHash({ request, body }) };
  const { order, isReplay } = await placeOnceByContact(ctx, asked, (token) =>
    placeOrder(ctx, input, user ? undefined : token),
  );
  reply.code(201);
  if (isReplay) reply.header('idempotency-replayed', 'true');
  if (!user) return asGuestReads(ctx, order);
  const { guest_token: _none, ...own } = order;
  return own;
}

/**
 * Shop fronts open the page of an order by the number that they got. A guest's number can be guessed, so a guest gets the
 * secret in its place, here and on that page.
 */
function asGuestReads(ctx: Ctx, order: PlacedOrder): PlacedOrder {
  const { guest_token } = order;
  return isOtherClient(ctx) && guest_token ? { ...order, tracking_number: guest_token } : order;
}

/** Actions on an order besides the family's own `PUT orders/{id}`. */
export function orderRoutes(app: FastifyInstance, deps: SentDeps): void {
  const api = router(app, deps);
  const allow = orders.allow.update;
  const write = { allow, write: true } as const;
  api.get('/orders/tracking-number/:key', { allow: 'public' }, (ctx, { params }) =>
    orderByNumber(ctx, params.key),
  );
  api.get('/orders/counts', { allow: orders.allow.list, mayLag: true }, (ctx, { query }) =>
    orderCounts(ctx, query),
  );
  api.get('/orders/late', { allow, mayLag: true }, (ctx) => lateParts(ctx));
  // No `write`: each order is moved in a transaction of its own.
  api.post('/orders/bulk/status', { allow, body: bulkStatusSchema }, (ctx, { body, input }) =>
    bulkMoveOrders(ctx, body, input),
  );
  api.post('/orders/bulk/status/preview', { ...write, body: bulkStatusSchema }, (ctx, { body, input }) =>
    previewBulkMove(ctx, body, input),
  );
  api.post('/orders/bulk/undo', { allow, body: undoHandoversSchema }, (ctx, { input }) =>
    undoHandovers(ctx, input),
  );
  api.post('/orders/:key/delivery-date', { ...write, body: deliveryDateSchema }, (ctx, { params, input }) =>
    setDeliveryDate(ctx, params.key, input),
  );
  api.post('/orders/:key/undo', write, (ctx, { params }) => undoShipping(ctx, params.key));
  api.put('/orders/:key/parcel', { ...write, body: parcelSchema }, (ctx, { params, input }) =>
    setParcel(ctx, params.key, input),
  );
  api.get('/orders/:key/marks', { allow }, (ctx, { params }) => orderMarks(ctx, params.key));
  api.put('/orders/:key/marks', { ...write, body: orderMarksSchema }, (ctx, { params, input }) =>
    putMarks(ctx, params.key, input),
  );
  api.post('/orders/:key/notes', { ...write, body: orderNoteSchema }, (ctx, { params, input }) =>
    addNote(ctx, params.key, input),
  );
  // No `write`: the limit stays counted when the request is refused.
  api.post('/orders/:key/letters/:letter/resend', { allow }, (ctx, { params }) =>
    resendEmail(ctx, params.key, params.letter),
  );
  // By a customer's code. No `write`: limits and wrong attempts stay counted when the request is refused.
  const channels = channelsOf(deps);
  api.post('/orders/:key/code', { allow }, (ctx, { params }) =>
    sendCompletionCode(ctx, params.key, channels),
  );
  api.post('/orders/:key/complete', { allow, body: completeSchema }, (ctx, call) =>
    completeByCode(ctx, call, channels),
  );
}

/** Purchased files. */
export function downloadRoutes(app: FastifyInstance, deps: RequestDeps & FileDeps): void {
  const api = router(app, deps);
  const storage = openFiles(deps);
  api.get('/downloads', { allow: signedIn }, (ctx, { query }) => listDownloads(ctx, query));
  api.post('/downloads/digital_file', { allow: signedIn, write: true }, (ctx, { body }) =>
    createDownloadUrl(ctx, body),
  );
  api.get('/download_url/token/:token', { allow: 'public' }, async (ctx, { params, reply }) => {
    const { file, redeem } = await openDownloadToken(ctx, params.token);
    const content = await storage.get(file.path);
    // A missing file does not use up the token.
    if (!content) throw new AppError('UNAVAILABLE');
    if (!(await redeem())) {
      content.stream.destroy();
      throw new AppError('NOT_FOUND');
    }
    // No range requests: the token is valid for one request.
    return sendStored(reply, content, { name: attachmentName(file), cache: 'private, no-store' });
  });
}
