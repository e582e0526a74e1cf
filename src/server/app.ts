import compress, { type FastifyCompressOptions } from '@fastify/compress';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { resourceNames, resources } from '@/contract';
import { AppError } from './errors';
import { bulkRoutes } from './http/bulk-routes';
import type { Deps } from './http/handle';
import { keepClean } from './http/keep-clean';
import { keepReleasing } from './http/keep-releasing';
import { keepReminding } from './http/keep-reminding';
import { keepSending } from './http/keep-sending';
import { keepZone } from './http/keep-zone';
import { resourceRoutes } from './http/resource-routes';
import { activityRoutes } from './http/routes/activity';
import { addressRoutes } from './http/routes/addresses';
import { analyticsRoutes } from './http/routes/analytics';
import { appVersionRoutes } from './http/routes/app-versions';
import { attachmentRoutes } from './http/routes/attachments';
import { attributeRoutes } from './http/routes/attributes';
import { authRoutes } from './http/routes/auth';
import { bannerRoutes } from './http/routes/banners';
import { categoryRoutes } from './http/routes/categories';
import { checkoutRoutes } from './http/routes/checkout';
import { conversationRoutes } from './http/routes/conversations';
import { couponRoutes } from './http/routes/coupons';
import { deliveryRoutes } from './http/routes/delivery';
import { descriptionRoutes } from './http/routes/descriptions';
import { devRoutes } from './http/routes/dev';
import { downloadRoutes } from './http/routes/downloads';
import { feedbackRoutes } from './http/routes/feedback';
import { firstStepRoutes } from './http/routes/first-steps';
import { flashSaleRoutes } from './http/routes/flash-sale';
import { healthRoutes } from './http/routes/health';
import { historyRoutes } from './http/routes/history';
import { ledgerRoutes } from './http/routes/ledger';
import { liveRoutes } from './http/routes/live';
import { lookupRoutes } from './http/routes/lookups';
import { monitoringRoutes } from './http/routes/monitoring';
import { notificationRoutes } from './http/routes/notifications';
import { orderListRoutes } from './http/routes/order-lists';
import { orderPaperRoutes } from './http/routes/order-papers';
import { orderRoutes } from './http/routes/orders';
import { outsideRoutes } from './http/routes/outside';
import { ownershipTransferRoutes } from './http/routes/ownership-transfers';
import { paymentRoutes } from './http/routes/payments';
import { productBulkRoutes } from './http/routes/product-bulk';
import { productFileRoutes } from './http/routes/product-files';
import { productReviewRoutes } from './http/routes/product-reviews';
import { productRoutes } from './http/routes/products';
import { refundRoutes } from './http/routes/refunds';
import { savedViewRoutes } from './http/routes/saved-views';
import { searchRoutes } from './http/routes/search';
import { settingsRoutes } from './http/routes/settings';
import { shopRoutes } from './http/routes/shops';
import { staffRoutes } from './http/routes/staffs';
import { storeNoticeRoutes } from './http/routes/store-notices';
import { termRoutes } from './http/routes/terms';
import { userRoutes } from './http/routes/users';
import { variationRoutes } from './http/routes/variations';
import { vendorSettingsRoutes } from './http/routes/vendor-settings';
import { withdrawRoutes } from './http/routes/withdraws';
import { createServer } from './http/server';
import { openWatch } from './outside/watch';
import { services } from './services';
import { apiBase } from './services/attachments';

/** The whole API as a value (design §2): callable with `inject`, or listening. Everything lies below `/admin/rest`. */
export async function createApp(given: Deps): Promise<FastifyInstance> {
  const deps = { ...given, watch: given.watch ?? openWatch(given) };
  const app = createServer(deps);
  await app.register((api) => apiRoutes(api, deps), { prefix: apiBase });
  await monitoringRoutes(app, deps);
  keepClean(app, deps);
  keepReminding(app, deps);
  keepReleasing(app, deps);
  keepZone(app, deps);
  keepSending(app, deps);
  return app;
}

/** Answers, never pictures, which are compressed already; bodies of requests are read as they come: a bomb stays small. */
const compression = {
  threshold: 1024,
  encodings: ['br', 'gzip'],
  customTypes: /^(application\/json|text\/csv)/,
  globalDecompression: false,
} satisfies FastifyCompressOptions;

async function apiRoutes(api: FastifyInstance, deps: Deps): Promise<void> {
  if (deps.corsOrigins.length > 0)
    await api.register(cors, {
      origin: deps.corsOrigins,
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: ['retry-after', 'x-request-id'],
    });
  await api.register(compress, compression);
  acceptEmptyBodies(api);
  api.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  api.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  // A route and not the handler for what is not found: beside the web every address below /admin is a page's.
  for (const path of ['/', '/*']) {
    api.all(path, () => {
      throw new AppError('NOT_FOUND');
    });
  }

  healthRoutes(api, deps);
  authRoutes(api, deps);
  devRoutes(api, deps);
  settingsRoutes(api, deps);
  historyRoutes(api, deps);
  activityRoutes(api, deps);
  firstStepRoutes(api, deps);
  searchRoutes(api, deps);
  shopRoutes(api, deps);
  ownershipTransferRoutes(api, deps);
  outsideRoutes(api, deps);
  lookupRoutes(api, deps);
  deliveryRoutes(api, deps);
  descriptionRoutes(api, deps);
  productBulkRoutes(api, deps);
  productFileRoutes(api, deps);
  productReviewRoutes(api, deps);
  couponRoutes(api, deps);
  conversationRoutes(api, deps);
  feedbackRoutes(api, deps);
  orderPaperRoutes(api, deps);
  checkoutRoutes(api, deps);
  storeNoticeRoutes(api, deps);
  notificationRoutes(api, deps);
  appVersionRoutes(api, deps);
  bannerRoutes(api, deps);
  categoryRoutes(api, deps);
  termRoutes(api, deps);
  flashSaleRoutes(api, deps);
  productRoutes(api, deps);
  await attachmentRoutes(api, deps);
  attributeRoutes(api, deps);
  userRoutes(api, deps);
  addressRoutes(api, deps);
  withdrawRoutes(api, deps);
  ledgerRoutes(api, deps);
  analyticsRoutes(api, deps);
  liveRoutes(api, deps);
  refundRoutes(api, deps);
  orderRoutes(api, deps);
  paymentRoutes(api, deps);
  downloadRoutes(api, deps);
  orderListRoutes(api, deps);
  staffRoutes(api, deps);
  vendorSettingsRoutes(api, deps);
  variationRoutes(api, deps);
  savedViewRoutes(api, deps);
  for (const name of resourceNames) {
    resourceRoutes(api, deps, resources[name], services[name]);
    bulkRoutes(api, deps, resources[name], services[name]);
  }
}

/** Clients of this dialect send an empty body with a JSON content type on DELETE and POST: it means `{}`. */
function acceptEmptyBodies(api: FastifyInstance): void {
  const parse = api.getDefaultJsonParser('error', 'error');
  api.removeContentTypeParser('application/json');
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, {});
    else void parse(request, String(text), done);
  });
}
