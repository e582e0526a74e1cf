/** States of a refund and the moves between them; approved and rejected are final. */
export const refundStates = ['pending', 'processing', 'approved', 'rejected'] as const;

export type RefundState = (typeof refundStates)[number];

export const refundMoves: Record<RefundState, readonly RefundState[]> = {
  pending: ['processing', 'approved', 'rejected'],
  processing: ['approved', 'rejected'],
  approved: [],
  rejected: [],
};

/** Decisions that require a note for the customer. */
export const explainedStates: readonly RefundState[] = ['rejected'];

/** Refund method: points to the wallet, or the original payment method. */
export const refundMethods = ['payment', 'wallet'] as const;

export type RefundMethod = (typeof refundMethods)[number];

/** What a refund gives back: goods, the delivery of a part, or money without goods that the shop bears. */
export const refundKinds = ['goods', 'delivery', 'goodwill'] as const;

export type RefundKind = (typeof refundKinds)[number];

/** Where the goods of a shop are, in this order; a stage may be skipped, never repeated. */
export const returnStages = ['none', 'on_way', 'received', 'inspected'] as const;

export type ReturnStage = (typeof returnStages)[number];

export const laterStages = (stage: ReturnStage): ReturnStage[] =>
  returnStages.slice(returnStages.indexOf(stage) + 1);

/** A shop's answers to a request. */
export const shopAnswers = ['agreed', 'objected'] as const;

/** What the silence of a shop means: consent, or that an administrator decides. */
export const returnSilences = ['approve', 'escalate'] as const;

/** When the money of a return is paid: once it is agreed, or once the goods were inspected. */
export const returnMoneyMoments = ['approval', 'inspection'] as const;

/** Steps of a return in the history of an order, besides the states of the refund. */
export const returnSteps = [
  'agreed',
  'silent',
  'objected',
  'escalated',
  'on_way',
  'received',
  'inspected',
  'exchanged',
] as const;

/** Moves in the usual order of use. */
export const moveOrder: readonly RefundState[] = ['approved', 'processing', 'rejected'];
