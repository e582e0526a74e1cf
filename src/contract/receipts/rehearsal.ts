import * as yup from 'yup';
import type { ReceiptState } from './receipt';
import type { ReceiptFailure } from './registers';

/** How the stand-in cash register of a demo can be broken. */
export const registerBreakdowns = ['off', 'late', 'after-commit', 'hardware', 'refusal'] as const;

export type RegisterBreakdown = (typeof registerBreakdowns)[number];

/** `POST dev/rehearsal/register`; null mends it. */
export const registerBreakdownSchema = yup.object({
  breakdown: yup.string().oneOf(registerBreakdowns, 'error-wrong-value').nullable().default(null),
});

/** `GET dev/rehearsal/register`: what the operator broke, and what the product makes of it. */
export interface RegisterRehearsal {
  /** False in a demo without a stand-in cash register. */
  is_on: boolean;
  breakdown: RegisterBreakdown | null;
  /** Receipts that the register has, and those that are registered here. */
  theirs: number;
  ours: number;
  /** The latest first. */
  receipts: RehearsedReceipt[];
}

export interface RehearsedReceipt {
  id: number;
  /** Of the order, as people read it. */
  number: string;
  /** Roubles. */
  amount: number;
  state: ReceiptState;
  attempt: number;
  failure: ReceiptFailure | null;
  document_number: string | null;
}
