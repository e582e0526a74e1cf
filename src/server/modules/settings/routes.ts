import type { FastifyInstance } from 'fastify';
import { capabilities } from '@/contract/capabilities';
import { adminOnly, adminOwnerStaff, signedIn } from '@/contract/core/permissions';
import type { Settings } from '@/contract/settings';
import { savedViewsEndpoint } from '@/contract/settings/saved-views';
import { savedViewSchema } from '@/contract/settings/saved-views/schema';
import type { DescriptionDeps, LookupDeps, RequestDeps, UploadLimit } from '@/server/core/deps';
import { route } from '@/server/core/http/route';
import { readWhole } from '@/server/core/numbers';
import { openDelivery } from '@/server/integrations/delivery/open-delivery';
import { sbpState } from '@/server/integrations/sbp/sbp-payments';
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
  optionRoutes(app, deps);
  lookupRoutes(app, deps);
  deliveryRoutes(app, deps);
  deliveryTimeRoutes(app, deps);
  termRoutes(app, deps);
  healthRoutes(app, deps);
  savedViewRoutes(app, deps);
  app.get(
    '/app-versions/current',
    route(deps, { allow: 'public' }, (ctx, { query }) => currentAppVersion(ctx, query)),
  );
}

function deliveryTimeRoutes(app: FastifyInstance, deps: RequestDeps): void {
  app.get(
    '/delivery-times',
    route(deps, { allow: 'public' }, (ctx) => listDeliveryTimes(ctx)),
  );
  app.get(
    '/delivery-times/:key',
    route(deps, { allow: 'public' }, (ctx, { params }) => getDeliveryTime(ctx, params.key ?? '')),
  );
}

function optionRoutes(app: FastifyInstance, deps: RequestDeps & DescriptionDeps & UploadLimit): void {
  // Decided by the environment, never saved.
  const withEnvironment = (settings: Settings): Settings => ({
    ...settings,
    options: { ...settings.options, useAi: Boolean(deps.aiUrl), hasSbp: sbpState(deps) !== 'off' },
    // Outside of a demo nobody reads other people's mail.
    capabilities: capabilities.filter((name) => name !== 'outbox' || deps.demo),
  });
  app.get(
    '/settings',
    // A panel learns here that its language is not offered any more.
    route(deps, { allow: 'public' }, async (ctx) => ({
      ...withEnvironment(await getSettings(ctx, deps.uploadMaxBytes)),
      error_texts: await errorTexts(ctx),
    })),
  );
  app.post(
    '/settings',
    route(deps, { allow: adminOnly, write: true }, async (ctx, { body }) =>
      withEnvironment(await saveSettings(ctx, body, deps.uploadMaxBytes)),
    ),
  );
}

/** Directories that fill in forms. */
function lookupRoutes(app: FastifyInstance, deps: RequestDeps & LookupDeps): void {
  const directories = openDirectories(deps);
  const options = { allow: adminOwnerStaff };
  app.get(
    '/suggest/address',
    route(deps, options, (ctx, { query }) => suggestAddresses(ctx, directories, query.query)),
  );
  app.get(
    '/organizations/info',
    route(deps, options, (ctx, { query }) => findOrganisations(ctx, directories, query.inn)),
  );
  app.get(
    '/banks/info',
    route(deps, options, (ctx, { query }) => findBank(ctx, directories, query.bic)),
  );
  app.get(
    '/sbp/members',
    route(deps, options, () => directories.sbpMembers()),
  );
}

/** Proxy of the delivery host; customers use it to choose a point. */
function deliveryRoutes(app: FastifyInstance, deps: RequestDeps & LookupDeps): void {
  const host = openDelivery(deps);
  const options = { allow: signedIn };
  app.get(
    '/cities',
    route(deps, options, (ctx, { query }) => findCities(ctx, host, query)),
  );
  app.get(
    '/points',
    route(deps, options, (ctx, { query }) => findPoints(ctx, host, query)),
  );
  app.get(
    '/geocode',
    route(deps, options, (ctx, { query }) => geocode(ctx, host, query)),
  );
}

/** Approval of terms and conditions. */
function termRoutes(app: FastifyInstance, deps: RequestDeps): void {
  for (const isApproved of [true, false]) {
    app.post(
      `/${isApproved ? 'approve' : 'disapprove'}-terms-and-conditions`,
      route(deps, { allow: adminOnly, write: true }, (ctx, { body }) =>
        setApproval(ctx, readWhole('id', body.id), isApproved),
      ),
    );
  }
}

/** Health of the integrations, and the outbox. */
function healthRoutes(app: FastifyInstance, deps: RequestDeps & ServiceSettings): void {
  app.get(
    '/outside',
    route(deps, { allow: adminOnly }, (ctx) => outsideState(ctx, deps)),
  );
  app.get(
    '/outside/outbox',
    route(deps, { allow: adminOnly }, (ctx, { query }) => listOutboxMessages(ctx, query)),
  );
  app.post(
    '/outside/outbox/retry',
    route(deps, { allow: adminOnly, write: true }, (ctx) => retryOutboxMessages(ctx)),
  );
  app.post(
    '/outside/outbox/:id/retry',
    route(deps, { allow: adminOnly, write: true }, (ctx, { params }) => retryOutboxMessage(ctx, params.id)),
  );
}

/** Saved views of lists; the service checks access to the list and the shop. */
function savedViewRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const endpoint = `/${savedViewsEndpoint}`;
  app.get(
    endpoint,
    route(deps, { allow: adminOwnerStaff }, (ctx, { query }) => listViews(ctx, query)),
  );
  app.post(
    endpoint,
    route(
      deps,
      { allow: adminOwnerStaff, write: true, body: savedViewSchema },
      async (ctx, { body, input, reply }) => {
        const view = await addView(ctx, body, input);
        reply.code(201);
        return view;
      },
    ),
  );
  app.route({
    method: ['PUT', 'PATCH'],
    url: `${endpoint}/:key`,
    handler: route(deps, { allow: adminOwnerStaff, write: true }, (ctx, { params: { key = '' }, body }) =>
      changeView(ctx, key, body),
    ),
  });
  app.delete(
    `${endpoint}/:key`,
    route(deps, { allow: adminOwnerStaff, write: true }, async (ctx, { params: { key = '' } }) => {
      await removeView(ctx, key);
      return true;
    }),
  );
}
