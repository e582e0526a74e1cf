import type { FastifyInstance } from 'fastify';
import { adminOnly, adminOwner, adminOwnerStaff, signedIn } from '@/contract/core/permissions';
import { type Deps, route } from '@/server/core/http/route';
import { approveShop, commissionsOf, disapproveShop } from './approve-shop';
import { followedShops, isFollowing, shopsNear, toggleFollowing } from './follow-shop';
import { listNewShops, myShops } from './shops';

/** What is done with shops beside the table of the family (reference endpoints §5). */
export function shopRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(
    '/my-shops',
    route(deps, { allow: adminOwnerStaff }, (ctx) => myShops(ctx)),
  );
  app.get(
    '/new-shops',
    route(deps, { allow: adminOnly }, (ctx, { query }) => listNewShops(ctx, query)),
  );
  app.post(
    '/approve-shop',
    route(deps, { allow: adminOnly, write: true }, (ctx, { body }) => approveShop(ctx, body)),
  );
  app.post(
    '/disapprove-shop',
    route(deps, { allow: adminOnly, write: true }, (ctx, { body }) => disapproveShop(ctx, body)),
  );
  app.get(
    '/shops/:key/commissions',
    route(deps, { allow: adminOwner }, (ctx, { params }) => commissionsOf(ctx, params.key ?? '')),
  );
  app.get(
    '/near-by-shop/:lat/:lng',
    route(deps, { allow: 'public' }, (ctx, { params }) => shopsNear(ctx, params.lat ?? '', params.lng ?? '')),
  );
  app.get(
    '/follow-shop',
    route(deps, { allow: signedIn }, (ctx, { query }) => isFollowing(ctx, query.shop_id)),
  );
  app.post(
    '/follow-shop',
    route(deps, { allow: signedIn, write: true }, (ctx, { body }) => toggleFollowing(ctx, body.shop_id)),
  );
  app.get(
    '/followed-shops',
    route(deps, { allow: signedIn }, (ctx, { query }) => followedShops(ctx, query)),
  );
}
