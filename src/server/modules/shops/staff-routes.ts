import type { FastifyInstance } from 'fastify';
import { adminOnly, adminOwner } from '@/contract/core/permissions';
import { type Deps, route } from '@/server/core/http/route';
import { getOwnedShop, listOwnedShops } from './owned-shops';
import { inviteAgain, listAllStaffs, listOwnStaffs } from './staffs';

/** Staff beside their family's own routes (reference endpoints §4). */
export function staffRoutes(app: FastifyInstance, deps: Deps): void {
  for (const endpoint of ['my-staffs', 'vendor/store_keepers']) {
    app.get(
      `/${endpoint}`,
      route(deps, { allow: adminOwner }, (ctx, { query }) => listOwnStaffs(ctx, query, endpoint)),
    );
  }
  app.get(
    '/all-staffs',
    route(deps, { allow: adminOnly }, (ctx, { query }) => listAllStaffs(ctx, query)),
  );
  app.post(
    '/staffs/:key/invite',
    route(deps, { allow: adminOwner }, (ctx, { params: { key = '' } }) => inviteAgain(ctx, key)),
  );
  app.get(
    '/vendor/shops',
    route(deps, { allow: adminOwner }, (ctx, { query }) => listOwnedShops(ctx, query)),
  );
  app.get(
    '/vendor/shops/:key',
    route(deps, { allow: adminOwner }, (ctx, { params: { key = '' } }) => getOwnedShop(ctx, key)),
  );
}
