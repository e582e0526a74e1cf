import * as yup from 'yup';
import type { BaseRow, Stub } from '@/contract/core/define';
import { amount, freeText, relatedId } from '@/contract/core/rules';
import { isWholeKopecks } from '@/contract/ledger/schema';
import type { Requisites } from '@/contract/shops/requisites';
import type { ShopBalance } from '@/contract/shops/schema';
import type { VendorSettings } from '@/contract/shops/vendor-settings';

/**
 * Where a withdrawal stands (reference rules R-155): what waits can go anywhere, what is paid out or refused stays so.
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

/** Decisions that say why: the vendor reads it. */
export const explainedStates: readonly WithdrawState[] = ['on_hold', 'rejected'];

const askedFor = () =>
  amount()
    .required('error-sum-required')
    .positive('error-amount-positive')
    .max(1e13, 'error-wrong-value')
    .test('kopecks', 'error-amount-kopecks', isWholeKopecks);

/** A vendor's request for money (reference pages §3.10). The amount in roubles, at most two places. */
export const withdrawSchema = yup.object({
  shop_id: relatedId().required('error-shop-required'),
  amount: askedFor(),
  payment_method: freeText().required('error-payment-required').max(255, 'error-too-long'),
  details: freeText().max(2000, 'error-too-long').nullable(),
  note: freeText().max(2000, 'error-too-long').nullable(),
});

export type WithdrawInput = yup.InferType<typeof withdrawSchema>;

/** The form in one shop knows what can be withdrawn there: more is refused before it is sent. */
export const withdrawFormSchema = (available: number) =>
  withdrawSchema.shape({ amount: askedFor().max(available, 'error-amount-above-balance') });

/** `POST approve-withdraw`. `version` is the one that was looked at: nobody decides what he has not seen. */
export const decideWithdrawSchema = yup.object({
  id: yup.number().integer().positive().required(),
  status: yup.string().oneOf(withdrawStates, 'error-wrong-value').required('error-status-required'),
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

/** One row as its details show it. */
export interface WithdrawDetails extends Withdraw {
  /** Where it has stood, the first first. Who decided is told to administrators only. */
  moves: { status: WithdrawState; at: string; note: string | null; by: string | null }[];
  /** Where to pay, as it stood when the money was asked for; null when the shop had told nothing. */
  requisites: Requisites | null;
  /** Phone and bank (`member`) of the fast payment system, of the same moment; the phone is whole for administrators only. */
  fast_payments: VendorSettings['fast_payments'];
  /** The shop has other requisites now. */
  has_other_requisites: boolean;
  balance: Pick<ShopBalance, 'total_earnings' | 'withdrawn_amount' | 'on_hold_amount' | 'current_balance'>;
}
