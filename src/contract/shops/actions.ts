import type { ShopRole } from '@/contract/accounts/roles/schema';
import { action, as, type SentInput, type WithVersion } from '@/contract/core/action';
import type { Page } from '@/contract/core/paging';
import { adminOnly, adminOwner, adminOwnerStaff, ownerOnly, signedIn } from '@/contract/core/permissions';
import {
  type OwnershipTransfer,
  type TransferConditions,
  type TransferInput,
  type TransferVendor,
  transferDecisionSchema,
  transferSchema,
} from './ownership-transfers/schema';
import {
  approveShopSchema,
  disapproveShopSchema,
  type Shop,
  type ShopCommission,
  type ShopTwin,
} from './schema';
import type { VendorFile } from './vendor-file';
import {
  acceptContractSchema,
  askRegisterSchema,
  decideCheckSchema,
  decidePaperSchema,
  sendPaperSchema,
} from './vendor-file/schema';
import type { VendorSettings } from './vendor-settings';
import { vendorSettingsSchema } from './vendor-settings/schema';

/** What can be asked of shops, besides the rows of its families. */

export const listMyShops = action(
  'GET my-shops',
  'All shops the user owns or works in, unpaged, with balances of the owned ones.',
  { right: 'own', allow: adminOwnerStaff, answer: as<Shop[]>() },
);
export const listNewShops = action(
  'GET new-shops',
  'Shops that wait for approval, or with `is_active=true` the others.',
  { right: 'shops:read', allow: adminOnly },
);
export const approveShop = action(
  'POST approve-shop',
  'Opens a shop with a commission rate in per cent, or changes the rate of an open shop.',
  { right: 'shops:decide', allow: adminOnly, body: approveShopSchema, answer: as<{ undo_until?: string }>() },
);
export const disapproveShop = action(
  'POST disapprove-shop',
  'Hides a shop and its products, which keep their status, or gives a waiting shop the reason.',
  { right: 'shops:decide', allow: adminOnly, body: disapproveShopSchema },
);
export const undoShopApproval = action(
  'POST shops/:key/undo-approval',
  'Closes a shop again that was approved by mistake; its owner is told nothing.',
  { right: 'shops:decide', allow: adminOnly, capability: 'moderation' },
);
export const listCommissions = action('GET shops/:key/commissions', 'Rate history of a shop, latest first.', {
  right: 'finance:read',
  allow: adminOwner,
  capability: 'ledger',
  answer: as<ShopCommission[]>(),
});
export const listShopTwins = action(
  'GET shops/:key/twins',
  'Other shops with the same tax number or bank account, for the administrator who approves the shop.',
  { right: 'shops:read', allow: adminOnly, capability: 'shop-twins', answer: as<ShopTwin[]>() },
);
export const findNearbyShops = action(
  'GET near-by-shop/:lat/:lng',
  'Active shops within the setting `maxShopDistance`, nearest first, each with its great-circle `distance` in kilometres.',
  { right: 'shops:read', allow: 'public' },
);
export const isFollowing = action('GET follow-shop', 'Whether the user follows a shop.', {
  right: 'own',
  allow: signedIn,
});
export const toggleFollow = action(
  'POST follow-shop',
  'Follows or unfollows a shop; returns whether the user follows it now.',
  { right: 'own', allow: signedIn },
);
export const listFollowedShops = action('GET followed-shops', 'The shops that the user follows.', {
  right: 'own',
  allow: signedIn,
});
export const listAllStaffs = action('GET all-staffs', 'The staff of all shops.', {
  right: 'shops:read',
  allow: adminOnly,
});
export const resendInvitation = action(
  'POST staffs/:key/invite',
  'Sends a new invitation and invalidates the previous link.',
  { right: 'shops:write', allow: adminOwner, capability: 'staff-editing' },
);
export const listShopRoles = action(
  'GET shop-roles',
  'Roles that the user may give to people of a shop, the ready ones first.',
  { right: 'shops:read', allow: adminOwner, capability: 'memberships', answer: as<ShopRole[]>() },
);
export const listOwnedShops = action(
  'GET vendor/shops',
  "The user's own shops, as a list with the options of `shops`.",
  { right: 'shops:read', allow: adminOwner, capability: 'staff-editing' },
);
export const getOwnedShop = action('GET vendor/shops/:key', 'One of the person’s own shops.', {
  right: 'shops:read',
  allow: adminOwner,
  capability: 'staff-editing',
});
export const requestTransfer = action(
  'POST transfer-shop-ownership',
  'Requests the transfer of an own shop to another vendor.',
  { right: 'shops:write', allow: adminOwner, body: transferSchema, sends: as<TransferInput>() },
);
export const getTransferConditions = action(
  'GET shops/:key/transfer-conditions',
  'What stands between a shop and its new owner.',
  {
    right: 'shops:read',
    allow: adminOwner,
    capability: 'transfer-conditions',
    answer: as<TransferConditions>(),
  },
);
export const listTransfers = action('GET ownership-transfer', 'Requests to hand a shop over.', {
  right: 'shops:read',
  allow: adminOwner,
  answer: as<Page<OwnershipTransfer>>(),
});
export const findTransferVendors = action(
  'GET ownership-transfer/vendors',
  'Vendors that a shop may be handed over to.',
  {
    right: 'shops:read',
    allow: adminOwner,
    capability: 'transfer-conditions',
    answer: as<TransferVendor[]>(),
  },
);
export const getTransfer = action('GET ownership-transfer/:key', 'One request to hand a shop over.', {
  right: 'shops:read',
  allow: adminOwner,
});
export const decideTransfer = action(
  'PUT, PATCH ownership-transfer/:key',
  'Decides a request to hand a shop over; approval changes the owner at once.',
  {
    right: 'shops:decide',
    allow: adminOnly,
    body: transferDecisionSchema,
    sends: as<SentInput<typeof transferDecisionSchema> & WithVersion>(),
  },
);
export const removeTransfer = action(
  'DELETE ownership-transfer/:key',
  'Withdraws or removes a request to hand a shop over.',
  { right: 'shops:write', allow: adminOwner },
);
export const getVendorSettings = action('GET vendor/settings', 'Settings of the person as a vendor.', {
  right: 'own',
  allow: ownerOnly,
  capability: 'vendor-settings',
  answer: as<VendorSettings>(),
});
export const saveVendorSettings = action(
  'PUT vendor/settings',
  'Replaces the sections of a vendor’s settings that were sent.',
  {
    right: 'own',
    allow: ownerOnly,
    capability: 'vendor-settings',
    body: vendorSettingsSchema,
    answer: as<VendorSettings>(),
  },
);
export const getVendorFile = action('GET shops/:key/file', 'The papers, checks and contract of a vendor.', {
  right: 'shops:read',
  allow: adminOwner,
  capability: 'vendor-file',
  answer: as<VendorFile>(),
});
export const sendPaper = action(
  'POST shops/:key/papers',
  'Sends a paper of the shop, which waits for a decision.',
  {
    right: 'shops:write',
    allow: ownerOnly,
    capability: 'vendor-file',
    body: sendPaperSchema,
    answer: as<VendorFile>(),
  },
);
export const decidePaper = action(
  'POST shops/:key/papers/:paper/decide',
  'Accepts or declines a paper that waits, or declines an accepted one that proved wrong.',
  {
    right: 'shops:decide',
    allow: adminOnly,
    capability: 'vendor-file',
    body: decidePaperSchema,
    answer: as<VendorFile>(),
  },
);
export const askRegister = action('POST shops/:key/checks', 'Compares the requisites with the register.', {
  right: 'shops:write',
  allow: adminOnly,
  capability: 'vendor-file',
  body: askRegisterSchema,
  answer: as<VendorFile>(),
});
export const decideCheck = action(
  'POST shops/:key/checks/decide',
  'Says what a person found in a check that no register answers.',
  {
    right: 'shops:decide',
    allow: adminOnly,
    capability: 'vendor-file',
    body: decideCheckSchema,
    answer: as<VendorFile>(),
  },
);
export const acceptContract = action(
  'POST shops/:key/contract',
  'Accepts the version of the contract that the owner has read.',
  {
    right: 'shops:write',
    allow: ownerOnly,
    capability: 'vendor-file',
    body: acceptContractSchema,
    answer: as<VendorFile>(),
  },
);
export const listOwnStaffs = action('GET my-staffs', 'The staff of the person’s shops.', {
  right: 'shops:read',
  allow: adminOwner,
});
export const listStoreKeepers = action(
  'GET vendor/store_keepers',
  'The same staff, at the address of other clients.',
  { right: 'shops:read', allow: adminOwner },
);
