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

/** Moves in the usual order of use. */
export const moveOrder: readonly RefundState[] = ['approved', 'processing', 'rejected'];
