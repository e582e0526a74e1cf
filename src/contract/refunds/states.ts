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

/** Money goes back as points to the wallet, or the way it was paid. */
export const refundMethods = ['payment', 'wallet'] as const;

export type RefundMethod = (typeof refundMethods)[number];
