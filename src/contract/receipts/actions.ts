import { action, as } from '@/contract/core/action';
import { adminOnly, adminOwner } from '@/contract/core/permissions';
import { orders } from '@/contract/orders';
import { type CorrectedReceipt, correctReceiptSchema, madeReceiptSchema } from './correction';
import type { RegisterDay, RegisterView } from './registers';
import { type RegisterRehearsal, registerBreakdownSchema } from './rehearsal';
import { type RegisterCheck, type ShopRegisterPage, shopRegisterSchema } from './shop-register';
import type { UnissuedMoney } from './unissued';
import {
  type OrderReceipts,
  type ReceiptPage,
  type ReceiptPaper,
  type ReceiptRow,
  resendReceiptSchema,
} from './views';

/** What can be asked of receipts, besides the rows of its families. */

export const unissuedMoney = action(
  'GET receipts/unissued',
  'What waits for its register or a person, and what has no document at all.',
  { right: 'finance:read', allow: adminOnly, capability: 'receipts', answer: as<UnissuedMoney>() },
);
export const correctReceipt = action(
  'POST receipts/:key/correct',
  'Says the same sum anew with a correction.',
  {
    right: 'finance:decide',
    allow: adminOnly,
    capability: 'receipts',
    confirm: true,
    body: correctReceiptSchema,
    answer: as<CorrectedReceipt>(),
  },
);
export const noteMade = action(
  'POST receipts/:key/made',
  'Notes a receipt that was made in the cabinet of its register; a second person confirms it.',
  {
    right: 'finance:decide',
    allow: adminOnly,
    capability: 'receipts',
    confirm: true,
    body: madeReceiptSchema,
    answer: as<{ id: number }>(),
  },
);
export const registerViews = action(
  'GET receipts/registers',
  'Cash registers of the marketplace and of shops.',
  { right: 'finance:read', allow: adminOnly, capability: 'receipts', answer: as<RegisterView[]>() },
);
export const registerDays = action('GET receipts/days', 'Days of the registers, the latest first.', {
  right: 'finance:read',
  allow: adminOnly,
  capability: 'receipts',
  answer: as<RegisterDay[]>(),
});
export const retryReceipt = action(
  'POST receipts/:key/retry',
  'Sends a blocked receipt again, once a person has changed what was wrong.',
  { right: 'finance:write', allow: adminOnly, capability: 'receipts', sends: as<Record<string, never>>() },
);
export const registerRehearsal = action(
  'GET dev/rehearsal/register',
  'The register of the rehearsal: what is broken in it and what it was sent.',
  {
    right: 'finance:decide',
    allow: adminOnly,
    capability: 'outbox',
    inView: false,
    answer: as<RegisterRehearsal>(),
  },
);
export const breakRegister = action(
  'POST dev/rehearsal/register',
  'Breaks or mends the register of the rehearsal.',
  {
    right: 'finance:decide',
    allow: adminOnly,
    capability: 'outbox',
    body: registerBreakdownSchema,
    answer: as<RegisterRehearsal>(),
  },
);
export const orderReceipts = action('GET orders/:key/receipts', 'The receipts of an order as a chain.', {
  right: 'orders:read',
  allow: orders.allow.update,
  capability: 'receipts',
  answer: as<OrderReceipts>(),
});
export const listReceipts = action('GET receipts', 'Receipts of all orders, the latest first.', {
  right: 'finance:read',
  allow: adminOnly,
  capability: 'receipts',
  answer: as<ReceiptPage>(),
});
export const oneReceipt = action('GET receipts/:key', 'One receipt with its attempts.', {
  right: 'finance:read',
  allow: adminOnly,
  capability: 'receipts',
  answer: as<ReceiptRow>(),
});
export const resendReceipt = action(
  'POST receipts/:key/copies',
  'Sends the buyer a registered receipt once more, as a link.',
  { right: 'orders:write', allow: orders.allow.update, capability: 'receipts', body: resendReceiptSchema },
);
export const paperBySecret = action(
  'GET receipt-pages/:secret',
  'The receipt behind the link that a buyer got.',
  {
    right: 'own',
    allow: 'public',
    capability: 'receipts',
    inView: false,
    answer: as<ReceiptPaper>(),
  },
);
export const shopRegisterPage = action(
  'GET shops/:key/register',
  'The shop’s own cash register, and what is missing to use it.',
  {
    right: 'shops:read',
    allow: adminOwner,
    capability: 'receipts',
    answer: as<ShopRegisterPage>(),
  },
);
export const saveRegister = action(
  'PUT shops/:key/register',
  'Stores the access to the shop’s own register, and whether receipts go there.',
  {
    right: 'shops:write',
    allow: adminOwner,
    capability: 'receipts',
    confirm: true,
    body: shopRegisterSchema,
    answer: as<ShopRegisterPage>(),
  },
);
export const checkShopRegister = action(
  'POST shops/:key/register/check',
  'Asks the register for a document that it does not have, so nothing is issued.',
  {
    right: 'shops:write',
    allow: adminOwner,
    capability: 'receipts',
    sends: as<Record<string, never>>(),
    answer: as<RegisterCheck>(),
  },
);
export const listShopReceipts = action('GET shops/:key/receipts', 'Receipts of the shop’s own register.', {
  right: 'shops:read',
  allow: adminOwner,
  capability: 'receipts',
  answer: as<ReceiptPage>(),
});
export const retryShopReceipt = action(
  'POST shops/:key/receipts/:receipt/retry',
  'Sends a blocked receipt of the shop’s own register again.',
  { right: 'shops:write', allow: adminOwner, capability: 'receipts', sends: as<Record<string, never>>() },
);

/** One of `receiveWebhooks`. @public */
export const webhookOfAtol = action(
  'POST webhooks/atol',
  'ATOL says that a receipt changed; what is true is read there.',
  { right: 'own', allow: 'public' },
);
