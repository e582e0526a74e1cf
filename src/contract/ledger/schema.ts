import * as yup from 'yup';
import { amount, calendarDay, freeText } from '@/contract/core/rules';
import type { SummedAccount } from './accounts';

/** Operations that move money or points. */
export const entryKinds = [
  'order',
  'refund',
  'withdrawal',
  'withdrawal-return',
  'withdrawal-paid',
  'payout-returned',
  'adjustment',
  'sign-up',
  'points',
  'cash-kept',
  'card-kept',
  'refund-delivery',
  'goodwill',
  'provider-fee',
  'settlement',
  'suspense',
  'dispute',
] as const;

export type EntryKind = (typeof entryKinds)[number];

/** Operations on a shop's available balance; payouts happen on another account. */
export const shopKinds = [
  'order',
  'refund',
  'withdrawal',
  'withdrawal-return',
  'payout-returned',
  'cash-kept',
  'card-kept',
  'goodwill',
  'dispute',
  'adjustment',
] as const satisfies readonly EntryKind[];

/** Operations on the marketplace's accounts. */
export const platformKinds = [
  'order',
  'refund',
  'refund-delivery',
  'goodwill',
  'cash-kept',
  'card-kept',
  'withdrawal-paid',
  'payout-returned',
  'dispute',
  'adjustment',
  'provider-fee',
  'settlement',
  'suspense',
] as const satisfies readonly EntryKind[];

/** The account that `GET ledger` shows unless another is chosen. */
export const defaultAccount = 'buyer_prepayment' satisfies SummedAccount;

/** True for a sum of roubles with at most two decimals. */
export const isWholeKopecks = (sum: number | null | undefined): boolean =>
  sum === null || sum === undefined || Number(sum.toFixed(2)) === sum;

/** `POST shops/{id}/adjustments`: an administrator credits or debits a shop, with a reason. */
export const adjustmentSchema = yup.object({
  amount: amount()
    .required('error-sum-required')
    .min(-1e13, 'error-wrong-value')
    .max(1e13, 'error-wrong-value')
    .notOneOf([0], 'error-amount-zero')
    .test('kopecks', 'error-amount-kopecks', isWholeKopecks),
  reason: freeText().required('error-adjustment-reason-required').max(1000, 'error-too-long'),
});

/** A period in business days, inclusive; a missing bound is open. */
export const periodSchema = yup.object({
  from: calendarDay(),
  to: calendarDay().test(
    'order',
    'error-expire-before-start',
    (to, { parent }) => !to || !parent.from || to >= parent.from,
  ),
});

export interface Period {
  from: string | null;
  to: string | null;
}

/** `GET shops/{id}/statement` of a calendar month, such as `2026-03`. */
export const statementSchema = yup.object({
  month: yup
    .string()
    .matches(/^20\d\d-(0[1-9]|1[0-2])$/, { message: 'error-wrong-value' })
    .required('error-wrong-value'),
  format: yup
    .string()
    .oneOf(['pdf', 'csv'] as const, 'error-wrong-value')
    .default('pdf'),
});

/** What a line is about, if it has a page: an order (or a shop's part), a refund, a withdrawal. */
export interface LedgerSubject {
  family: 'orders' | 'refunds' | 'withdraws';
  id: number;
  /** Display number: an order's tracking number, else the id. */
  number: string;
}

/** A line of `GET shops/{id}/ledger` in roubles; lists are newest first. */
export interface LedgerRow {
  id: number;
  at: string;
  kind: EntryKind;
  reason: string | null;
  /** Family of the row that it is about. */
  family: string | null;
  row_id: number | null;
  amount: number;
  /** Balance after the line. */
  balance: number;
  subject?: LedgerSubject | null;
  /** Platform account only: the shop on the other side; null for money from or to outside. */
  shop?: { id: number; name: string; slug: string } | null;
  /** Platform account only: the provider whose account it is. */
  provider?: string | null;
}

/** Totals of one operation kind in a period. Roubles, both non-negative. */
export interface KindTotals {
  kind: EntryKind;
  income: number;
  outgo: number;
  lines: number;
}

/** The platform's commission on goods of a period. Roubles. */
export interface Commission {
  /** Completed parts of orders. */
  orders: number;
  /** Goods sold, net of the shop's own discounts and of returns. */
  goods: number;
  /** Vendor credits for them, net of refunds. */
  credited: number;
  /** goods − credited. */
  commission: number;
}

/** `GET shops/{id}/ledger/summary` and, for the platform account, `GET ledger/summary`. Roubles. */
export interface LedgerSummary extends Period {
  opening: number;
  closing: number;
  kinds: KindTotals[];
  commission: Commission;
}

/** `GET ledger/summary`: the totals of the chosen account and the current balances. */
export interface PlatformSummary extends LedgerSummary {
  /** What the marketplace has, owes to others, and has left of it: money − debts = own. */
  money: number;
  debts: number;
  own: number;
  /**
   * Balances of all accounts of the marketplace with the sign that people read (`plainSum`). Providers' accounts and
   * shops' drawers are added up.
   */
  accounts: { account: SummedAccount; balance: number }[];
  /** Vendor balances: available, requested, and debts to the platform (non-negative). */
  owed: { current: number; on_hold: number; debts: number };
  /** Points held by customers. */
  points: number;
}

/** A row of `GET ledger/shops`: a shop's commission in a period and its current balance. Roubles. */
export interface ShopCommissionRow extends Commission {
  id: number;
  name: string;
  slug: string;
  /** What may be withdrawn; negative when the shop owes the marketplace. */
  current_balance: number;
  on_hold_amount: number;
}

/** Checks of `GET ledger/reconcile`; a healthy ledger has no problem in any. */
export const reconcileChecks = [
  'account-sum',
  'account-last-line',
  'entry-balanced',
  'day-sums',
  'order-credit',
  'order-uncredited',
  'order-cash',
  'refund-debit',
  'withdrawals-held',
  'withdrawals-paid',
  'payouts',
  'points-issued',
  'prepayments',
  'drawers',
  'refunds-under-way',
  'provider-refunds',
  'receipts-money',
  'receipts-settled',
  'receipts-lines',
  'receipts-returned',
  'receipts-register',
] as const;

export type ReconcileCheck = (typeof reconcileChecks)[number];

export interface ReconcileProblem {
  check: ReconcileCheck;
  /** Identifies the mismatch in the database: `shop 4`, `order 17 shop 4`. */
  subject: string;
  expected: number;
  found: number;
}

/** `GET ledger/reconcile`: at most a hundred problems per check. */
export interface Reconciliation {
  at: string;
  is_sound: boolean;
  problems: ReconcileProblem[];
}
