import type { FastifyInstance } from 'fastify';
import { type Deps, route } from '@/server/core/http/route';
import { currentAppVersion } from './app-versions';

/** What the mobile apps ask about themselves. */
export function appVersionRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/app-versions/current',
    route(deps, { allow: 'public' }, (ctx, { query }) => currentAppVersion(ctx, query)),
  );
}
