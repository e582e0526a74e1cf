import type { FastifyInstance } from 'fastify';
import { splitAddress } from '@/contract/core/action';
import * as actions from '@/contract/shops/actions';
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
  api.on(actions.listMyShops, (ctx) => listMyShops(ctx));
  api.on(actions.listNewShops, (ctx, { query }) => listNewShops(ctx, query));
  api.on(actions.approveShop, (ctx, { input }) => approveShop(ctx, input));
  api.on(actions.disapproveShop, (ctx, { input }) => disapproveShop(ctx, input));
  api.on(actions.undoShopApproval, (ctx, { params }) => undoShopApproval(ctx, params.key));
  api.on(actions.listCommissions, (ctx, { params }) => listCommissions(ctx, params.key));
  api.on(actions.listShopTwins, (ctx, { params }) => listShopTwins(ctx, params.key));
}

function visitorRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.findNearbyShops, (ctx, { params }) => findNearbyShops(ctx, params.lat, params.lng));
  api.on(actions.isFollowing, (ctx, { query }) => isFollowing(ctx, query.shop_id));
  api.on(actions.toggleFollow, (ctx, { body }) => toggleFollow(ctx, body.shop_id));
  api.on(actions.listFollowedShops, (ctx, { query }) => listFollowedShops(ctx, query));
}

function staffRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  for (const list of [actions.listOwnStaffs, actions.listStoreKeepers]) {
    const { path } = splitAddress(list.at);
    api.on(list, (ctx, { query }) => listOwnStaffs(ctx, query, path));
  }
  api.on(actions.listAllStaffs, (ctx, { query }) => listAllStaffs(ctx, query));
  api.on(actions.resendInvitation, (ctx, { params: { key } }) => resendInvitation(ctx, key), {
    write: false,
  });
  api.on(actions.listShopRoles, (ctx) => listShopRoles(ctx));
  api.on(actions.listOwnedShops, (ctx, { query }) => listOwnedShops(ctx, query));
  api.on(actions.getOwnedShop, (ctx, { params: { key } }) => getOwnedShop(ctx, key));
}

function ownershipTransferRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.requestTransfer, async (ctx, { input, reply }) => {
    const transfer = await requestTransfer(ctx, input);
    reply.code(201);
    return transfer;
  });
  api.on(actions.getTransferConditions, (ctx, { params }) => getTransferConditions(ctx, params.key));
  api.on(actions.listTransfers, (ctx, { query }) => transfers.list(ctx, query));
  api.on(actions.findTransferVendors, (ctx, { query }) => findTransferVendors(ctx, query.search));
  api.on(actions.getTransfer, (ctx, { params }) => transfers.get(ctx, params.key));
  api.on(actions.decideTransfer, (ctx, { params, body, input }) =>
    decideTransfer(ctx, params.key, { ...input, version: body.version }),
  );
  api.on(actions.removeTransfer, async (ctx, { params }) => {
    await removeTransfer(ctx, params.key);
    return true;
  });
}

function vendorSettingsRoutes(app: FastifyInstance, deps: RequestDeps): void {
  const api = router(app, deps);
  api.on(actions.getVendorSettings, (ctx) => getVendorSettings(ctx));
  api.on(actions.saveVendorSettings, (ctx, { body, input }) => saveVendorSettings(ctx, body, input));
}
