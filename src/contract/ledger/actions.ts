import { action, as, type Download, type SentInput, type TypedNumber } from '@/contract/core/action';
import type { Page } from '@/contract/core/paging';
import { adminOnly, moneyReaders } from '@/contract/core/permissions';
import {
  adjustmentSchema,
  type LedgerRow,
  type LedgerSummary,
  type PlatformSummary,
  type Reconciliation,
  type ShopCommissionRow,
} from './schema';
import {
  decideWithdrawSchema,
  payoutWordSchema,
  type Withdraw,
  type WithdrawDetails,
} from './withdraws/schema';

/** What can be asked of ledger, besides the rows of its families. */

export const adjustShop = action(
  'POST shops/:key/adjustments',
  'Credits or debits a shop against the platform, with a reason that the owner sees.',
  {
    right: 'finance:decide',
    allow: adminOnly,
    capability: 'ledger',
    confirm: true,
    idempotent: true,
    body: adjustmentSchema,
    sends: as<Omit<SentInput<typeof adjustmentSchema>, 'amount'> & { amount: TypedNumber }>(),
    answer: as<LedgerRow>(),
  },
);
export const decideWithdraw = action(
  'POST approve-withdraw',
  'Moves a request for a payout to another state and tells its shop.',
  {
    right: 'finance:decide',
    allow: adminOnly,
    confirm: true,
    body: decideWithdrawSchema,
    answer: as<Withdraw>(),
  },
);
export const sayPayout = action(
  'POST withdraws/:key/payout',
  'Says what no statement shows of a payout: that it was debited, was not after all, or came back.',
  {
    right: 'finance:decide',
    allow: adminOnly,
    capability: 'ledger',
    confirm: true,
    body: payoutWordSchema,
    answer: as<WithdrawDetails>(),
  },
);
export const confirmWithdraw = action(
  'POST withdraws/:key/approve',
  'Decides a request for a payout by its address.',
  { right: 'finance:decide', allow: adminOnly, confirm: true },
);
export const listPlatformLines = action(
  'GET ledger',
  'Lines of the marketplace’s ledger, the latest first.',
  { right: 'finance:read', allow: adminOnly, capability: 'ledger', answer: as<Page<LedgerRow>>() },
);
export const readPlatformSummary = action(
  'GET ledger/summary',
  'What the marketplace has, owes and earned.',
  { right: 'finance:read', allow: adminOnly, capability: 'ledger', answer: as<PlatformSummary>() },
);
export const listShopCommissions = action('GET ledger/shops', 'What each shop sold, and its commission.', {
  right: 'finance:read',
  allow: adminOnly,
  capability: 'ledger',
  answer: as<Page<ShopCommissionRow>>(),
});
export const exportPlatformLedger = action(
  'GET ledger/export',
  'Lines of the marketplace’s ledger as a file.',
  { right: 'finance:read', allow: adminOnly, capability: 'ledger', inView: false, answer: as<Download>() },
);
export const checkBooks = action(
  'GET ledger/reconcile',
  'Checks that the books balance and agree with the orders.',
  { right: 'finance:read', allow: adminOnly, capability: 'ledger', answer: as<Reconciliation>() },
);
export const listShopLines = action('GET shops/:key/ledger', 'Lines of a shop’s ledger, the latest first.', {
  right: 'finance:read',
  allow: moneyReaders,
  capability: 'ledger',
  answer: as<Page<LedgerRow>>(),
});
export const readShopSummary = action(
  'GET shops/:key/ledger/summary',
  'The balance of a shop, and what is not settled yet.',
  { right: 'finance:read', allow: moneyReaders, capability: 'ledger', answer: as<LedgerSummary>() },
);
export const exportShopLedger = action(
  'GET shops/:key/ledger/export',
  'Lines of a shop’s ledger as a file.',
  { right: 'finance:read', allow: moneyReaders, capability: 'ledger', inView: false, answer: as<Download>() },
);
export const downloadStatement = action(
  'GET shops/:key/statement',
  'The statement of a shop for a period, as PDF or a workbook.',
  { right: 'finance:read', allow: moneyReaders, capability: 'ledger', inView: false, answer: as<Download>() },
);
