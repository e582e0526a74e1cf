import * as yup from 'yup';
import type { Attachment } from '@/contract/core/define';
import { amount, attachments, calendarDay, freeText, relatedId } from '@/contract/core/rules';
import { isWholeKopecks } from '@/contract/ledger/schema';
import type { OrderNumbers } from '@/contract/orders/number';

/** Money that a person decides about, and its ready answers (rules/payments: what a machine may not decide is a task). */
export const taskAnswers = {
  /** Money that no order waited for: pays what the order waits for by now, goes to the buyer, or becomes points. */
  late: ['accept', 'split', 'return', 'points'],
  double: ['accept', 'split', 'return', 'points'],
  /** Accepted when it is what is due; `split`: what is due is accepted, the rest goes back. */
  wrong_sum: ['accept', 'split', 'return'],
  wrong_currency: ['done'],
  /** What the provider says does not follow from what it said before. */
  contradiction: ['done'],
  /** Held money is taken now, or the order is cancelled and the money let go. */
  hold_expiring: ['capture', 'cancel'],
  /** The provider did not take held money, or the hold has ended while goods are on their way. */
  capture_failed: ['capture', 'cancel', 'done'],
  /** The provider refused: asked anew, paid by bank order, or given as points. */
  refund_refused: ['retry', 'bank', 'points'],
  /** Whether the provider has returned it is seen in its cabinet. */
  refund_unknown: ['sent', 'retry'],
  refund_stuck: ['sent', 'wait'],
  /** It is the money of a refund that waits for a decision, or of nothing. */
  foreign_refund: ['refund', 'loss'],
  chargeback: ['won', 'lost'],
} as const;

/** Note of a contradiction: a part was returned in the provider's cabinet, and the provider does not say how much. */
export const refundedUnknown = 'refunded-unknown';

/** Why an answer that one would look for is not among those that can be given now. */
export type MissingReason =
  | ('order-over' | 'order-paid' | 'bank-took' | 'order-held' | 'other-question' | 'out-of-stock')
  | ('too-little' | 'other-sum' | 'no-customer' | 'decided' | 'other-currency' | 'not-booked')
  | ('not-held' | 'being-taken' | 'handed-over' | 'at-provider' | 'no-refund');

export type TaskKind = keyof typeof taskAnswers;

export type TaskAnswer = (typeof taskAnswers)[TaskKind][number];

export const taskKinds = Object.keys(taskAnswers) as TaskKind[];

const allAnswers = [...new Set(Object.values(taskAnswers).flat())] as TaskAnswer[];

/** Answers that give no money away, so that one person is enough. */
export const idleAnswers: readonly TaskAnswer[] = ['done', 'wait', 'capture', 'cancel'];

/** Answers that rest on what a person has seen, and say what that was. */
export const explainedAnswers: readonly TaskAnswer[] = ['done', 'bank', 'sent', 'loss', 'won', 'lost'];

/** `POST payment-tasks/{id}/answer`. */
export const answerTaskSchema = yup.object({
  answer: yup.string().oneOf(allAnswers, 'error-wrong-value').required('error-wrong-value'),
  note: freeText()
    .max(1000, 'error-too-long')
    .nullable()
    .when('answer', ([answer], note) =>
      explainedAnswers.includes(answer) ? note.required('required') : note,
    ),
  version: yup.number().integer().positive().required('error-wrong-value'),
});

/** `GET payment-tasks`. Roubles; times in UTC. */
export interface PaymentTask {
  id: number;
  version: number;
  kind: TaskKind;
  state: 'open' | 'done';
  order: OrderNumbers & { id: number };
  /** The attempt that it is about. */
  payment: { id: number; provider: string; payment_id: string | null } | null;
  refund_id: number | null;
  amount: number;
  /** What the attempt was to bring, for money of another sum. */
  expected: number | null;
  /** What a service or a job says about it. */
  note: string | null;
  due_at: string | null;
  /** Of a chargeback of the buyer's bank. */
  chargeback: Chargeback | null;
  /** `settled`: nobody had to answer. */
  answer: TaskAnswer | 'settled' | null;
  answer_note: string | null;
  answered_by: { id: number; name: string } | null;
  answered_at: string | null;
  created_at: string;
  /** What the reader may answer now, and why something else is not offered. */
  answers: TaskAnswer[];
  missing: MissingReason[];
}

/** `POST chargebacks`: a buyer's bank claims money of an order back. */
export const openChargebackSchema = yup.object({
  order_id: relatedId().required('error-wrong-value'),
  /** The attempt; the last that took money when left out. */
  payment_id: relatedId(),
  amount: amount()
    .required('error-sum-required')
    .moreThan(0, 'error-must-be-positive')
    .max(1e10, 'error-too-big')
    .test('kopecks', 'error-amount-kopecks', isWholeKopecks),
  respond_by: calendarDay(),
  reason: freeText().required('required').max(1000, 'error-too-long'),
  evidence: attachments().max(10, 'error-too-many'),
});

/** `GET chargebacks`. Roubles. */
export interface Chargeback {
  id: number;
  order_id: number;
  payment_id: number | null;
  amount: number;
  respond_by: string | null;
  reason: string;
  evidence: Attachment[];
  state: 'open' | 'won' | 'lost';
  created_at: string;
  decided_at: string | null;
}
