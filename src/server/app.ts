import compress, { type FastifyCompressOptions } from '@fastify/compress';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { resourceNames, resources } from '@/contract';
import { AppError } from './core/errors';
import { apiBase } from './core/files/attachments';
import { attachmentRoutes } from './core/http/attachment-routes';
import { bulkRoutes } from './core/http/bulk-routes';
import { devRoutes } from './core/http/dev-routes';
import { healthRoutes } from './core/http/health-routes';
import { historyRoutes } from './core/http/history-routes';
import { liveRoutes } from './core/http/live-routes';
import { monitoringRoutes } from './core/http/monitoring-routes';
import { resourceRoutes } from './core/http/resource-routes';
import type { Deps } from './core/http/route';
import { createServer } from './core/http/server';
import { keepClean } from './core/jobs/keep-clean';
import { keepReleasing } from './core/jobs/keep-releasing';
import { keepReminding } from './core/jobs/keep-reminding';
import { keepSending } from './core/jobs/keep-sending';
import { keepZone } from './core/jobs/keep-zone';
import { openWatch } from './integrations/health';
import { addressRoutes } from './modules/accounts/address-routes';
import { authRoutes } from './modules/accounts/sign-in/routes';
import { userRoutes } from './modules/accounts/user-routes';
import { attributeRoutes } from './modules/catalogue/attributes/routes';
import { productBulkRoutes } from './modules/catalogue/bulk/routes';
import { categoryRoutes } from './modules/catalogue/categories/routes';
import { descriptionRoutes } from './modules/catalogue/description-routes';
import { productFileRoutes } from './modules/catalogue/import/routes';
import { productReviewRoutes } from './modules/catalogue/moderation/routes';
import { productRoutes } from './modules/catalogue/products/routes';
import { variationRoutes } from './modules/catalogue/variations/routes';
import { feedbackRoutes } from './modules/feedback/routes';
import { activityRoutes } from './modules/insights/activity-routes';
import { analyticsRoutes } from './modules/insights/dashboards/routes';
import { firstStepRoutes } from './modules/insights/first-step-routes';
import { searchRoutes } from './modules/insights/search/routes';
import { ledgerRoutes } from './modules/ledger/routes';
import { withdrawRoutes } from './modules/ledger/withdraw-routes';
import { conversationRoutes } from './modules/messaging/conversations/routes';
import { storeNoticeRoutes } from './modules/messaging/notices/routes';
import { notificationRoutes } from './modules/messaging/notification-routes';
import { checkoutRoutes } from './modules/orders/checkout/routes';
import { orderPaperRoutes } from './modules/orders/documents/routes';
import { downloadRoutes } from './modules/orders/download-routes';
import { orderListRoutes } from './modules/orders/list-routes';
import { paymentRoutes } from './modules/orders/payments/routes';
import { orderRoutes } from './modules/orders/routes';
import { bannerRoutes } from './modules/promotions/banners/routes';
import { couponRoutes } from './modules/promotions/coupons/routes';
import { flashSaleRoutes } from './modules/promotions/flash-sales/routes';
import { refundRoutes } from './modules/refunds/routes';
import { appVersionRoutes } from './modules/settings/app-version-routes';
import { deliveryRoutes } from './modules/settings/delivery-routes';
import { lookupRoutes } from './modules/settings/lookup-routes';
import { settingsRoutes } from './modules/settings/routes';
import { savedViewRoutes } from './modules/settings/saved-view-routes';
import { outsideRoutes } from './modules/settings/service-routes';
import { termRoutes } from './modules/settings/term-routes';
import { ownershipTransferRoutes } from './modules/shops/ownership-transfer-routes';
import { shopRoutes } from './modules/shops/routes';
import { staffRoutes } from './modules/shops/staff-routes';
import { vendorSettingsRoutes } from './modules/shops/vendor-settings-routes';
import { services } from './resource-services';

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
