import * as yup from 'yup';
import type { BaseRow, Stub } from '../define';
import { amount, freeText, relatedId } from '../rules';

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

/** A vendor's request for money (reference pages §3.10). The amount in roubles, at most two places. */
export const withdrawSchema = yup.object({
  shop_id: relatedId().required('error-shop-required'),
  amount: amount()
    .required('error-amount-required')
    .positive('error-amount-positive')
    .max(1e13, 'error-wrong-value')
    .test(
      'kopecks',
      'error-amount-kopecks',
      (sum) => sum === null || sum === undefined || Math.abs(Math.round(sum * 100) - sum * 100) < 1e-6,
    ),
  payment_method: freeText().required('error-payment-required').max(255, 'error-too-long'),
  details: freeText().max(2000, 'error-too-long').nullable(),
  note: freeText().max(2000, 'error-too-long').nullable(),
});

export type WithdrawInput = yup.InferType<typeof withdrawSchema>;

/** `POST approve-withdraw`: a refusal and a hold say why. */
export const decideWithdrawSchema = yup.object({
  id: yup.number().integer().positive().required(),
  status: yup.string().oneOf(withdrawStates, 'error-wrong-value').required('error-status-required'),
  decision_note: freeText().max(1000, 'error-too-long').nullable(),
});

export interface Withdraw extends BaseRow, WithdrawInput {
  amount: number;
  status: WithdrawState;
  decision_note: string | null;
  decided_at: string | null;
  shop: Stub | null;
}
