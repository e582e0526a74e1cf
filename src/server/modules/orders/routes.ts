import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as actions from '@/contract/orders/actions';
import type { PlaceInput } from '@/contract/orders/schema';
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
import { bulkMoveOrders, previewBulkMove, undoHandovers } from './bulk-move-orders';
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
  api.on(actions.verifyCheckout, (ctx, { input }) => verifyCheckout(ctx, input), {
    before: limitCartChecks,
    write: false,
  });
  api.on(actions.guestOrder, (ctx, { params }) => guestOrder(ctx, params.token));
  api.on(
    actions.placeOrder,
    (ctx, call) =>
      ctx.user && !isRepeatable(ctx, call)
        ? withIdempotencyKey(ctx, call, async () => {
            const order = await placeOrder(ctx, call.input);
            call.reply.code(201);
            return order;
          })
        : placeOnce(ctx, call),
    { before: limitOrders },
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
  api.on(actions.orderByNumber, (ctx, { params }) => orderByNumber(ctx, params.key));
  api.on(actions.orderCounts, (ctx, { query }) => orderCounts(ctx, query), { mayLag: true });
  api.on(actions.lateParts, (ctx) => lateParts(ctx), { mayLag: true });
  // No `write`: each order is moved in a transaction of its own.
  api.on(actions.bulkMoveOrders, (ctx, { body, input }) => bulkMoveOrders(ctx, body, input), {
    write: false,
  });
  api.on(actions.previewBulkMove, (ctx, { body, input }) => previewBulkMove(ctx, body, input));
  api.on(actions.undoHandovers, (ctx, { input }) => undoHandovers(ctx, input), { write: false });
  api.on(actions.setDeliveryDate, (ctx, { params, input }) => setDeliveryDate(ctx, params.key, input));
  api.on(actions.undoShipping, (ctx, { params }) => undoShipping(ctx, params.key));
  api.on(actions.setParcel, (ctx, { params, input }) => setParcel(ctx, params.key, input));
  api.on(actions.orderMarks, (ctx, { params }) => orderMarks(ctx, params.key));
  api.on(actions.putMarks, (ctx, { params, input }) => putMarks(ctx, params.key, input));
  api.on(actions.addNote, (ctx, { params, input }) => addNote(ctx, params.key, input));
  // No `write`: the limit stays counted when the request is refused.
  api.on(actions.resendEmail, (ctx, { params }) => resendEmail(ctx, params.key, params.letter), {
    write: false,
  });
  // By a customer's code. No `write`: limits and wrong attempts stay counted when the request is refused.
  const channels = channelsOf(deps);
  api.on(actions.sendCompletionCode, (ctx, { params }) => sendCompletionCode(ctx, params.key, channels), {
    write: false,
  });
  api.on(actions.completeByCode, (ctx, call) => completeByCode(ctx, call, channels), { write: false });
}

/** Purchased files. */
export function downloadRoutes(app: FastifyInstance, deps: RequestDeps & FileDeps): void {
  const api = router(app, deps);
  const storage = openFiles(deps);
  api.on(actions.listDownloads, (ctx, { query }) => listDownloads(ctx, query));
  api.on(actions.createDownloadUrl, (ctx, { body }) => createDownloadUrl(ctx, body));
  api.on(actions.downloadBought, async (ctx, { params, reply }) => {
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
