import type { FastifyInstance } from 'fastify';
import { signedIn } from '@/contract/core/permissions';
import { type Deps, route } from '@/server/core/http/route';
import { openDelivery } from '@/server/integrations/delivery/delivery';
import { findCities, findPoints, geocode } from './delivery-host';

/** The delivery host behind our API (reference endpoints §17, russia §3.5): buyers choose a point, too. */
export function deliveryRoutes(app: FastifyInstance, deps: Deps): void {
  const host = openDelivery(deps);
  const door = { allow: signedIn };
  app.get(
    '/cities',
    route(deps, door, (ctx, { query }) => findCities(ctx, host, query)),
  );
  app.get(
    '/points',
    route(deps, door, (ctx, { query }) => findPoints(ctx, host, query)),
  );
  app.get(
    '/geocode',
    route(deps, door, (ctx, { query }) => geocode(ctx, host, query)),
  );
}
