import * as yup from 'yup';
import type { AttemptState } from './attempts';
import type { TaskKind } from './tasks';

/** How the stand-in acquirer of a demo can be broken. */
export const breakdowns = ['silence', 'after-commit', 'twice', 'hold', 'lose', 'wrong-sum'] as const;

export type Breakdown = (typeof breakdowns)[number];

/** `POST dev/rehearsal/breakdown`; null mends everything, and sends the webhooks that were held back. */
export const breakdownSchema = yup.object({
  breakdown: yup.string().oneOf(breakdowns, 'error-wrong-value').nullable().default(null),
});

/** `GET dev/rehearsal`: what the operator broke, and what the product makes of it. Roubles. */
export interface Rehearsal {
  /** False in a demo without a stand-in acquirer. */
  is_on: boolean;
  breakdown: Breakdown | null;
  /** When it mends by itself. */
  until: string | null;
  /** What the acquirer has taken and not returned, and what the books say that it has. */
  taken: number;
  booked: number;
  /** The latest first. */
  attempts: RehearsedAttempt[];
}

export interface RehearsedAttempt {
  id: number;
  order_id: number;
  /** Of the order, as people read it. */
  number: string;
  state: AttemptState;
  amount: number;
  captured: number;
  refunded: number;
  created_at: string;
  /** The acquirer knows it, so that a buyer can pay. */
  is_payable: boolean;
  webhooks: { id: number; received_at: string; state: 'waiting' | 'applied' | 'ignored' | 'failed' }[];
  tasks: { id: number; kind: TaskKind; state: string }[];
  /** Entries of its order in the books. */
  entries: number;
}
