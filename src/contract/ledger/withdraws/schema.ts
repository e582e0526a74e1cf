import * as yup from 'yup';
import type { BaseRow, Stub } from '@/contract/core/define';
import { amount, choice, freeText, relatedId } from '@/contract/core/rules';
import { isWholeKopecks } from '@/contract/ledger/schema';
import type { Requisites } from '@/contract/shops/requisites';
import type { ShopBalance } from '@/contract/shops/schema';
import type { VendorSettings } from '@/contract/shops/vendor-settings';

/**
 * Withdrawal states (rules/ledger: a withdrawal is decided, never edited): open ones may move to any other, approved
 * and rejected are final.
 */
export const withdrawStates = ['pending', 'processing', 'on_hold', 'approved', 'rejected'] as const;

export type WithdrawState = (typeof withdrawStates)[number];

export const withdrawMoves: Record<WithdrawState, readonly WithdrawState[]> = {
  pending: ['processing', 'on_hold', 'approved', 'rejected'],
  processing: ['on_hold', 'approved', 'rejected'],
  on_hold: ['processing', 'approved', 'rejected'],
  approved: [],
  rejected: [],
};

/**
 * Where the money of an approved request is (rules/ledger: a payout leaves the bank once). `confirmed`: on its way;
 * `debited`: it left the bank; `returned`: on the balance of the shop again.
 */
export const payoutStates = ['confirmed', 'debited', 'returned'] as const;

export type PayoutState = (typeof payoutStates)[number];

/** What a person may say of a payout without a line of the bank: it left, it did not, or it never will. */
export const payoutWords: Record<PayoutState, readonly PayoutState[]> = {
  confirmed: ['debited', 'returned'],
  debited: ['confirmed'],
  returned: [],
};

/** States that require a note for the vendor. */
export const explainedStates: readonly WithdrawState[] = ['on_hold', 'rejected'];

const askedFor = () =>
  amount()
    .required('error-sum-required')
    .positive('error-amount-positive')
    .max(1e13, 'error-wrong-value')
    .test('kopecks', 'error-amount-kopecks', isWholeKopecks);

/** A vendor's withdrawal request. Amount in roubles, at most two decimals. */
export const withdrawSchema = yup.object({
  shop_id: relatedId().required('error-shop-required'),
  amount: askedFor(),
  payment_method: freeText().required('error-payment-required').max(255, 'error-too-long'),
  details: freeText().max(2000, 'error-too-long').nullable(),
  note: freeText().max(2000, 'error-too-long').nullable(),
});

export type WithdrawInput = yup.InferType<typeof withdrawSchema>;

/** The form knows the shop's available balance and refuses more before submission. */
export const withdrawFormSchema = (available: number) =>
  withdrawSchema.shape({ amount: askedFor().max(available, 'error-amount-above-balance') });

/** `POST approve-withdraw`. `version` must be the current row version, otherwise the decision is stale. */
export const decideWithdrawSchema = yup.object({
  id: yup.number().integer().positive().required(),
  status: choice(withdrawStates, 'error-status-required'),
  decision_note: freeText()
    .max(1000, 'error-too-long')
    .nullable()
    .when('status', ([status], note) =>
      explainedStates.includes(status) ? note.required('error-decision-note-required') : note,
    ),
  version: yup.number().integer().positive(),
});

/** `POST withdraws/{id}/payout`: a person's word for what no statement shows. */
export const payoutWordSchema = yup.object({
  state: choice(payoutStates, 'error-wrong-value').required('error-wrong-value'),
  reason: freeText().required('error-adjustment-reason-required').max(1000, 'error-too-long'),
  version: yup.number().integer().positive().required('error-wrong-value'),
});

export interface Withdraw extends BaseRow, WithdrawInput {
  amount: number;
  status: WithdrawState;
  /** Null unless it is approved; not from other servers of the dialect. */
  payout_state?: PayoutState | null;
  decision_note: string | null;
  decided_at: string | null;
  shop: Stub | null;
}

export interface WithdrawDetails extends Withdraw {
  /** State history, oldest first. Only administrators see who decided. */
  moves: {
    status: WithdrawState;
    payout_state?: PayoutState | null;
    at: string;
    note: string | null;
    by: string | null;
  }[];
  /** Text for the purpose of the payment order, with the token that the statement is recognised by; for administrators. */
  purpose?: string;
  /** Lines of the bank that it left with and came back with; for administrators. */
  bank_lines?: { id: number; direction: 'in' | 'out'; day: string; number: string; party: string }[];
  /** Bank requisites snapshot taken at creation; null when the shop had none. */
  requisites: Requisites | null;
  /** Phone and bank (`member`) of the fast payment system, same snapshot; only administrators see the full phone. */
  fast_payments: VendorSettings['fast_payments'];
  /** The shop has changed its requisites since. */
  has_other_requisites: boolean;
  /** Not from other servers of the dialect. */
  balance?: Pick<
    ShopBalance,
    'total_earnings' | 'withdrawn_amount' | 'in_transit_amount' | 'on_hold_amount' | 'current_balance'
  >;
}
