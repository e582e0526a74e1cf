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

export interface Withdraw extends BaseRow, WithdrawInput {
  amount: number;
  status: WithdrawState;
  decision_note: string | null;
  decided_at: string | null;
  shop: Stub | null;
}

export interface WithdrawDetails extends Withdraw {
  /** State history, oldest first. Only administrators see who decided. */
  moves: { status: WithdrawState; at: string; note: string | null; by: string | null }[];
  /** Bank requisites snapshot taken at creation; null when the shop had none. */
  requisites: Requisites | null;
  /** Phone and bank (`member`) of the fast payment system, same snapshot; only administrators see the full phone. */
  fast_payments: VendorSettings['fast_payments'];
  /** The shop has changed its requisites since. */
  has_other_requisites: boolean;
  /** Not from other servers of the dialect. */
  balance?: Pick<ShopBalance, 'total_earnings' | 'withdrawn_amount' | 'on_hold_amount' | 'current_balance'>;
}
