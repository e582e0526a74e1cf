import type { FastifyInstance } from 'fastify';
import { adminOnly, adminOwner, adminOwnerStaff, ownerOnly, signedIn } from '@/contract/core/permissions';
import { transferDecisionSchema, transferSchema } from '@/contract/shops/ownership-transfers/schema';
import { approveShopSchema, disapproveShopSchema } from '@/contract/shops/schema';
import { vendorSettingsSchema } from '@/contract/shops/vendor-settings/schema';
import type { RequestDeps } from '@/server/core/deps';
import { route } from '@/server/core/http/route';
import { approveShop, disapproveShop, listCommissions } from './approve-shop';
import { findNearbyShops } from './find-nearby-shops';
import { isFollowing, listFollowedShops, toggleFollow } from './follow-shop';
import { listShopTwins } from './same-requisites';
import { getOwnedShop, listMyShops, listNewShops, listOwnedShops } from './shops';
import { listAllStaffs, listOwnStaffs, resendInvitation } from './staffs';
import {
  decideTransfer,
  findTransferVendors,
  getTransferConditions,
  removeTransfer,
  requestTransfer,
  transfers,
} from './transfer-ownership';
import { getVendorSettings, saveVendorSettings } from './vendor-settings';

/** Routes of shops beyond the CRUD of their families. */
export function shopRoutes(app: FastifyInstance, deps: RequestDeps): void {
  decisionRoutes(app, deps);
  visitorRoutes(app, deps);
  staffRoutes(app, deps);
  ownershipTransferRoutes(app, deps);
  vendorSettingsRoutes(app, deps);
}

function decisionRoutes(app: FastifyInstance, deps: RequestDeps): void {
  app.get(
    '/my-shops',
    route(deps, { allow: adminOwnerStaff }, (ctx) => listMyShops(ctx)),
  );
  app.get(
    '/new-shops',
    route(deps, { allow: adminOnly }, (ctx, { query }) => listNewShops(ctx, query)),
  );
  app.post(
    '/approve-shop',
    route(deps, { allow: adminOnly, write: true, body: approveShopSchema }, (ctx, { input }) =>
      approveShop(ctx, input),
    ),
  );
  app.post(
    '/disapprove-shop',
    route(deps, { allow: adminOnly, write: true, body: disapproveShopSchema }, (ctx, { input }) =>
      disapproveShop(ctx, input),
    ),
  );
  app.get(
    '/shops/:key/commissions',
    route(deps, { allow: adminOwner }, (ctx, { params }) => listCommissions(ctx, params.key ?? '')),
  );
  app.get(
    '/shops/:key/twins',
    route(deps, { allow: adminOnly }, (ctx, { params }) => listShopTwins(ctx, params.key ?? '')),
  );
}

function visitorRoutes(app: FastifyInstance, deps: RequestDeps): void {
  app.get(
    '/near-by-shop/:lat/:lng',
    route(deps, { allow: 'public' }, (ctx, { params }) =>
      findNearbyShops(ctx, params.lat ?? '', params.lng ?? ''),
    ),
  );
  app.get(
    '/follow-shop',
    route(deps, { allow: signedIn }, (ctx, { query }) => isFollowing(ctx, query.shop_id)),
  );
  app.post(
    '/follow-shop',
    route(deps, { allow: signedIn, write: true }, (ctx, { body }) => toggleFollow(ctx, body.shop_id)),
  );
  app.get(
    '/followed-shops',
    route(deps, { allow: signedIn }, (ctx, { query }) => listFollowedShops(ctx, query)),
  );
}

function staffRoutes(app: FastifyInstance, deps: RequestDeps): void {
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
    route(deps, { allow: adminOwner }, (ctx, { params: { key = '' } }) => resendInvitation(ctx, key)),
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

function ownershipTransferRoutes(app: FastifyInstance, deps: RequestDeps): void {
  app.post(
    '/transfer-shop-ownership',
    route(deps, { allow: adminOwner, write: true, body: transferSchema }, async (ctx, { input, reply }) => {
      const transfer = await requestTransfer(ctx, input);
      reply.code(201);
      return transfer;
    }),
  );
  app.get(
    '/shops/:key/transfer-conditions',
    route(deps, { allow: adminOwner }, (ctx, { params }) => getTransferConditions(ctx, params.key ?? '')),
  );
  app.get(
    '/ownership-transfer',
    route(deps, { allow: adminOwner }, (ctx, { query }) => transfers.list(ctx, query)),
  );
  app.get(
    '/ownership-transfer/vendors',
    route(deps, { allow: adminOwner }, (ctx, { query }) => findTransferVendors(ctx, query.search)),
  );
  app.get(
    '/ownership-transfer/:key',
    route(deps, { allow: adminOwner }, (ctx, { params }) => transfers.get(ctx, params.key ?? '')),
  );
  app.route({
    method: ['PUT', 'PATCH'],
    url: '/ownership-transfer/:key',
    handler: route(
      deps,
      { allow: adminOnly, write: true, body: transferDecisionSchema },
      (ctx, { params, body, input }) =>
        decideTransfer(ctx, params.key ?? '', { ...input, version: body.version }),
    ),
  });
  app.delete(
    '/ownership-transfer/:key',
    route(deps, { allow: adminOwner, write: true }, async (ctx, { params }) => {
      await removeTransfer(ctx, params.key ?? '');
      return true;
    }),
  );
}

function vendorSettingsRoutes(app: FastifyInstance, deps: RequestDeps): void {
  app.get(
    '/vendor/settings',
    route(deps, { allow: ownerOnly }, (ctx) => getVendorSettings(ctx)),
  );
  app.put(
    '/vendor/settings',
    route(deps, { allow: ownerOnly, write: true, body: vendorSettingsSchema }, (ctx, { body, input }) =>
      saveVendorSettings(ctx, body, input),
    ),
  );
}
