/**
 * What became of an attempt to pay. `new`: the provider has not been asked; `pending`: the buyer may pay; `held`: the money
 * is reserved and waits for the capture; `unknown`: asked, without an answer (rules/payments: an unknown answer is no
 * refusal).
 */
export const attemptStates = ['new', 'pending', 'held', 'paid', 'canceled', 'unknown'] as const;

export type AttemptState = (typeof attemptStates)[number];
