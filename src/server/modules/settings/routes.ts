import type { FastifyInstance } from 'fastify';
import { capabilities } from '@/contract/capabilities';
import { gatewaySwitches, type OnlineGateway, onlineGateways } from '@/contract/orders/online';
import type { Settings, SettingsOptions } from '@/contract/settings';
import * as actions from '@/contract/settings/actions';
import { isRoubles } from '@/contract/settings/shop-currency';
import { type Ctx, isOtherClient } from '@/server/core/context';
import type { DescriptionDeps, LookupDeps, RequestDeps, UploadLimit } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { type JsonRecord, toRecord } from '@/server/core/json-record';
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
import { deliverySlots, getDeliveryTime, isUsualSlot, listDeliveryTimes } from './delivery-times';
import { errorTexts } from './error-texts';
import { findBank, findCities, findOrganisations, findPoints, geocode, suggestAddresses } from './lookups';
import { addView, changeView, listViews, removeView } from './saved-views';
import { outsideState, type ServiceSettings } from './services-health';
import { getSettings, saveSettings } from './settings';
import { setApproval } from './terms';
import { countTestLetter, sendTestLetter } from './test-mail';

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
  api.on(actions.listDeliveryTimes, (ctx) => listDeliveryTimes(ctx));
  api.on(actions.getDeliveryTime, (ctx, { params }) => getDeliveryTime(ctx, params.key));
  api.on(actions.currentAppVersion, (ctx, { query }) => currentAppVersion(ctx, query));
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
  const { sms } = channelsOf(deps);
  const withEnvironment = async (ctx: Ctx, settings: Settings): Promise<Settings> => ({
    ...settings,
    options: {
      ...settings.options,
      ...gatewaysForOthers(settings.options, online),
      // Shop fronts ask for a code before an order: one that nobody gets would keep people from ordering.
      ...(isOtherClient(ctx) && !sms && { useOtp: false }),
      deliveryTime: await deliverySlots(ctx, settings.options),
      // Fronts have a logo of their own for a site without one.
      ...(isOtherClient(ctx) && !settings.options.logo && { logo: {} as never }),
      useAi: Boolean(deps.aiUrl),
      onlineGateways: isRoubles(settings.options) ? online : [],
      holdingGateways: isRoubles(settings.options) ? holding : [],
      sends: channelsOf(deps),
    },
    // Outside of a demo nobody reads other people's mail.
    capabilities: capabilities.filter((name) => name !== 'outbox' || deps.demo),
  });
  // What another client was told instead of the setting comes back, and is not the setting.
  const asRead = async (ctx: Ctx, body: JsonRecord): Promise<JsonRecord> => {
    if (!isOtherClient(ctx)) return body;
    const options = toRecord(body.options);
    return {
      ...body,
      options: {
        ...options,
        ...(!sms && { useOtp: undefined }),
        ...((await isUsualSlot(options.deliveryTime)) && { deliveryTime: undefined }),
      },
    };
  };
  // A panel learns here that its language is not offered any more.
  api.on(actions.getSettings, async (ctx) => ({
    ...(await withEnvironment(ctx, await withProviders(ctx, await getSettings(ctx, deps.uploadMaxBytes)))),
    error_texts: await errorTexts(ctx),
  }));
  api.on(actions.saveSettings, async (ctx, { body }) =>
    withEnvironment(
      ctx,
      await withProviders(ctx, await saveSettings(ctx, await asRead(ctx, body), deps.uploadMaxBytes)),
    ),
  );
}

/** The ways to pay in the format of other clients of the dialect: all online ways are one. */
function gatewaysForOthers(options: SettingsOptions, online: readonly OnlineGateway[]) {
  const isOffered = isRoubles(options) && online.some((one) => options[gatewaySwitches[one]]);
  const { onlineName: known } = options;
  const name = known.toLowerCase();
  return {
    useEnableGateway: isOffered,
    paymentGateway: isOffered ? [{ name, title: `${known.slice(0, 1)}${name.slice(1)}` }] : [],
    defaultPaymentGateway: isOffered && !options.useCashOnDelivery ? name : 'cash_on_delivery',
  };
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
  api.on(actions.suggestAddresses, (ctx, { query }) => suggestAddresses(ctx, directories, query.query));
  api.on(actions.findOrganisations, (ctx, { query }) => findOrganisations(ctx, directories, query.inn));
  api.on(actions.findBank, (ctx, { query }) => findBank(ctx, directories, query.bic));
  api.on(actions.listSbpMembers, () => directories.sbpMembers());
}

/** Proxy of the delivery host; customers use it to choose a point. */
function deliveryRoutes(app: FastifyInstance, deps: RequestDeps & LookupDeps): void {
  const api = router(app, deps);
  const host = openDelivery(deps);
  api.on(actions.findCities, (ctx, { query }) => findCities(ctx, host, query));
  api.on(actions.findPoints, (ctx, { query }) => findPoints(ctx, host, query));
  api.on(actions.geocode, (ctx, { query }) => geocode(ctx, host, query));
}

function termRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.approveTerm, (ctx, { body }) => setApproval(ctx, readWhole('id', body.id), true));
  api.on(actions.disapproveTerm, (ctx, { body }) => setApproval(ctx, readWhole('id', body.id), false));
}

/** Health of the integrations, and the outbox. */
function healthRoutes(app: FastifyInstance, deps: RequestDeps & ServiceSettings): void {
  const api = router(app, deps);
  api.on(actions.outsideState, (ctx) => outsideState(ctx, deps));
  api.on(actions.listOutboxMessages, (ctx, { query }) => listOutboxMessages(ctx, query));
  api.on(actions.sendTestLetter, (ctx) => sendTestLetter(ctx), { before: (ctx) => countTestLetter(ctx) });
  api.on(actions.retryOutboxMessages, (ctx) => retryOutboxMessages(ctx));
  api.on(actions.retryOutboxMessage, (ctx, { params }) => retryOutboxMessage(ctx, params.id));
}

/** Saved views of lists; the service checks access to the list and the shop. */
function savedViewRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.listViews, (ctx, { query }) => listViews(ctx, query));
  api.on(actions.addView, (ctx, { body, input }) => addView(ctx, body, input));
  api.on(actions.changeView, (ctx, { params: { key }, body }) => changeView(ctx, key, body));
  api.on(actions.removeView, async (ctx, { params: { key } }) => {
    await removeView(ctx, key);
    return true;
  });
}
