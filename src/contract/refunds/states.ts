/** Where a refund stands and may go (reference rules R-150): what is approved or refused stays so. */
export const refundStates = ['pending', 'processing', 'approved', 'rejected'] as const;

export type RefundState = (typeof refundStates)[number];

export const refundMoves: Record<RefundState, readonly RefundState[]> = {
  pending: ['processing', 'approved', 'rejected'],
  processing: ['approved', 'rejected'],
  approved: [],
  rejected: [],
};

/** Decisions that say why: the customer reads it. */
export const explainedStates: readonly RefundState[] = ['rejected'];

/** Where money goes back to: the customer's wallet as points, or the way it came. */
export const refundMethods = ['payment', 'wallet'] as const;

export type RefundMethod = (typeof refundMethods)[number];
