import { limited, type Right } from '@/contract/core/areas';
import { type WaitingName, waitingNames } from '@/contract/insights/analytics';

/** What a role of the team decides, its own subject first: money before goods, the queue before reports. */
const decided: readonly (readonly [right: Right, names: readonly WaitingName[]])[] = [
  ['finance:decide', ['withdraws', 'approvals']],
  ['moderation:decide', ['products']],
  ['refunds:decide', ['refunds']],
  ['shops:decide', ['shops', 'papers', 'vendors']],
  ['feedback:decide', ['reports']],
];

/** What a shop does itself: it packs before it answers. */
const ofShop: readonly WaitingName[] = ['late', 'orders', 'refunds', 'questions'];

/** Pending work in the order in which the person deals with it; everybody else sees what is late first. */
export function waitingOrder(permissions: readonly string[], isShop: boolean): WaitingName[] {
  const own = permissions.includes(limited)
    ? decided.flatMap(([right, names]) => (permissions.includes(right) ? names : []))
    : [];
  return [...new Set([...(isShop ? ofShop : own), ...waitingNames])];
}
