import * as yup from 'yup';
import { amount, calendarDay, freeText } from '@/contract/core/rules';

/** What moved money or points (reference rules §3.12). */
export const entryKinds = [
  'order',
  'refund',
  'withdrawal',
  'withdrawal-return',
  'withdrawal-paid',
  'adjustment',
  'sign-up',
  'points',
] as const;

export type EntryKind = (typeof entryKinds)[number];

/** Kinds of lines that a shop's own account has: what it asked for is paid out from another. */
export const shopKinds = [
  'order',
  'refund',
  'withdrawal',
  'withdrawal-return',
  'adjustment',
] as const satisfies readonly EntryKind[];

/** Kinds of lines that the marketplace's own account has. */
export const platformKinds = ['order', 'refund', 'adjustment'] as const satisfies readonly EntryKind[];

/** A sum of roubles with at most two places. */
export const isWholeKopecks = (sum: number | null | undefined): boolean =>
  sum === null || sum === undefined || Number(sum.toFixed(2)) === sum;

/** `POST shops/{id}/adjustments`: an administrator adds to a shop's money or takes from it, and says why. */
export const adjustmentSchema = yup.object({
  amount: amount()
    .required('error-sum-required')
    .min(-1e13, 'error-wrong-value')
    .max(1e13, 'error-wrong-value')
    .notOneOf([0], 'error-amount-zero')
    .test('kopecks', 'error-amount-kopecks', isWholeKopecks),
  reason: freeText().required('error-adjustment-reason-required').max(1000, 'error-too-long'),
});

/** A period in business days (design §5), both included; a bound that is left out does not bind. */
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

/** `GET shops/{id}/statement`: of a calendar month, as `2026-03`. */
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

/** What a line is about, where it has a page: an order (of a shop: its part), a refund, a withdrawal. */
export interface LedgerSubject {
  family: 'orders' | 'refunds' | 'withdraws';
  id: number;
  /** As people call it: an order's tracking number, else the id. */
  number: string;
}

/** A line of `GET shops/{id}/ledger`, in roubles, the latest first. */
export interface LedgerRow {
  id: number;
  at: string;
  kind: EntryKind;
  reason: string | null;
  /** The row that it is about. */
  family: string | null;
  row_id: number | null;
  amount: number;
  /** What stood on the account after it. */
  balance: number;
  subject?: LedgerSubject | null;
  /** On lines of the marketplace's account: whose money is on the other side; null when it came from or went outside. */
  shop?: { id: number; name: string; slug: string } | null;
}

/** What of one kind came in and went out in a period. Roubles, neither below zero. */
export interface KindTotals {
  kind: EntryKind;
  income: number;
  outgo: number;
  lines: number;
}

/** What the marketplace kept of the goods of a period. Roubles. */
export interface Commission {
  /** Parts of orders that were completed. */
  orders: number;
  /** Their goods, without what the shop itself took off; less the goods that were given back. */
  goods: number;
  /** What was credited to vendors for them, less what refunds took back. */
  credited: number;
  /** goods − credited. */
  commission: number;
}

/** `GET shops/{id}/ledger/summary` and, of the marketplace's own account, `GET ledger/summary`. Roubles. */
export interface LedgerSummary extends Period {
  opening: number;
  closing: number;
  kinds: KindTotals[];
  commission: Commission;
}

/** `GET ledger/summary`, beside the totals: what stands on accounts now. */
export interface PlatformSummary extends LedgerSummary {
  balance: number;
  /** What vendors may ask for, what they have asked for, and what they owe the marketplace (not below zero). */
  owed: { current: number; on_hold: number; debts: number };
  /** Points that customers hold. */
  points: number;
}

/** A line of `GET ledger/shops`: the commission of a shop in a period, and what it is owed now. Roubles. */
export interface ShopCommissionRow extends Commission {
  id: number;
  name: string;
  slug: string;
  current_balance: number;
  on_hold_amount: number;
}

/** What `GET ledger/reconcile` looks at; each must find nothing. */
export const reconcileChecks = [
  'account-sum',
  'account-last-line',
  'entry-balanced',
  'day-sums',
  'order-credit',
  'order-uncredited',
  'refund-debit',
  'withdrawals-held',
  'withdrawals-paid',
  'points-issued',
] as const;

export type ReconcileCheck = (typeof reconcileChecks)[number];

export interface ReconcileProblem {
  check: ReconcileCheck;
  /** What does not match, as a reader of the database finds it: `shop 4`, `order 17 shop 4`. */
  subject: string;
  expected: number;
  found: number;
}

/** `GET ledger/reconcile`: at most a hundred problems of each check. */
export interface Reconciliation {
  at: string;
  is_sound: boolean;
  problems: ReconcileProblem[];
}
