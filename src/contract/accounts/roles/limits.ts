import type { Right } from '@/contract/core/areas';

/** Kinds of requests for a second person that have a sum, with the right that decides about them. */
export const limitedKinds = { payout: 'finance:decide', refund: 'refunds:decide' } as const satisfies Record<
  string,
  Right
>;

export type LimitedKind = keyof typeof limitedKinds;

export type AloneLimits = { [Kind in LimitedKind]?: number | null };

/** What a role demands: it changes of a ready role, too. */
export const demandKeys = ['two_factor_from', 'sign_in_provider', 'alone_limits'] as const;
