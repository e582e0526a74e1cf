import type { FastifyInstance } from 'fastify';
import { adminOnly, adminOwner, adminOwnerStaff, ownerOnly, signedIn } from '@/contract/core/permissions';
import { transferDecisionSchema, transferSchema } from '@/contract/shops/ownership-transfers/schema';
import { approveShopSchema, disapproveShopSchema } from '@/contract/shops/schema';
import { vendorSettingsSchema } from '@/contract/shops/vendor-settings/schema';
import type { RequestDeps } from '@/server/core/deps';
import { router } from '@/server/core/http/route';
import { approveShop, disapproveShop, listCommissions, undoShopApproval } from './approve-shop';
import { findNearbyShops } from './find-nearby-shops';
import { isFollowing, listFollowedShops, toggleFollow } from './follow-shop';
import { listShopTwins } from './same-requisites';
import { listShopRoles } from './shop-roles';
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

export function shopRoutes(app: FastifyInstance, deps: RequestDeps): void {
  decisionRoutes(app, deps);
  visitorRoutes(app, deps);
  staffRoutes(app, deps);
  ownershipTransferRoutes(app, deps);
  vendorSettingsRoutes(app, deps);
}

function decisionRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.get('/my-shops', { allow: adminOwnerStaff }, (ctx) => listMyShops(ctx));
  api.get('/new-shops', { allow: adminOnly }, (ctx, { query }) => listNewShops(ctx, query));
  api.post('/approve-shop', { allow: adminOnly, write: true, body: approveShopSchema }, (ctx, { input }) =>
    approveShop(ctx, input),
  );
  api.post(
    '/disapprove-shop',
    { allow: adminOnly, write: true, body: disapproveShopSchema },
    (ctx, { input }) => disapproveShop(ctx, input),
  );
  api.post('/shops/:key/undo-approval', { allow: adminOnly, write: true }, (ctx, { params }) =>
    undoShopApproval(ctx, params.key),
  );
  api.get('/shops/:key/commissions', { allow: adminOwner }, (ctx, { params }) =>
    listCommissions(ctx, params.key),
  );
  api.get('/shops/:key/twins', { allow: adminOnly }, (ctx, { params }) => listShopTwins(ctx, params.key));
}

function visitorRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.get('/near-by-shop/:lat/:lng', { allow: 'public' }, (ctx, { params }) =>
    findNearbyShops(ctx, params.lat, params.lng),
  );
  api.get('/follow-shop', { allow: signedIn }, (ctx, { query }) => isFollowing(ctx, query.shop_id));
  api.post('/follow-shop', { allow: signedIn, write: true }, (ctx, { body }) =>
    toggleFollow(ctx, body.shop_id),
  );
  api.get('/followed-shops', { allow: signedIn }, (ctx, { query }) => listFollowedShops(ctx, query));
}

function staffRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  for (const endpoint of ['my-staffs', 'vendor/store_keepers']) {
    api.get(`/${endpoint}`, { allow: adminOwner }, (ctx, { query }) => listOwnStaffs(ctx, query, endpoint));
  }
  api.get('/all-staffs', { allow: adminOnly }, (ctx, { query }) => listAllStaffs(ctx, query));
  api.post('/staffs/:key/invite', { allow: adminOwner }, (ctx, { params: { key } }) =>
    resendInvitation(ctx, key),
  );
  api.get('/shop-roles', { allow: adminOwner }, (ctx) => listShopRoles(ctx));
  api.get('/vendor/shops', { allow: adminOwner }, (ctx, { query }) => listOwnedShops(ctx, query));
  api.get('/vendor/shops/:key', { allow: adminOwner }, (ctx, { params: { key } }) => getOwnedShop(ctx, key));
}

function ownershipTransferRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.post(
    '/transfer-shop-ownership',
    { allow: adminOwner, write: true, body: transferSchema },
    async (ctx, { input, reply }) => {
      const transfer = await requestTransfer(ctx, input);
      reply.code(201);
      return transfer;
    },
  );
  api.get('/shops/:key/transfer-conditions', { allow: adminOwner }, (ctx, { params }) =>
    getTransferConditions(ctx, params.key),
  );
  api.get('/ownership-transfer', { allow: adminOwner }, (ctx, { query }) => transfers.list(ctx, query));
  api.get('/ownership-transfer/vendors', { allow: adminOwner }, (ctx, { query }) =>
    findTransferVendors(ctx, query.search),
  );
  api.get('/ownership-transfer/:key', { allow: adminOwner }, (ctx, { params }) =>
    transfers.get(ctx, params.key),
  );
  api.update(
    '/ownership-transfer/:key',
    { allow: adminOnly, write: true, body: transferDecisionSchema },
    (ctx, { params, body, input }) => decideTransfer(ctx, params.key, { ...input, version: body.version }),
  );
  api.delete('/ownership-transfer/:key', { allow: adminOwner, write: true }, async (ctx, { params }) => {
    await removeTransfer(ctx, params.key);
    return true;
  });
}

function vendorSettingsRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.get('/vendor/settings', { allow: ownerOnly }, (ctx) => getVendorSettings(ctx));
  api.put(
    '/vendor/settings',
    { allow: ownerOnly, write: true, body: vendorSettingsSchema },
    (ctx, { body, input }) => saveVendorSettings(ctx, body, input),
  );
}
