import type { FastifyInstance } from 'fastify';
import { capabilities } from '@/contract/capabilities';
import { adminOnly, adminOwnerStaff, signedIn } from '@/contract/core/permissions';
import { onlineGateways } from '@/contract/orders/online';
import type { Settings } from '@/contract/settings';
import { savedViewsEndpoint } from '@/contract/settings/saved-views';
import { savedViewSchema } from '@/contract/settings/saved-views/schema';
import { isRoubles } from '@/contract/settings/shop-currency';
import type { Ctx } from '@/server/core/context';
import type { DescriptionDeps, LookupDeps, RequestDeps, UploadLimit } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { readWhole } from '@/server/core/numbers';
import { openDelivery } from '@/server/integrations/delivery/open-delivery';
import { onlineWays } from '@/server/integrations/online-ways';
import { channelsOf, type SendSettings } from '@/server/integrations/send-settings';
import { openDirectories } from '@/server/integrations/suggest/open-directories';
import {
  listOutboxMessages,
  retryOutboxMessage,
  retryOutboxMessages,
} from '@/server/modules/messaging/outbox-list';
import { currentAppVersion } from './app-versions';
import { getDeliveryTime, listDeliveryTimes } from './delivery-times';
import { errorTexts } from './error-texts';
import { findBank, findCities, findOrganisations, findPoints, geocode, suggestAddresses } from './lookups';
import { addView, changeView, listViews, removeView } from './saved-views';
import { outsideState, type ServiceSettings } from './services-health';
import { getSettings, saveSettings } from './settings';
import { setApproval } from './terms';

/** Settings and the dictionaries that forms, checkout and the mobile apps read. */
export function settingsRoutes(
  app: FastifyInstance,
  deps: RequestDeps & ServiceSettings & UploadLimit,
): void {
  const api = router(app, deps);
  optionRoutes(app, deps);
  lookupRoutes(app, deps);
  deliveryRoutes(app, deps);
  termRoutes(app, deps);
  healthRoutes(app, deps);
  savedViewRoutes(app, deps);
  api.get('/delivery-times', { allow: 'public' }, (ctx) => listDeliveryTimes(ctx));
  api.get('/delivery-times/:key', { allow: 'public' }, (ctx, { params }) => getDeliveryTime(ctx, params.key));
  api.get('/app-versions/current', { allow: 'public' }, (ctx, { query }) => currentAppVersion(ctx, query));
}

function optionRoutes(
  app: FastifyInstance,
  deps: RequestDeps & DescriptionDeps & SendSettings & UploadLimit,
): void {
  const api = router(app, deps);
  const ways = onlineWays(deps);
  const online = onlineGateways.filter((one) => ways.some(({ gateway }) => gateway === one));
  const holding = online.filter((one) => ways.some((way) => way.gateway === one && way.holdDays !== null));
  // Decided by the environment, never saved.
  const withEnvironment = (settings: Settings): Settings => ({
    ...settings,
    options: {
      ...settings.options,
      useAi: Boolean(deps.aiUrl),
      onlineGateways: isRoubles(settings.options) ? online : [],
      holdingGateways: isRoubles(settings.options) ? holding : [],
      sends: channelsOf(deps),
    },
    // Outside of a demo nobody reads other people's mail.
    capabilities: capabilities.filter((name) => name !== 'outbox' || deps.demo),
  });
  // A panel learns here that its language is not offered any more.
  api.get('/settings', { allow: 'public' }, async (ctx) => ({
    ...withEnvironment(await withProviders(ctx, await getSettings(ctx, deps.uploadMaxBytes))),
    error_texts: await errorTexts(ctx),
  }));
  api.post('/settings', { allow: adminOnly, write: true }, async (ctx, { body }) =>
    withEnvironment(await withProviders(ctx, await saveSettings(ctx, body, deps.uploadMaxBytes))),
  );
}

/** With the services that the sign-in page offers. */
async function withProviders(ctx: Ctx, settings: Settings): Promise<Settings> {
  const signInProviders = await ctx.db
    .selectFrom('sign_in_providers')
    .select(['id', 'name'])
    .where('is_on', '=', true)
    .orderBy('id')
    .execute();
  return { ...settings, options: { ...settings.options, signInProviders } };
}

/** Directories that fill in forms. */
function lookupRoutes(app: FastifyInstance, deps: RequestDeps & LookupDeps): void {
  const api = router(app, deps);
  const directories = openDirectories(deps);
  const options = { allow: adminOwnerStaff };
  api.get('/suggest/address', options, (ctx, { query }) => suggestAddresses(ctx, directories, query.query));
  api.get('/organizations/info', options, (ctx, { query }) => findOrganisations(ctx, directories, query.inn));
  api.get('/banks/info', options, (ctx, { query }) => findBank(ctx, directories, query.bic));
  api.get('/sbp/members', options, () => directories.sbpMembers());
}

/** Proxy of the delivery host; customers use it to choose a point. */
function deliveryRoutes(app: FastifyInstance, deps: RequestDeps & LookupDeps): void {
  const api = router(app, deps);
  const host = openDelivery(deps);
  const options = { allow: signedIn };
  api.get('/cities', options, (ctx, { query }) => findCities(ctx, host, query));
  api.get('/points', options, (ctx, { query }) => findPoints(ctx, host, query));
  api.get('/geocode', options, (ctx, { query }) => geocode(ctx, host, query));
}

function termRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  for (const isApproved of [true, false]) {
    api.post(
      `/${isApproved ? 'approve' : 'disapprove'}-terms-and-conditions`,
      { allow: adminOnly, write: true },
      (ctx, { body }) => setApproval(ctx, readWhole('id', body.id), isApproved),
    );
  }
}

/** Health of the integrations, and the outbox. */
function healthRoutes(app: FastifyInstance, deps: RequestDeps & ServiceSettings): void {
  const api = router(app, deps);
  api.get('/outside', { allow: adminOnly }, (ctx) => outsideState(ctx, deps));
  api.get('/outside/outbox', { allow: adminOnly }, (ctx, { query }) => listOutboxMessages(ctx, query));
  api.post('/outside/outbox/retry', { allow: adminOnly, write: true }, (ctx) => retryOutboxMessages(ctx));
  api.post('/outside/outbox/:id/retry', { allow: adminOnly, write: true }, (ctx, { params }) =>
    retryOutboxMessage(ctx, params.id),
  );
}

/** Saved views of lists; the service checks access to the list and the shop. */
function savedViewRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  const endpoint = `/${savedViewsEndpoint}`;
  api.get(endpoint, { allow: adminOwnerStaff }, (ctx, { query }) => listViews(ctx, query));
  api.post(
    endpoint,
    { allow: adminOwnerStaff, write: true, created: true, body: savedViewSchema },
    (ctx, { body, input }) => addView(ctx, body, input),
  );
  api.update(`${endpoint}/:key`, { allow: adminOwnerStaff, write: true }, (ctx, { params: { key }, body }) =>
    changeView(ctx, key, body),
  );
  api.delete(
    `${endpoint}/:key`,
    { allow: adminOwnerStaff, write: true },
    async (ctx, { params: { key } }) => {
      await removeView(ctx, key);
      return true;
    },
  );
}
