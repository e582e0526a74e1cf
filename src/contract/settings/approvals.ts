import * as yup from 'yup';
import { amount, choice, freeText } from '@/contract/core/rules';

/** Actions that a second person confirms (rules/settings: who prepares does not confirm). */
export const approvalKinds = [
  'payout',
  'payout-word',
  'payout-line',
  'adjustment',
  'refund',
  'payment',
  'commission',
  'requisites',
  'fast-payments',
  'admin',
  'export',
  'rules',
  'difference',
  'receipt',
  'transfer',
  'invitation',
  'role',
  'points',
  'settings',
  'coupon',
] as const;

export type ApprovalKind = (typeof approvalKinds)[number];

export const approvalStates = ['waiting', 'confirmed', 'declined', 'expired', 'withdrawn'] as const;

export type ApprovalState = (typeof approvalStates)[number];

/** A value that the action changes or shows. `key` is a text of `settings:approvals.facts`, or an area with its level. */
export interface ApprovalFact {
  key: string;
  kind: 'money' | 'rate' | 'text' | 'level';
  before?: string | number | null;
  after: string | number | null;
  /** About a buyer: read while the request waits, and not kept with it. */
  isPersonal?: true;
}

type Person = { id: number; name: string } | null;

/** `from` is when a new one may confirm what their appointer prepares. */
interface Decider {
  name: string;
  email: string;
  from: string | null;
}

/** A request for the second person. */
export interface Approval {
  id: number;
  kind: ApprovalKind;
  /** The record that it is about. */
  family: string;
  row_id: number;
  title: string;
  state: ApprovalState;
  prepared_by: Person;
  prepared_at: string;
  expires_at: string;
  decided_by: Person;
  decided_at: string | null;
  /** Of the person who declined, or the code of the refusal that ended it. */
  reason: string | null;
  is_own: boolean;
  /** The reader may confirm and decline it. */
  may_decide: boolean;
  /** While it waits: who may confirm it. Null for vendors, who are not told, and once it has ended. */
  deciders: Decider[] | null;
  /** Why the reader, who holds the right, may not confirm it yet. */
  not_yet: { why: 'older' | 'appointer'; from: string | null } | null;
  facts: ApprovalFact[];
  /** Sent back with the confirmation: what the reader saw. */
  hash: string;
}

/** Answer of an action that waits for the second person, with status 202. */
export interface WaitsForApproval {
  approval: Approval;
}

const approvalModes = ['auto', 'off'] as const;

/** `PUT approvals/rules`. */
export const approvalRulesSchema = yup.object({
  mode: choice(approvalModes, 'error-wrong-value'),
  hours: amount()
    .required('error-whole-number')
    .integer('error-whole-number')
    .min(1, 'error-wrong-value')
    .max(720, 'error-too-big'),
  payouts_from: amount()
    .required('error-sum-required')
    .min(0, 'error-must-not-be-negative')
    .max(1e13, 'error-too-big'),
  refunds_from: amount()
    .required('error-sum-required')
    .min(0, 'error-must-not-be-negative')
    .max(1e13, 'error-too-big'),
});

export type ApprovalRulesInput = yup.InferType<typeof approvalRulesSchema>;

export interface ApprovalRules extends ApprovalRulesInput {
  /** Active people who hold the right to decide about money: the rule begins with two. */
  people: number;
}

/** `POST approvals/{id}/confirm`. */
export const confirmApprovalSchema = yup.object({
  hash: yup
    .string()
    .required('error-wrong-value')
    .matches(/^[\da-f]{64}$/, 'error-wrong-value'),
});

/** `POST approvals/{id}/decline`. */
export const declineApprovalSchema = yup.object({
  reason: freeText().required('error-approval-reason-required').max(1000, 'error-too-long'),
});
