import type { FastifyInstance } from 'fastify';
import { ownerOnly } from '@/contract/core/permissions';
import { type Deps, route } from '@/server/core/http/route';
import { getVendorSettings, saveVendorSettings } from './vendor-settings';

/** A vendor's own settings (reference pages §3.4). */
export function vendorSettingsRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/vendor/settings',
    route(deps, { allow: ownerOnly }, (ctx) => getVendorSettings(ctx)),
  );
  app.put(
    '/vendor/settings',
    route(deps, { allow: ownerOnly, write: true }, (ctx, { body }) => saveVendorSettings(ctx, body)),
  );
}
